"""What each report makes of the facts, and what is told of it: part A carries it out (`games.papal_curia.curia`)."""

from collections.abc import Iterable

from msgspec.structs import replace

import games.papal_curia.curia as curia
from games.curia_companion.box import code, number
from games.curia_companion.state import (
    AgeEnded,
    Allied,
    Banned,
    Committed,
    Converted,
    CrusadeEnded,
    Crusading,
    Died,
    Excommunicated,
    Facts,
    Gained,
    GameOver,
    Left,
    Lost,
    LostRoma,
    Move,
    Parted,
    PhaseFour,
    RoundEnded,
    Stands,
    Step,
    Ticked,
    TookRoma,
)
from games.kernel.events import Argument, Fact
from games.papal_curia.curia import Crown, Crusade, Curia, Excommunication, Turned

Carried = tuple[Facts, tuple[Fact, ...]]
"""The facts after a report, and what is told: the report itself first, then what follows from it."""


def carried_out(facts: Facts, move: Move) -> Carried:
    """A report that `reports` offers open. Raises TypeError for any other move."""
    settled = facts if isinstance(move, Stands) else replace(facts, fresh=False)
    match move:
        case Stands(crown=crown):
            return _stand(settled, number(crown))
        case Gained(crown=crown):
            return _turn(settled, curia.gain(facts.curia, number(crown)), _told("gained", crown))
        case Lost(crown=crown, slot=slot) | Died(crown=crown, slot=slot):
            told = _told("lost" if isinstance(move, Lost) else "died", crown)
            return _turn(settled, _losing(facts.curia, number(crown), slot), told, by_name=False)
        case Allied(crown=crown):
            return _turn(settled, curia.befriend(facts.curia, number(crown)), _told("allied", crown))
        case Parted(crown=crown):
            return _turn(settled, curia.befriend(facts.curia, None), _told("parted", crown))
        case TookRoma(crown=crown):
            return _turn(settled, curia.enthrone(facts.curia, number(crown)), _told("took_roma", crown))
        case LostRoma(crown=crown):
            return _turn(settled, curia.enthrone(facts.curia, None), _told("lost_roma", crown))
        case Converted(crown=crown):
            return _convert(settled, number(crown))
        case Left(crown=crown):
            return _leave(settled, number(crown))
        case Excommunicated() | Banned() | Crusading() | Committed():
            return _papal_action(settled, move)
        case PhaseFour() | Ticked() | CrusadeEnded() | RoundEnded() | AgeEnded() | GameOver():
            return _phase(settled, move)
        case _:
            raise TypeError(f"no such report: {move!r}")


def _told(key: str, crown: str, **more: Argument) -> Fact:
    return Fact(f"event.{key}", {"crown": crown, **more})


def _turn(facts: Facts, turned: Turned, told: Fact, by_name: bool = True) -> Carried:
    """The Curia as it turned: told with who returns a Cardinal, who holds Roma, who is Controller, where that is new.
    `by_name`: the Cardinals that left the track by it are named; else they are what the report is about."""
    new = replace(facts, curia=turned.curia)
    returned = tuple(_told("returned", code(owner)) for owner in turned.returned if by_name)
    return new, (told, *returned, *_roma(facts.curia, new.curia), *controller(facts.curia, new.curia))


def _roma(before: Curia, now: Curia) -> Iterable[Fact]:
    if now.roma != before.roma:
        yield Fact("event.roma_empty") if now.roma is None else _told("roma", code(now.roma))


def controller(before: Curia, now: Curia) -> Iterable[Fact]:
    """Who is Papal Controller now and why, if it, or whether it is contested, has changed."""
    was, is_ = curia.control(before), curia.control(now)
    if (was.controller, was.prize) != (is_.controller, is_.prize):
        yield told_controller(now)


def told_controller(now: Curia) -> Fact:
    """Who is Papal Controller and why: most of all, Roma, or the leftmost among the tied."""
    found = curia.control(now)
    if found.controller is None:
        return Fact("event.controller.none")
    key: str = "uncontested" if found.uncontested else found.by
    rivals: dict[str, Argument] = {}
    if len(found.tied) > 1:
        rivals = {"other": code(found.tied[1]), "rivals": len(found.tied) - 1}
        key += "" if len(found.tied) == 2 else ".several"
    return _told(f"controller.{key}", code(found.controller), cardinals=found.cardinals, prize=found.prize, **rivals)


def _stand(facts: Facts, crown: Crown) -> Carried:
    slots = (crown, *(other for other in facts.curia.slots if other != crown))
    return _turn(facts, Turned(replace(facts.curia, slots=slots)), _told("stands", code(crown)))


def _losing(now: Curia, crown: Crown, slot: int | None) -> Turned:
    """Where no slot is named, all lead to the same track, and the rightmost goes."""
    return curia.lose(now, slot or now.places(crown)[-1])


def _convert(facts: Facts, crown: Crown) -> Carried:
    if crown in facts.curia.catholics:
        return _turn(facts, curia.leave(facts.curia, crown), _told("protestant", code(crown)))
    return _turn(facts, curia.convert(facts.curia, crown), _told("catholic", code(crown)))


def _leave(facts: Facts, crown: Crown) -> Carried:
    """Whoever leaves the game is no longer Catholic, ally, or master of Roma, nor Committed."""
    gone = curia.leave(facts.curia, crown)
    freed = curia.befriend(gone.curia, None) if gone.curia.ally == crown else Turned(gone.curia)
    last = curia.enthrone(freed.curia, None) if freed.curia.ruler == crown else freed
    crowns = tuple(other for other in facts.crowns if other != crown)
    committed = tuple(other for other in facts.committed if other != crown)
    without = replace(facts, crowns=crowns, committed=committed)
    return _turn(without, replace(last, returned=gone.returned), _told("left", code(crown)))


def _papal_action(facts: Facts, move: Move) -> Carried:
    match move:
        case Excommunicated(crown=crown, slot=slot):
            struck = replace(facts, token=Excommunication(crown))
            if not facts.curia.regular(number(crown)):
                return struck, (_told("excommunicated.spared", crown),)
            turned = _losing(facts.curia, number(crown), slot)
            return _turn(struck, turned, _told("excommunicated", crown), by_name=False)
        case Banned(crown=crown, realm=realm):
            return replace(facts, token=Excommunication(realm)), (_told("banned", crown, realm=realm),)
        case Crusading(crown=crown, area=area, leads=leads):
            led = leads == "yes"
            called = replace(facts, token=Crusade(area, number(crown)), committed=(number(crown),) if led else ())
            return called, (_told("crusade.led" if led else "crusade", crown, area=area),)
        case Committed(crown=crown):
            committed = (*facts.committed, number(crown))
            return replace(facts, committed=committed), (_told("committed", crown),)
        case _:
            raise TypeError(f"no Papal Action: {move!r}")


def _phase(facts: Facts, move: Move) -> Carried:
    match move:
        case PhaseFour():
            return replace(facts, left=_steps(facts)), (Fact("event.phase_4"),)
        case Ticked(step=step):
            return _tick(facts, step)
        case CrusadeEnded(muslims=muslims, present=present):
            there = tuple(number(crown) for crown in present)
            prizes = scores(facts, there, muslims == "yes")
            won = Fact("event.crusade_ended.no" if muslims == "no" else "event.crusade_ended.yes")
            return _ticked(facts), (won, *(prize for prize in prizes if prize.key != "event.prize.uncontested"))
        case RoundEnded():
            told = Fact("event.round_ended", {"round": facts.round + 1})
            return replace(facts, round=facts.round + 1, left=None), (told,)
        case AgeEnded():
            told = Fact("event.age_ended", {"age": facts.age + 1})
            return replace(facts, age=facts.age + 1, round=1, left=None), (told,)
        case GameOver():
            return facts, (Fact("event.over"),)
        case _:
            raise TypeError(f"no phase: {move!r}")


def _steps(facts: Facts) -> tuple[Step, ...]:
    crusade: tuple[Step, ...] = ("crusade",) if isinstance(facts.token, Crusade) else ()
    token: tuple[Step, ...] = ("token",) if facts.token is not None else ()
    return ("advisors", "diplomatic", "prize", *crusade, *token)


def _ticked(facts: Facts) -> Facts:
    return replace(facts, left=(facts.left or ())[1:])


def _tick(facts: Facts, step: str) -> Carried:
    """A step for whoever is Controller at this moment (PC-3.5)."""
    now = curia.control(facts.curia)
    done = _ticked(facts)
    if step == "token":
        return replace(done, token=None, committed=()), (Fact("event.ticked.token"),)
    if now.controller is None:
        return done, (Fact(f"event.ticked.{step}.nobody"),)
    key = "contested" if step == "prize" and not now.prize else step
    return done, (_told(f"ticked.{key}", code(now.controller), points=now.prize),)


def scores(facts: Facts, present: Iterable[Crown], muslims_left: bool) -> tuple[Fact, ...]:
    """What phase 4 E gives and takes, in its order (PC-4.6)."""
    prizes = curia.phase_4_e(facts.curia, facts.token, facts.committed, tuple(present), muslims_left)
    return tuple(_told(f"prize.{prize.why}", code(prize.crown), points=abs(prize.points)) for prize in prizes)
