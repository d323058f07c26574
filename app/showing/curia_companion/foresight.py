"""What a report would give: the track after it, and who would be Controller."""

from markupsafe import Markup

from app.language import gettext
from app.showing.consequences import Consequence
from app.showing.curia_companion.crowns import ShownSlot, track
from app.wording import wording_of
from games import GAMES
from games.curia_companion.carrying import told_controller
from games.curia_companion.view import Foreseen, View


def foresee(view: View, foreseen: Foreseen) -> tuple[Consequence, ...]:
    """The track if it changes, what follows from the report, and who is Controller then."""
    wording = wording_of(GAMES["curia-companion"], ())
    before, after = (track(facts.curia, wording) for facts in (view.facts, foreseen.facts))
    given = [Consequence("hat", _written(after))] if after != before else []
    follows = [Consequence("info", wording.html(fact)) for fact in foreseen.told[1:] if fact.key != "event.roma"]
    if not follows:
        follows = [Consequence("info", wording.html(told_controller(foreseen.facts.curia)))]
    return (*given, *follows)


def _written(slots: tuple[ShownSlot, ...]) -> Markup:
    """As section 5 of Papal Curia's rules writes it: "A / F C A F", and without Roma if nobody holds it."""
    roma, *regular = ["" if slot.crown is None else slot.crown.letter for slot in slots]
    track = (roma and f"{roma} / ") + (" ".join(filter(None, regular)) or gettext("an empty track"))
    return Markup(gettext("Gives <b>{track}</b>")).format(track=track)  # noqa: S704  ours
