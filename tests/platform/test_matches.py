"""`conclave simulate --bots a,b`: half the seats against half."""

import json

import msgspec
import pytest

from app import matches
from app.cli import main
from games import RULED
from games.kernel.bots import AT_ONCE, Bot, random_bot
from games.kernel.contract import Game

GAME = RULED["pope-or-nope"]


def with_bots(**bots: Bot) -> Game:
    return msgspec.structs.replace(GAME, bots=bots)


def test_a_bot_against_itself_wins_half() -> None:
    for seats in (2, 3):
        played = matches.match(with_bots(), seats, 4, 1, ("random", "random"), AT_ONCE)
        assert (played.share, played.from_, played.to) == (0.5, 0.5, 0.5), "each deal is played from both sides"


def test_seats_change_and_shares_are_counted() -> None:
    seated: list[str] = []

    def noted(name: str) -> Bot:
        return Bot(lambda asked, chance: seated.append(f"{name}{asked.seat}") or random_bot.answer(asked, chance))

    played = matches.match(with_bots(one=noted("a"), other=noted("b")), 4, 12, 1, ("one", "other"), AT_ONCE)
    assert {*seated} == {f"{name}{seat}" for name in "ab" for seat in range(4)}
    assert played.games == 12
    assert played.from_ <= played.share <= played.to


def test_the_stronger_wins_more() -> None:
    game = RULED["papal-curia"]
    played = matches.match(game, 2, 6, 1, ("courtier", "random"), AT_ONCE)
    assert played.share > 0.9
    assert played.share + matches.match(game, 2, 6, 1, ("random", "courtier"), AT_ONCE).share == 1.0


def test_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "pope-or-nope", "--seats", "2", "--games", "3", "--bots", "random,random"]
    main([*arguments, "--json"])
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["bots"], told["share"], told["from"]) == (4, ["random", "random"], 0.5, 0.5)
    main(arguments)
    assert "random against random: 50.0% of the wins (95%: 50.0% to 50.0%)" in capsys.readouterr().out
