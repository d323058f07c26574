"""What programs send, field by field. Each kind of value is meant: "1" is no number, and unknown fields are refused."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from app.lobby.passwords import LONGEST as LONGEST_PASSWORD

NAME, WORD = 200, 200
"""Characters taken of a field; what is meant has fewer, and its own refusal."""

UNHOLDABLE = "The body holds characters that no database and no page can hold. Take them out and send it again."


class Body(BaseModel):
    """A JSON object in the body of a call."""

    model_config = ConfigDict(strict=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _is_plain(cls, sent: Any) -> Any:
        if any("\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text) for text in _texts(sent)):
            raise ValueError(UNHOLDABLE)
        return sent


def _texts(sent: Any) -> Iterator[str]:
    """Every text in it, keys too, however deep."""
    left = [sent]
    while left:
        match left.pop():
            case str() as text:
                yield text
            case dict() as table:
                left += [*table, *table.values()]
            case list() as several:
                left += several


class NewClock(Body):
    """How long a turn may take, after which a bot plays it: `turn` with `seconds`, `bank` with `minutes` for the whole
    game and an `increment` of seconds a turn, or `days` with `days` a turn. What is left out is as in the lobby."""

    kind: str = Field(max_length=WORD, examples=["turn"])
    seconds: int | None = None
    minutes: int | None = None
    increment: int | None = None
    days: int | None = None


class NewTable(Body):
    """A table to open. `seats` is the number of chairs; `options` are house rules by name, what is left out is played
    as printed; `first` is the seat that starts."""

    game: str = Field(max_length=WORD, examples=["pope-or-nope"])
    name: str = Field(max_length=NAME, examples=["Ada"])
    seats: int | None = None
    options: dict[str, Any] = {}
    clock: NewClock | None = None
    private: bool | None = Field(None, description="false: the table stands on the first page for everybody")
    watchers: bool | None = Field(None, description="false: only who sits at the table sees it")
    password: str | None = Field(None, max_length=LONGEST_PASSWORD)
    pace: str | None = Field(None, max_length=WORD, description="how long bots wait: brisk, calm (as left out) or slow")


class NewSeat(Body):
    """Who sits down: a guest by `name`, with the table's `password` if it has one; or a `bot` of this level, sent with
    the host's key."""

    name: str | None = Field(None, max_length=NAME, examples=["Bea"])
    password: str | None = Field(None, max_length=LONGEST_PASSWORD)
    bot: str | None = Field(None, max_length=WORD, examples=["courtier"])


class Words(Body):
    """What you want to be mixed into the seed before the deal, at most 60 characters; "" for nothing."""

    words: str = Field(max_length=NAME, examples=["tu es Petrus"])


class Pick(Body):
    """What a seat picks before the game, as the game's `pick` lists it; null leaves it to the lot. `seat`: a bot's,
    with the host's key; left out, your own."""

    pick: str | None = Field(max_length=WORD, examples=["FRANCE"])
    seat: int | None = Field(None, ge=0)


class Start(Body):
    """`sure`: start although somebody isn't ready."""

    sure: bool = False


class NewMove(Body):
    """A move. `question` is what the choice names; `move` has the choice's move as `type`, and its fields filled; `key`
    is any text of 1 to 40 letters and digits, a new one for each move: the same key again gets the first answer again.
    """

    question: str | int = Field(examples=["12"])
    move: dict[str, Any] = Field(examples=[{"type": "pass"}])
    key: str = Field(max_length=WORD, examples=["6f1c2a"])
