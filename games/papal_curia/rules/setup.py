"""Section 6 of the rules: who plays which Realm, what each starts with, and which Areas are closed."""

from games.kernel.contract import Outcome
from games.kernel.dice import Cup, dice_from
from games.kernel.events import Reason, Seat
from games.papal_curia import curia
from games.papal_curia.box import CHRISTIANS, COURTS, CROWNS, FULL_DECK, HOME, LEAST_SEATS, MOST_SEATS, PROVINCES, Realm
from games.papal_curia.rules.rounds import begin_age
from games.papal_curia.state import SOURCES, Army, Hand, Mat, Options, State
from games.papal_curia.table import Table


def misfit(seats: int, options: Options) -> Reason | None:
    """Why these options can't be played with so many (PC-6.1)."""
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        return Reason("PC-6.1", "refuse.seats", {"least": LEAST_SEATS, "most": MOST_SEATS})
    if len(options.realms) > seats:
        return Reason("PC-6.1", "refuse.realms.seats")
    picked = [realm for realm in options.realms if realm is not None]
    if len(set(picked)) < len(picked):
        return Reason("PC-6.1", "refuse.realms.twice")
    return None


def setup(seats: int, options: Options, seed: bytes, words: str) -> Outcome:
    """The table as the first round finds it. Raises ValueError if the options don't fit so many seats."""
    if unfit := misfit(seats, options):
        raise ValueError(f"{unfit.clause}: {unfit.key}")
    cup = Cup(dice_from(seed, words))
    realms = _realms(seats, options, cup)
    table = Table(_empty(realms, options, cup))
    table.cup = cup
    for seat in sorted(range(seats), key=lambda seat: CROWNS.index(realms[seat])):
        table.tell("event.realm", who=seat, realm=realms[seat])
    table.deck = tuple(cup.shuffled(FULL_DECK))
    for _ in range(2):
        for seat in range(seats):
            table.draw(seat)
    table.tell("event.dealt", cards=2)
    begin_age(table, 1)
    return table.outcome()


def _realms(seats: int, options: Options, cup: Cup) -> tuple[Realm, ...]:
    """Those picked, and the others dealt at random (PC-6.1)."""
    picked = (*options.realms, *(None,) * (seats - len(options.realms)))
    dealt = cup.shuffled([realm for realm in CROWNS if realm not in picked])
    return tuple(realm or dealt.pop() for realm in picked)


def _empty(realms: tuple[Realm, ...], options: Options, cup: Cup) -> State:
    """The map and the mats of PC-6.2, before any card is dealt. Crowns without a player own nothing (PC-6.3)."""
    order = tuple(sorted(range(len(realms)), key=lambda seat: CROWNS.index(realms[seat])))
    return State(
        seats=len(realms),
        options=options,
        dice=cup.dice(),
        age=1,
        round=0,
        order=order,
        phase="actions",
        question=None,
        then=(),
        mats=tuple(_mat(realm, order.index(seat), len(realms)) for seat, realm in enumerate(realms)),
        hands=(Hand(),) * len(realms),
        deck=(),
        discards=(),
        events=(),
        event="",
        owners=tuple(_owner(province.owner, realms) for province in PROVINCES),
        occupiers=(None,) * len(PROVINCES),
        allies=(None,) * len(CHRISTIANS),
        wars=(),
        curia=curia.start(order),
        token=None,
        committed=(),
        reformed=False,
    )


def _owner(printed: Realm, realms: tuple[Realm, ...]) -> Realm | None:
    return printed if printed in realms or printed not in CROWNS else None


def _mat(realm: Realm, left_of_it: Seat, seats: int) -> Mat:
    """PC-6.2. `left_of_it`: how many PRs stand left of it in the Curia."""
    return Mat(
        realm=realm,
        catholic=True,
        adm=3,
        dip=3,
        mil=3,
        ducats=6 + left_of_it * (2 if seats <= 3 else 1),
        stability=0,
        advisors=(),
        earned=(0,) * len(SOURCES),
        armies=(Army(HOME[realm], 3, 0),),
        influence=(0,) * len(COURTS),
        turns=0,
        passed=False,
        attacked=(),
    )
