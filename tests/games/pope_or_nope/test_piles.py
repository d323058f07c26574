"""Sections 3 and 7 of the rules: what a pile's top counts as, and what may follow on each of the 22 stacks."""

import re

import pytest

from games.pope_or_nope import GAME
from games.pope_or_nope.box import CARDS
from games.pope_or_nope.rules.piles import Top, read
from games.pope_or_nope.state import Play
from tests.games.clauses import rule, rules_page
from tests.games.pope_or_nope.positions import cards, hand, play, position, refused, stack

ROMAN = {"0": 0, "I": 1, "II": 2, "III": 3, "IV": 4}
INFALLIBLE = Top("DEED", 5, pope=True)


@rule("PN-3.1")
def test_only_the_top_of_a_pile_can_be_played_on() -> None:
    state = position((1, "DEED-1 DEED-2"), hands={0: "CROSS-1 CROSS-2"})
    assert refused(state, Play("CROSS-1", 1)).key == "refuse.cross.level"
    assert stack(play(state, "CROSS-2", 1)) == ("DEED-1", "DEED-2", "CROSS-2")


@rule("PN-3.1")
def test_a_pile_is_its_owners_whoever_played_on_it() -> None:
    state = position((0, "DEED-1"), (1, "DEED-1"), hands={0: "REDUCO"})
    (pile,) = (pile for pile in play(state, "REDUCO", 2).piles if pile.number == 2)
    assert (pile.owner, pile.by) == (1, (1, 0))


@rule("PN-3.1")
def test_each_opportunitas_gives_one_more_pile() -> None:
    state = position((0, "DEED-1"), hands={0: "OPPORTUNITAS OPPORTUNITAS"}, seats=2)
    state = play(state, "OPPORTUNITAS")
    assert [(pile.number, pile.owner) for pile in state.piles] == [(1, 0), (2, 0)]


@rule("PN-3.2")
@pytest.mark.parametrize(
    ("text", "top"),
    [
        ("DEED-3", Top("DEED", 3)),
        ("DEED-3 CROSS-3", Top("CROSS", 3)),
        ("DEED-3 REDUCO", Top("DEED", 2)),
        ("DEED-3 CROSS-3 REDUCO", Top("CROSS", 2)),
        ("DEED-2 POPE", Top("DEED", 3, pope=True)),
        ("DEED-2 CROSS-2 POPE", Top("DEED", 3, pope=True)),
        ("DEED-2 NOPE", Top("NOPE", 0)),
        ("OPPORTUNITAS", Top("OPPORTUNITAS", 0)),
    ],
)
def test_the_top_is_read_upwards(text: str, top: Top) -> None:
    assert read(cards(text)) == top


@rule("PN-3.3")
def test_a_pope_on_level_four_is_infallible() -> None:
    assert read(cards("DEED-4 POPE")) == read(cards("DEED-4 CROSS-4 POPE")) == INFALLIBLE
    assert read(cards("DEED-3 POPE POPE")) == INFALLIBLE
    state = position((0, "DEED-4 POPE"), hands={0: "POPE DEED-4 REDUCO CANCELLO NOPE"}, cancello="broad")
    for card in ("POPE", "DEED-4", "REDUCO", "CANCELLO"):
        assert "infallible" in refused(state, Play(card, 1)).key
    assert read(stack(play(state, "NOPE", 1))) == Top("NOPE", 0)


@rule("PN-3.3")
def test_a_pope_on_level_zero_acts_as_deed_one() -> None:
    assert read(cards("DEED-1 REDUCO POPE")) == Top("DEED", 1, pope=True)
    assert read(cards("DEED-1 CROSS-1 REDUCO POPE")) == Top("DEED", 1, pope=True)


@rule("PN-3.3")
def test_the_effective_level_counts_for_a_pope() -> None:
    assert read(cards("DEED-4 REDUCO POPE")) == Top("DEED", 4, pope=True)


@rule("PN-3.4")
@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("DEED-1", True),
        ("DEED-1 POPE", True),
        ("DEED-4 POPE", True),
        ("DEED-2 REDUCO", True),
        ("DEED-1 REDUCO", False),
        ("DEED-1 CROSS-1", False),
        ("DEED-1 NOPE", False),
        ("OPPORTUNITAS", False),
    ],
)
def test_a_pile_stands_with_a_deed_of_level_one_or_more(text: str, stands: bool) -> None:
    assert read(cards(text)).stands == stands


def code(name: str) -> str:
    """`DEED II` of the rules page as a card code."""
    kind, _, level = name.partition(" ")
    return f"{kind}-{ROMAN[level]}" if level else kind


def rows() -> list[tuple[str, str, int, str]]:
    """The table of section 7: stack, top, points, what may follow."""
    page = rules_page(GAME).partition("## 7 ")[2]
    lines = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    return [(pile, top, int(scores), follow) for pile, top, scores, follow in lines[1:]]


STACKS = pytest.mark.parametrize(("pile", "top", "scores", "follow"), rows(), ids=[row[0] for row in rows()])


def the_stack(pile: str) -> str:
    return " ".join(code(name) for name in pile.split(", "))


def named_top(text: str) -> Top:
    """`CROSS I`, `POPE as III`, `infallible`, `empty`, `NOPE` of the rules page."""
    if text in ("infallible", "empty", "NOPE"):
        return {"infallible": INFALLIBLE, "empty": Top("OPPORTUNITAS", 0), "NOPE": Top("NOPE", 0)}[text]
    kind, _, level = text.replace("POPE as", "POPE").partition(" ")
    return Top("DEED", ROMAN[level], pope=True) if kind == "POPE" else Top(kind, ROMAN[level])  # type: ignore[arg-type]


def may_follow(text: str, owner: bool) -> set[str]:
    """The cards that the table lets follow, from the owner's hand or from another's."""
    allowed: set[str] = set()
    for entry in re.sub(r" \(.*?\)", "", text).split(", "):
        own, name = entry.startswith("own "), entry.removeprefix("own ")
        if name == "DEED of any level":
            allowed |= {f"DEED-{level}" for level in range(1, 5)} if owner else set()
        elif own == owner or not (own or name.startswith("CROSS")):
            allowed.add(code(name))
    return allowed


def test_the_table_has_all_22_stacks() -> None:
    assert len(rows()) == 22


@STACKS
def test_what_the_top_counts_as_and_scores(pile: str, top: str, scores: int, follow: str) -> None:
    assert read(cards(the_stack(pile))) == named_top(top)
    state = position((1, the_stack(pile)))
    assert GAME.view(state, None).projected == (0, scores, 0, 0)


@STACKS
@pytest.mark.parametrize("owner", [True, False], ids=["owner", "other"])
def test_what_may_follow(pile: str, top: str, scores: int, follow: str, owner: bool) -> None:
    allowed = may_follow(follow, owner)
    for card in CARDS:
        if card in ("DRAW", "OPPORTUNITAS") or (card in ("POPE", "NOPE") and the_stack(pile).count(card) == 2):
            continue
        state = position((0 if owner else 1, the_stack(pile)), hands={0: card})
        plays = [choice for choice in GAME.choices(state, 0) if choice.move == "play"]
        assert [choice.barred is None for choice in plays] == [card in allowed], card
        if card in allowed:
            assert hand(play(state, card, 1), 0) == ()
        else:
            assert refused(state, Play(card, 1)).clause.startswith("PN-")
