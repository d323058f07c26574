"""The soak in short, by the same rule; and the rule itself."""

import msgspec
import pytest

from tests.soak.measures import Sample
from tests.soak.run import soak
from tests.soak.verdict import at_rest, judged

STILL = Sample(0.0, 150.0, 60.0, 70.0, 500, 2000, 11, 460, 0, 0.0)


def test_half_a_minute_leaves_nothing_behind() -> None:
    assert soak(minutes=0.5, tables=6, pause="0.2,0.6", every=2.5)


def hour(**growing: float) -> list[Sample]:
    """Sixty samples with a little noise, in which these figures grow by so much an hour."""
    return [
        msgspec.structs.replace(
            STILL,
            minutes=float(minute),
            server=150.0 + minute % 3,
            **{name: getattr(STILL, name) + much * minute / 60 for name, much in growing.items()},
        )
        for minute in range(1, 61)
    ]


@pytest.mark.parametrize(
    ("growing", "broken"),
    [
        ({}, []),
        ({"tasks": 200}, []),
        ({"tasks": 400}, ["tasks"]),
        ({"files": 100, "connections": 90}, ["files", "connections"]),
        ({"postgres": 40.0, "minds": 20.0}, ["postgres"]),
    ],
)
def test_what_grows_after_the_warm_up_is_told_of(growing: dict[str, float], broken: list[str]) -> None:
    assert [growth.name for growth in judged(hour(**growing)) if not growth.is_sound] == broken


def test_what_grows_while_it_warms_up_is_not() -> None:
    samples = [msgspec.structs.replace(one, server=min(10.0 * one.minutes, 150.0)) for one in hour()]
    assert all(growth.is_sound for growth in judged(samples))


def test_what_is_left_when_everybody_has_gone_is_told_of() -> None:
    left = msgspec.structs.replace(STILL, tasks=STILL.tasks + 33, files=STILL.files - 50)
    assert [growth.name for growth in at_rest(STILL, left) if not growth.is_sound] == ["tasks left"]
