"""`conclave simulate`: what it reports, that a seed repeats it, and that a broken promise is told."""

import json

import msgspec
import pytest

from app import simulating
from app.cli import main
from games import RULED
from games.kernel.contract import Game
from tests.platform.conftest import conclave


def test_the_report_as_json() -> None:
    ended = conclave(
        "simulate", "pope-or-nope", "--seats", "4", "--games", "5", "--seed", "1", "--bots", "random", "--json"
    )
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert report["game"] == "pope-or-nope"
    assert (report["seats"], report["games"], report["seed"], report["bots"]) == (4, 5, 1, "random")
    assert report["moves"] > 5
    assert report["moves_per_second"] > 0
    assert sum(report["endings"].values()) == 5
    assert len(report["wins"]) == 4
    assert sum(report["wins"]) + report["nobody"] >= 5


@pytest.mark.parametrize("slug", RULED)
def test_every_game_at_every_number_of_seats(capsys: pytest.CaptureFixture[str], slug: str) -> None:
    least, most = RULED[slug].seats
    for seats in range(least, most + 1):
        main(["simulate", slug, "--seats", str(seats), "--games", "1"])
        told = capsys.readouterr().out
        assert "moves/s" in told
        assert told.count("won by seat") == seats


@pytest.mark.parametrize("slug", RULED)
def test_the_same_seed_plays_the_same_games(slug: str) -> None:
    def told(seed: int) -> str:
        report = simulating.simulate(RULED[slug], RULED[slug].seats[0], 3, seed, "random")
        return f"{report.moves} {report.wins} {report.endings}"

    assert told(7) == told(7)
    assert len({told(seed) for seed in range(7, 12)}) > 1


@pytest.mark.parametrize("slug", RULED)
def test_a_broken_promise_ends_with_status_1_and_how_to_see_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    def lost(state: object) -> None:
        raise AssertionError("71 cards, not 72")

    monkeypatch.setitem(RULED, slug, msgspec.structs.replace(RULED[slug], check=lost))
    with pytest.raises(SystemExit) as ended:
        main(["simulate", slug, "--games", "2", "--seed", "9"])
    least = RULED[slug].seats[0]
    assert ended.value.code == (
        f"{slug}: game 0 of seed 9 with {least} seats broke a promise: AssertionError: 71 cards, not 72"
    )
    assert capsys.readouterr().out == ""


def test_a_game_that_refuses_its_own_choice_broke_a_promise() -> None:
    def refuses(*_: object) -> None:
        raise ValueError("a filled choice was refused")

    game: Game = msgspec.structs.replace(RULED["pope-or-nope"], resolve=refuses)
    with pytest.raises(simulating.BrokenGameError, match="a filled choice was refused"):
        simulating.simulate(game, 2, 1, 1, "random")


def test_papal_curia_is_shown_beside_its_prototype(capsys: pytest.CaptureFixture[str]) -> None:
    main(["simulate", "papal-curia", "--seats", "4", "--games", "3", "--seed", "1"])
    told = capsys.readouterr().out
    report = simulating.simulate(RULED["papal-curia"], 4, 3, 1, "random")
    by_words = {figure.words: figure for figure in report.figures}
    assert by_words["decisions"].mean == report.moves / 3
    assert by_words["the winner's Prestige"].mean >= by_words["everybody's"].mean
    assert by_words["Cardinals gained"].mean > 0
    line = f"{by_words['decisions'].mean:.1f} a game; the prototype's 94.0"
    assert any(row.startswith("decisions ") and row.endswith(line) for row in told.splitlines())


def test_other_games_have_nothing_to_be_compared_with() -> None:
    assert simulating.simulate(RULED["pope-or-nope"], 2, 1, 1, "random").figures == ()
