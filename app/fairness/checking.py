"""Checks the record of a finished game: that the seed is the promised one, that every draw follows from it and from the
players' words, and that the rules make of draws and moves what the record says."""

import re
from typing import Any

import msgspec

from app.api.documents import Result
from app.api.exports import Action, Record
from app.fairness.replay import AstrayError, Deal, dealt_to, replay, same
from app.language import gettext, later
from games import GAMES
from games.kernel import contract
from games.kernel.contract import Game, Outcome
from games.kernel.dice import commitment, dice_from, draw

SEED = re.compile(r"[0-9a-f]{64}")


class RecordError(ValueError):
    """What was given is no record of a game; the message is a sentence."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was checked. `right`: None if it could not be."""

    right: bool | None
    sentence: str


def read(data: bytes) -> Record:
    """A record as it was exported. Raises RecordError."""
    try:
        record = msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(gettext("This is no record of a game: {why}.", why=str(error).rstrip("."))) from error
    if not SEED.fullmatch(record.seed):
        raise RecordError(gettext("This record has no seed: 64 digits from 0 to f."))
    return record


def check(record: Record) -> tuple[Finding, ...]:
    """What holds of the record, in the order in which it is believed."""
    return (_seed(record), _draws(record), _rules(record))


def _seed(record: Record) -> Finding:
    found = commitment(bytes.fromhex(record.seed))
    if found == record.commitment:
        return Finding(True, gettext("The seed has the fingerprint that the table showed before the game."))
    sentence = later("The seed has the fingerprint {found}, and the table showed {shown}.")
    return Finding(False, gettext(sentence, found=found, shown=record.commitment))


def _draws(record: Record) -> Finding:
    dice, drawn = dice_from(bytes.fromhex(record.seed), record.words), 0
    for at, action in enumerate(record.actions):
        for range_, result in action.draws:
            if range_ < 2 or draw(dice, drawn, range_) != result:
                sentence = later("Draw {draw}, in move {move}, does not follow from the seed and the words.")
                return Finding(False, gettext(sentence, draw=drawn + 1, move=at))
            drawn += 1
    return Finding(True, gettext("All {draws} draws follow from the seed and the words.", draws=drawn))


def _rules(record: Record) -> Finding:
    game = GAMES.get(record.game)
    if game is None:
        return Finding(None, gettext("This house does not know the game, so the moves were not played again."))
    if any(action.edition != game.edition for action in record.actions):
        return Finding(None, gettext("The rules have changed since this game, so the moves were not played again."))
    try:
        _replay(game, record)
    except AstrayError as astray:
        return Finding(False, str(astray))
    return Finding(True, gettext("Played again by the rules, every move has the same outcome, and so has the game."))


def _replay(game: Game, record: Record) -> None:
    made = [(action.seat, action.move) for action in record.actions]
    seats = dealt_to(len(record.names), made)
    deal = Deal(seats, record.options, bytes.fromhex(record.seed), record.words)
    state: Any = None
    for at, (action, step) in enumerate(zip(record.actions, replay(game, deal, made), strict=True)):
        if not (_is_told(action) if step.outcome is None else _is_made(step.outcome, action)):
            raise AstrayError(gettext("By the rules move {move} has another outcome.", move=at))
        state = step.state
    result = None if state is None else game.result(state)
    if result is None or not same(_plain(record.result), _plain(result)):
        raise AstrayError(gettext("By the rules this game has another result."))


def _is_told(action: Action) -> bool:
    """Whether the house told one line, of what its move says, and drew nothing."""
    return not action.draws and [line.key for line in action.log] == [action.move.get("type")]


def _is_made(outcome: Outcome, action: Action) -> bool:
    told = [(line.key, line.arguments) for line in action.log]
    facts = [(event.public.key, event.public.arguments) for event in outcome.events]
    return same((facts, outcome.draws), (told, action.draws))


def _plain(result: contract.Result | Result) -> Any:
    """A result without its sentences, whose words may be others by now."""
    standings = [
        (one.seat, one.place, one.total, [(part.words.key, part.words.arguments, part.points) for part in one.parts])
        for one in result.standings
    ]
    return (result.winners, result.how.key, result.how.arguments, standings)
