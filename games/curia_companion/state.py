"""The State: the facts of the Curia as reported, what they were before each report, and the closed list of reports."""

from typing import Literal

import msgspec

from games.kernel.dice import Dice
from games.kernel.events import Fact, Seat
from games.papal_curia.curia import Crown, Curia, Token

Part = Literal["catholic", "other", "out"]
"""How a crown takes part: Catholic, of another faith, or not in the game."""

Step = Literal["advisors", "diplomatic", "prize", "crusade", "token"]
"""What is ticked in phase 4: 4 B, 4 D, and the parts of 4 E in the order of PC-4.6."""


class Options(msgspec.Struct, frozen=True):
    """The set-up (PC-16.1). A field for each crown, by its name in `box.CROWNS`; `reporters`: all seats, or the first
    alone; `last_bonus`: whether the last Controller scores the number of Catholic realms (PC-16.6)."""

    castile: Part = "catholic"
    austria: Part = "catholic"
    france: Part = "catholic"
    england: Part = "catholic"
    poland: Part = "out"
    venice: Part = "out"
    ottomans: Part = "out"
    age: int = 1
    round: int = 1
    reporters: Literal["all", "first"] = "all"
    last_bonus: bool = True


class Facts(msgspec.Struct, frozen=True):
    """What is so on the board. `crowns`: in the game, of whatever faith. `left`: the steps of phase 4 that are not
    ticked yet, None before phase 4. `fresh`: nothing was reported yet but who stands first."""

    curia: Curia
    crowns: tuple[Crown, ...]
    age: int
    round: int
    token: Token | None = None
    committed: tuple[Crown, ...] = ()
    left: tuple[Step, ...] | None = None
    fresh: bool = True


class Past(msgspec.Struct, frozen=True):
    """The facts as they were before report `number`, and how that was told."""

    number: int
    facts: Facts
    told: Fact


class Told(msgspec.Struct, frozen=True):
    """A report as it was told. `number` counts from 1; `taken_back`: by an undo."""

    number: int
    seat: Seat
    fact: Fact
    taken_back: bool = False


class State(msgspec.Struct, frozen=True):
    """`past`: what can be undone, the last report last. `told`: the last reports, those taken back among them.
    `moves`: how many reports and undos were ever made, so that each form belongs to one state alone."""

    dice: Dice
    options: Options
    seats: int
    facts: Facts
    past: tuple[Past, ...] = ()
    told: tuple[Told, ...] = ()
    moves: int = 0
    over: bool = False


class Stands(msgspec.Struct, frozen=True, tag="stands"):
    """Before anything else: this crown's Cardinal stands at the far left (PC-1.6)."""

    crown: str


class Gained(msgspec.Struct, frozen=True, tag="gained"):
    """A Cardinal was gained."""

    crown: str


class Lost(msgspec.Struct, frozen=True, tag="lost"):
    """A regular Cardinal was lost. `slot`: which, if it matters."""

    crown: str
    slot: int | None


class Died(msgspec.Struct, frozen=True, tag="died"):
    """A regular Cardinal died. `slot`: which, if it matters."""

    crown: str
    slot: int | None


class Allied(msgspec.Struct, frozen=True, tag="allied"):
    """An alliance with the Papal States was made."""

    crown: str


class Parted(msgspec.Struct, frozen=True, tag="parted"):
    """The alliance with the Papal States ended."""

    crown: str


class TookRoma(msgspec.Struct, frozen=True, tag="took_roma"):
    """The Province of Roma is Controlled."""

    crown: str


class LostRoma(msgspec.Struct, frozen=True, tag="lost_roma"):
    """The Province of Roma is no longer Controlled."""

    crown: str


class Converted(msgspec.Struct, frozen=True, tag="converted"):
    """The State Religion changed: to Catholic, or away from it."""

    crown: str


class Excommunicated(msgspec.Struct, frozen=True, tag="excommunicated"):
    """The Controller excommunicated this crown. `slot`: which Cardinal it loses, if it matters."""

    crown: str
    slot: int | None


class Banned(msgspec.Struct, frozen=True, tag="banned"):
    """This crown, the Controller, excommunicated a Realm without a player."""

    crown: str
    realm: str


class Crusading(msgspec.Struct, frozen=True, tag="crusade"):
    """This crown, the Controller, called a crusade. `leads`: "yes" if it took the free war and is Committed."""

    crown: str
    area: str
    leads: str


class Committed(msgspec.Struct, frozen=True, tag="committed"):
    """A Holy War was declared: the crown is Committed to the crusade."""

    crown: str


class Left(msgspec.Struct, frozen=True, tag="left"):
    """A realm left the game."""

    crown: str


class PhaseFour(msgspec.Struct, frozen=True, tag="phase_4"):
    """Phase 4 began."""


class Ticked(msgspec.Struct, frozen=True, tag="ticked"):
    """A step of phase 4 is done."""

    step: str


class CrusadeEnded(msgspec.Struct, frozen=True, tag="crusade_ended"):
    """How the crusade stood in 4 E. `muslims`: "yes" if a Muslim Realm still Owns a Province there; `present`: who of
    the Committed has a Unit there."""

    muslims: str
    present: tuple[str, ...]


class RoundEnded(msgspec.Struct, frozen=True, tag="round_ended"):
    """The round ended."""


class AgeEnded(msgspec.Struct, frozen=True, tag="age_ended"):
    """The round ended, and the Age with it."""


class GameOver(msgspec.Struct, frozen=True, tag="game_over"):
    """The game on the board is over."""

    final: str


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """The last report is taken back."""


Move = (
    Stands
    | Gained
    | Lost
    | Died
    | Allied
    | Parted
    | TookRoma
    | LostRoma
    | Converted
    | Excommunicated
    | Banned
    | Crusading
    | Committed
    | Left
    | PhaseFour
    | Ticked
    | CrusadeEnded
    | RoundEnded
    | AgeEnded
    | GameOver
    | Undo
)
