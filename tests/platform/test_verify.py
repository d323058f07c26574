"""`conclave verify`: what it finds in records that are right, changed, cut, of another edition, or none at all."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.api.documents import Line, Part, Result, Said, Standing
from app.api.exports import Action, Record
from app.cli import main
from app.fairness import files
from app.fairness.checking import RecordError, check, read
from games import GAMES
from games.kernel import contract
from games.kernel.bots import Asked, random_bot
from games.kernel.contract import Outcome
from games.kernel.dice import Cup, commitment, dice_from
from games.kernel.events import Event, Fact
from tests.games.walks import seed_of

GAME = GAMES["pope-or-nope"]
SEED, WORDS = seed_of(4), "one\ntwo"


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A game of two as it is exported, with a line of the house's own in the middle."""
    outcome = GAME.setup(2, GAME.Options(), SEED, WORDS)
    actions = [_action(None, {"type": "deal"}, outcome)]
    chance = Cup(dice_from(SEED, "bots"))
    while (result := GAME.result(outcome.state)) is None:
        seat = GAME.deciders(outcome.state)[0]
        choice, filled = random_bot.answer(Asked(GAME, outcome.state, seat), chance)
        outcome = GAME.resolve(outcome.state, seat, GAME.move(choice.move, filled))
        actions.append(_action(seat, {**filled, "type": choice.move}, outcome))
        if len(actions) == 4:
            told = Outcome(outcome.state, (Event(Fact("house.left", {"who": 0})),), ())
            actions.append(_action(None, {"type": "house.left"}, told))
    ended = _result(result)
    now = datetime(2026, 11, 30, tzinfo=UTC)
    options = msgspec.to_builtins(GAME.Options())
    made = Record(
        "FUMUS-ALBA-ROTA-27", GAME.slug, GAME.edition, GAME.schema, options, ("Ada", "Bea"), SEED.hex(),
        commitment(SEED), WORDS, now, now, ended, tuple(actions),
    )  # fmt: skip
    return dict(json.loads(msgspec.json.encode(made)))


def _result(found: contract.Result) -> Result:
    standings = tuple(
        Standing(one.seat, one.place, one.total, tuple(Part(_said(part.words), part.points) for part in one.parts))
        for one in found.standings
    )
    return Result(found.winners, standings, _said(found.how))


def _said(fact: Fact) -> Said:
    return Said(fact.key, fact.arguments, "")


def _action(seat: int | None, move: dict[str, Any], outcome: Outcome) -> Action:
    log = tuple(Line(0, event.public.key, event.public.arguments, "") for event in outcome.events)
    return Action(seat, move, outcome.draws, GAME.edition, datetime(2026, 11, 30, tzinfo=UTC), log)


def verified(record: dict[str, Any]) -> list[bool | None]:
    return [finding.right for finding in check(read(json.dumps(record).encode()))]


def changed(record: dict[str, Any], **values: Any) -> dict[str, Any]:
    return {**record, **values}


def changed_action(record: dict[str, Any], at: int, **values: Any) -> dict[str, Any]:
    actions = [*record["actions"]]
    actions[at] = {**actions[at], **values}
    return {**record, "actions": actions}


def first_with_draws(record: dict[str, Any], after: int) -> int:
    return next(at for at, action in enumerate(record["actions"]) if at >= after and action["draws"])


def test_a_right_record(record: dict[str, Any]) -> None:
    assert verified(record) == [True, True, True]
    assert len(record["actions"]) > 5


def test_another_seed_or_other_words(record: dict[str, Any]) -> None:
    assert verified(changed(record, seed="ab" * 32)) == [False, False, False]
    assert verified(changed(record, seed="ab" * 32, commitment=commitment(b"\xab" * 32))) == [True, False, False]
    assert verified(changed(record, words="one\nthree")) == [True, False, False]


def test_a_draw_that_was_not_thrown(record: dict[str, Any]) -> None:
    at = first_with_draws(record, 1)
    (range_, result), *rest = record["actions"][at]["draws"]
    cheat = changed_action(record, at, draws=[[range_, (result + 1) % range_], *rest])
    assert verified(cheat) == [True, False, False]
    assert f"in move {at}" in check(read(json.dumps(cheat).encode()))[1].sentence
    assert verified(changed_action(record, at, draws=[[0, 0]])) == [True, False, False]
    assert verified(changed_action(record, at, draws=[[range_, result], *rest[:-1]]))[2] is False


def test_a_move_that_was_not_made(record: dict[str, Any]) -> None:
    for move in ({"type": "fly"}, {}, {"type": "open", "card": 7}, {"type": "open"}):
        assert verified(changed_action(record, 2, move=move))[2] is False
    assert verified(changed_action(record, 2, seat=None))[2] is False
    assert verified(changed_action(record, 2, seat=9))[2] is False


def test_what_was_told_and_who_won(record: dict[str, Any]) -> None:
    assert verified(changed_action(record, 2, log=[]))[2] is False
    result = {**record["result"], "winners": [1 - record["result"]["winners"][0]]}
    assert verified(changed(record, result=result)) == [True, True, False]


@pytest.mark.parametrize("change", [{"total": 99}, {"place": 2}, {"seat": 0}, {"parts": []}])
def test_a_score_that_is_another(record: dict[str, Any], change: dict[str, Any]) -> None:
    last = record["result"]["standings"][-1]
    standings = [*record["result"]["standings"][:-1], {**last, "seat": 1, "place": 1, **change}]
    edited = changed(record, result={**record["result"], "standings": standings})
    assert edited != record
    assert verified(edited) == [True, True, False]


def test_what_the_house_never_said(record: dict[str, Any]) -> None:
    told = record["actions"][4]
    assert told["move"] == {"type": "house.left"}
    line = told["log"][0]
    for values in (
        {"log": []},
        {"log": [line, line]},
        {"log": [{**line, "key": "event.round"}]},
        {"move": {"type": "house.fire"}},
        {"move": {"type": "house.left", "card": "X"}},
        {"move": {"type": "deal"}},
        {"move": {"type": "house.takenback"}},
        {"move": {"type": "house.joined"}},
    ):
        assert verified(changed_action(record, 4, **values)) == [True, True, False], values


def test_what_could_not_be_taken_back(record: dict[str, Any]) -> None:
    """The record tells of it, and the state goes on as if it had been."""
    for at in range(1, 8):
        seat, line = record["actions"][at]["seat"], record["actions"][at]["log"][0]
        told = {**line, "key": "house.takenback", "arguments": {"who": seat, "first": 1, "last": 1}}
        back = {**record["actions"][at], "move": {"type": "house.takenback"}, "draws": [], "log": [told]}
        actions = [*record["actions"][: at + 1], back, *record["actions"][at:]]
        assert verified(changed(record, actions=actions))[2] is False


def test_true_is_not_one(record: dict[str, Any]) -> None:
    for at, action in enumerate(record["actions"]):
        for line in action["log"]:
            ones = [name for name, value in line["arguments"].items() if value == 1]
            for name in ones:
                told = {**line, "arguments": {**line["arguments"], name: True}}
                log = [told if one is line else one for one in action["log"]]
                assert verified(changed_action(record, at, log=log)) == [True, True, False]
                return
    raise AssertionError("no line counts one")


def test_a_record_that_is_cut(record: dict[str, Any]) -> None:
    for length in (0, 1, 3, len(record["actions"]) - 1):
        assert verified(changed(record, actions=record["actions"][:length])) == [True, True, False]


def test_options_and_names_of_no_game(record: dict[str, Any]) -> None:
    for values in ({"options": {"target": "x"}}, {"names": []}, {"names": ["a"] * 99}):
        assert verified(changed(record, **values)) == [True, True, False]


def test_other_rules_are_not_played_again(record: dict[str, Any]) -> None:
    older = {**record, "actions": [{**action, "edition": 0} for action in record["actions"]]}
    assert verified(older) == [True, True, None]
    assert verified(changed(record, game="chess")) == [True, True, None]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This is no record of a game:"),
        (b"\xff\x00", "This is no record of a game:"),
        (b"[" * 100_000, "This is no record of a game:"),
        (b'{"code": "X"}', "This is no record of a game: Object missing required field `game`."),
    ],
)
def test_what_is_no_record(tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(content)
    with pytest.raises(SystemExit, match=sentence):
        main(["verify", str(file)])


@pytest.mark.parametrize("seed", ["", "00", "zz" * 32, "00" * 33, "AB" * 32])
def test_a_seed_that_is_none(record: dict[str, Any], seed: str) -> None:
    with pytest.raises(RecordError, match="no seed: 64 digits"):
        verified(changed(record, seed=seed))


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, sentence in ((tmp_path / "none.json", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(SystemExit, match=f"Can't read .*: {sentence}"):
            main(["verify", str(path)])
    (tmp_path / "huge.json").write_bytes(b"x" * 101)
    monkeypatch.setattr(files, "LARGEST", 100)
    with pytest.raises(SystemExit, match="has more than 100 bytes"):
        main(["verify", str(tmp_path / "huge.json")])


def test_the_command(record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    main(["verify", str(file)])
    assert capsys.readouterr().out.count("right") == 3
    file.write_text(json.dumps(changed(record, words="")))
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(file)])
    assert ended.value.code == 1
    assert "WRONG        Draw " in capsys.readouterr().out
