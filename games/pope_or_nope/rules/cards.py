"""Section 4 of the rules: on which pile a card may go, when the page asks first, and what the card does."""

from functools import lru_cache
from typing import Literal

from games.kernel.events import Fact, Reason, Seat
from games.pope_or_nope.box import KIND, LEVEL
from games.pope_or_nope.rules.piles import Top, read
from games.pope_or_nope.state import Options, Pile
from games.pope_or_nope.table import Table

Whose = Literal["own", "mate", "rival"]
"""A pile as the player sees it: the own, a team-mate's, or an opponent's."""

Ban = tuple[str, str]
"""Why a card can't go on a pile: the clause, and a key of the words."""


def whose(options: Options, seat: Seat, owner: Seat) -> Whose:
    """What the owner's pile is to this seat."""
    if seat == owner:
        return "own"
    return "mate" if options.side(seat) == options.side(owner) else "rival"


@lru_cache(maxsize=1 << 16)
def ban(card: str, cards: tuple[str, ...], pile: Whose, broad: bool) -> Ban | None:
    """Why this card may not follow on a pile of these cards; None: it may. `broad`: the house rule `cancello`."""
    top = read(cards)
    match KIND[card]:
        case "DEED":
            return _ban_deed(LEVEL[card], top, pile)
        case "CROSS":
            return _ban_cross(LEVEL[card], top, pile)
        case "POPE":
            return _ban_pope(top, pile)
        case "REDUCO":
            return _ban_reduco(top)
        case "NOPE":  # on any card in play (PN-4.5)
            return None
        case "CANCELLO":
            return _ban_cancello(cards[-1], top, broad)
        case "DRAW" | "OPPORTUNITAS":
            return ("PN-4.7" if card == "DRAW" else "PN-4.6", "refuse.no_pile")
        case _:
            raise ValueError(f"no such card: {card}")


def _ban_closed(top: Top) -> Ban | None:
    """Only NOPE goes on a NOPE (PN-4.5) or on an infallible POPE (PN-3.3)."""
    if top.kind == "NOPE":
        return "PN-4.5", "refuse.sealed"
    if top.infallible:
        return "PN-3.3", "refuse.infallible"
    return None


def _ban_deed(level: int, top: Top, pile: Whose) -> Ban | None:
    if pile == "rival":
        return "PN-4.1", "refuse.deed.rival"
    if top.kind == "OPPORTUNITAS":  # any level (PN-4.6)
        return None
    if closed := _ban_closed(top):
        return closed
    return None if top.level == level - 1 else ("PN-4.1", "refuse.deed.level")


def _ban_pope(top: Top, pile: Whose) -> Ban | None:
    if pile == "rival":
        return "PN-4.10", "refuse.pope.rival"
    if top.kind == "OPPORTUNITAS":
        return "PN-4.4", "refuse.pope.empty"
    return _ban_closed(top)


def _ban_cross(level: int, top: Top, pile: Whose) -> Ban | None:
    if pile == "own":
        return "PN-4.2", "refuse.cross.own"
    if closed := _ban_closed(top):
        return closed
    if top.kind != "DEED":
        return "PN-4.2", "refuse.cross.no_deed"
    return None if top.level == level else ("PN-4.2", "refuse.cross.level")


def _ban_reduco(top: Top) -> Ban | None:
    if closed := _ban_closed(top):
        return closed
    if top.kind == "OPPORTUNITAS":
        return "PN-4.3", "refuse.reduco.empty"
    if top.pope:
        return "PN-4.3", "refuse.reduco.pope"
    return None if top.level else ("PN-4.3", "refuse.reduco.zero")


def _ban_cancello(uncovered: str, top: Top, broad: bool) -> Ban | None:
    if top.infallible:
        return "PN-4.8", "refuse.cancello.infallible"
    stamped = ("REDUCO", "OPPORTUNITAS", "POPE", "NOPE") if broad else ("REDUCO", "OPPORTUNITAS")
    return None if uncovered in stamped else ("PN-4.8", "refuse.cancello.unstamped")


@lru_cache(maxsize=1 << 16)
def caution(card: str, cards: tuple[str, ...], pile: Whose) -> Reason | None:
    """Why the page asks before this play: it would hurt the player's own side, or do nothing."""
    top = read(cards)
    match KIND[card]:
        case "NOPE" if top.kind == "NOPE":
            return Reason("PN-4.5", "caution.nope.nope")
        case "NOPE" if pile != "rival":
            return Reason("PN-4.5", f"caution.nope.{pile}")
        case "CROSS" if pile == "mate":
            return Reason("PN-4.2", "caution.cross.mate")
        case "REDUCO" if pile != "rival" and top.stands:
            return Reason("PN-4.3", f"caution.reduco.{pile}")
        case "CANCELLO" if pile != "rival" and cards[-1] == "OPPORTUNITAS":
            return Reason("PN-4.12", f"caution.cancello.{pile}")
        case "CANCELLO" if pile != "rival" and cards[-1] == "POPE":
            return Reason("PN-4.8", f"caution.cancello.pope.{pile}")
        case _:  # every other play is the player's business
            return None


def reason(why: Ban, card: str, pile: Pile) -> Reason:
    """A ban in full, with what its sentence may name."""
    clause, key = why
    top = read(pile.cards)
    return Reason(
        clause, key, {"card": card, "owner": pile.owner, "level": top.level, "needs": max(LEVEL.get(card, 1) - 1, 0)}
    )


def no_target(card: str, teams: bool, broad: bool) -> Reason:
    """Why a card can go nowhere at present (PN-4.9), in the words of its own clause."""
    side = "team" if teams else "own"
    match KIND[card]:
        case "DEED" if card == "DEED-1":
            return Reason("PN-4.1", f"refuse.nowhere.deed.first.{side}", {"card": card})
        case "DEED":
            return Reason("PN-4.1", f"refuse.nowhere.deed.{side}", {"card": card, "needs": LEVEL[card] - 1})
        case "CROSS":
            return Reason("PN-4.2", "refuse.nowhere.cross", {"card": card, "level": LEVEL[card]})
        case "REDUCO":
            return Reason("PN-4.3", "refuse.nowhere.reduco")
        case "POPE":
            return Reason("PN-4.4", f"refuse.nowhere.pope.{side}")
        case "NOPE":
            return Reason("PN-4.5", "refuse.nowhere.nope")
        case "CANCELLO":
            return Reason("PN-4.8", f"refuse.nowhere.cancello.{'broad' if broad else 'strict'}")
        case _:
            raise ValueError(f"{card} needs no target")


def play(table: Table, seat: Seat, card: str, number: int | None) -> None:
    """Carry out a play that no ban forbids."""
    table.take(seat, card)
    match KIND[card]:
        case "DRAW":
            _draw_two(table, seat)
        case "OPPORTUNITAS":
            pile = table.start_pile(seat, card)
            table.tell("event.opportunitas", who=seat, pile=pile.number)
        case "CANCELLO" if number is not None:
            _cancel(table, seat, number)
        case _ if number is not None:
            _lay(table, seat, card, number)
        case _:
            raise ValueError(f"{card} is played on a pile")


def _draw_two(table: Table, seat: Seat) -> None:
    """PN-4.7: what there is, two at most; the DRAW 2 itself goes to the discards after it."""
    drawn = [card for card in (table.draw(seat), table.draw(seat)) if card is not None]
    table.discards.append("DRAW")
    table.draws_spent += 1
    public = Fact(f"event.draw.{len(drawn)}", {"who": seat})
    named = dict(zip(("first", "second"), drawn, strict=False))
    table.tell_some(public, {seat: Fact(f"event.draw.{len(drawn)}.mine", {**named})} if drawn else {})


def _cancel(table: Table, seat: Seat, number: int) -> None:
    """PN-4.8: the uncovered card and the CANCELLO are both discarded; what lay under it is as it was."""
    owner = table.piles[number].owner
    gone = table.uncover(number)
    table.discards.append("CANCELLO")
    side = "own" if seat == owner else "other"
    if number not in table.piles:
        table.tell(f"event.cancello.opportunitas.{side}", who=seat, owner=owner, pile=number)
        return
    top = read(table.piles[number].cards)
    table.tell(
        f"event.cancello.{gone.lower()}.{side}",
        who=seat,
        owner=owner,
        pile=number,
        level=top.level,
    )


def _lay(table: Table, seat: Seat, card: str, number: int) -> None:
    before = read(table.piles[number].cards)
    pile = table.lay(seat, card, number)
    side = "own" if seat == pile.owner else "other"
    after = read(pile.cards)
    table.tell(
        f"event.{_deed_done(card, before, after)}.{side}",
        who=seat,
        owner=pile.owner,
        pile=number,
        card=card,
        level=after.level,
        was=before.level,
    )


def _deed_done(card: str, before: Top, after: Top) -> str:
    """What laying this card amounts to, as a part of an event's key."""
    match KIND[card]:
        case "DEED" if before.kind == "OPPORTUNITAS":
            return "fill"
        case "POPE" if after.infallible:
            return "infallible"
        case "DEED" if before.stands:
            return "raise"
        case "DEED":
            return "redeem"
        case "POPE":
            return "pope" if before.stands else "pope.redeem"
        case "CROSS":
            return "cross"
        case "REDUCO" if before.kind == "CROSS":
            return "reduco.cross"
        case "REDUCO":
            return "reduco.deed" if after.level else "reduco.zero"
        case "NOPE":
            return "nope.again" if before.kind == "NOPE" else "nope"
        case _:
            raise ValueError(f"{card} never lies on a pile")
