"""Every sentence of the companion by key. Places are `{name}` or `{name:kind}`; kinds are seat, level, and the names of
this page itself: crown, realm, area."""

NAMES = {
    "crown.CASTILE": "Castile",
    "crown.AUSTRIA": "Austria",
    "crown.FRANCE": "France",
    "crown.ENGLAND": "England",
    "crown.POLAND": "Poland",
    "crown.VENICE": "Venice",
    "crown.OTTOMANS": "Ottomans",
    "realm.FLORENCE": "Florence",
    "realm.NAPLES": "Naples",
    "realm.HUNGARY": "Hungary",
    "realm.ARAGON": "Aragon",
    "realm.BURGUNDY": "Burgundy",
    "realm.SAXONY": "Saxony",
    "realm.PAPAL_STATES": "the Papal States",
    "realm.OTHER_REALM": "another realm",
    "area.ANDALUCIA": "Andalucia",
    "area.BARBARY": "Barbary",
    "area.RUMELIA": "Rumelia",
    "area.EGYPT": "Egypt and Holy Land",
    "area.OTHER_AREA": "another Area",
}

REPORTS = {
    "event.stands": "{crown:crown} stands first.",
    "event.gained": "{crown:crown} gained a Cardinal.",
    "event.lost": "{crown:crown} lost a Cardinal.",
    "event.died": "A Cardinal of {crown:crown} died.",
    "event.allied": "{crown:crown} allied with the Papal States.",
    "event.parted": "{crown:crown} is no longer allied with the Papal States.",
    "event.took_roma": "{crown:crown} Controls Roma.",
    "event.lost_roma": "{crown:crown} no longer Controls Roma.",
    "event.catholic": "{crown:crown} turned Catholic.",
    "event.protestant": "{crown:crown} is no longer Catholic.",
    "event.left": "{crown:crown} left the game.",
    "event.excommunicated": "{crown:crown} was excommunicated: 1 Prestige, 1 Cardinal, 4 Influence.",
    "event.excommunicated.spared": "{crown:crown} was excommunicated: 1 Prestige, 4 Influence.",
    "event.banned": "{crown:crown} excommunicated {realm:realm}.",
    "event.crusade": "{crown:crown} called a crusade on {area:area}.",
    "event.crusade.led": "{crown:crown} leads a crusade on {area:area}: +1 Prestige, 2 Mercenaries.",
    "event.committed": "{crown:crown} is Committed to the crusade.",
    "event.phase_4": "Phase 4 began.",
    "event.ticked.advisors": "4 B: {crown:crown} pays 1 Ducat less for each Advisor.",
    "event.ticked.advisors.nobody": "4 B: nobody pays less for Advisors.",
    "event.ticked.diplomatic": "4 D: {crown:crown} gains 1 Diplomatic.",
    "event.ticked.diplomatic.nobody": "4 D: nobody gains Diplomatic from the Curia.",
    "event.ticked.prize": "4 E: {crown:crown} scores **{points}** Prestige, uncontested.",
    "event.ticked.contested": "4 E: {crown:crown} is contested, and nobody scores.",
    "event.ticked.prize.nobody": "4 E: there is no Controller, and nobody scores.",
    "event.ticked.token": "4 E: the token leaves the board.",
    "event.crusade_ended.no": "4 E: no Muslim Realm Owns a Province where the crusade went.",
    "event.crusade_ended.yes": "4 E: Muslims still Own a Province where the crusade went.",
    "event.round_ended": "The round ended. Round {round} begins.",
    "event.age_ended": "The Age ended. Age {age:level} begins.",
    "event.over": "The game on the board is over.",
}
"""What can be reported, and taken back."""

FOLLOWS = {
    "event.opened": "The companion is open: Age {age:level}, round {round}.",
    "event.returned": "A Cardinal of {crown:crown} returns to its owner.",
    "event.roma": "{crown:crown} holds Roma.",
    "event.roma_empty": "Nobody holds Roma.",
    "event.controller.none": "Nobody has a Cardinal: there is no Controller.",
    "event.controller.uncontested": "{crown:crown} is Controller, **uncontested**: {prize} Prestige in 4 E.",
    "event.controller.most": "{crown:crown} is Controller with the only Cardinal. Contested.",
    "event.controller.roma": "{crown:crown} is Controller: as many as {other:crown}, and Roma. Contested.",
    "event.controller.roma.several": "{crown:crown} is Controller: as many as {rivals} others, and Roma. Contested.",
    "event.controller.leftmost": "{crown:crown} is Controller: as many as {other:crown}, further left. Contested.",
    "event.controller.leftmost.several": "{crown:crown} is Controller: as many as {rivals} others, furthest left.",
    "event.prize.crusade_won": "{crown:crown} scores **{points}** Prestige for the crusade.",
    "event.prize.crusade_lost": "{crown:crown} loses **{points}** Prestige for the crusade.",
    "event.prize.uncommitted": "Nobody is Committed: {crown:crown}, the Controller, loses **{points}** Prestige.",
}
"""What follows from a report."""

WHY = {
    "why.none": "Nobody has a Cardinal.",
    "why.uncontested": "{cardinals} Cardinals, more than each other. Uncontested.",
    "why.most": "The only Cardinal. Contested: it takes 2.",
    "why.roma": "{cardinals} to {cardinals} with {other:crown}, and holds Roma. Contested.",
    "why.roma.several": "{cardinals} each with {rivals} others, and holds Roma. Contested.",
    "why.leftmost": "{cardinals} to {cardinals} with {other:crown}, further left. Contested.",
    "why.leftmost.several": "{cardinals} each with {rivals} others, furthest left. Contested.",
    "due.stability": "Stability costs **1 Administrative less**",
    "due.advisors": "Each Advisor costs **1 Ducat less** in phase 4 B",
    "due.diplomatic": "**+1 Diplomatic** in phase 4 D",
    "due.action": "A **Papal Action** for 2 Diplomatic: Excommunicate, or Call Crusade",
    "e.prize": "{crown:crown}, uncontested with {catholics} Catholic realms",
    "e.contested": "{crown:crown} is contested: no prize",
    "e.nobody": "No Controller: no prize",
    "e.won": "{crown:crown}, if it has a Unit there and no Muslim Owns a Province there",
    "e.lost": "{crown:crown} otherwise",
    "e.uncommitted": "{crown:crown}, the Controller: nobody is Committed",
    "e.apostate": "{crown:crown} is Committed and no longer Catholic",
    "step.crusade": "4 E: the crusade. Who of the Committed has a Unit there?",
    "token.excommunication": "The token: **{realm}** is excommunicated",
    "token.crusade": "The token: a Crusade on **{area:area}**",
}
"""What the page says beside the track."""

REFUSALS = {
    "refuse.phones": "One to six phones may report. More people may look on.",
    "refuse.nobody": "At least one crown in the game must be Catholic. Set one to Catholic first.",
    "refuse.over": "This game is over. Open another companion for the next one.",
    "refuse.reporter": "This seat does not report. Ask whoever holds the first seat.",
    "refuse.form": "That is no whole report. Choose a crown, what happened, and what else is asked.",
    "refuse.nothing_to_undo": "There is nothing to take back. Make a report first.",
    "refuse.not_fresh": "The start order is set before anything else is reported. Take the other reports back first.",
    "refuse.not_catholic": "{crown:crown} is not Catholic. Report first that it changed its religion.",
    "refuse.controls_roma": "{crown:crown} Controls Roma and gains none. Report first that it lost Roma.",
    "refuse.roma_stays": "{crown:crown} has only Roma. Report that its alliance ended, or that it lost Roma.",
    "refuse.no_cardinal": "{crown:crown} has no Cardinal. Report first that it gained one.",
    "refuse.is_ally": "{crown:crown} is allied already. To end it, report that the alliance ended.",
    "refuse.other_ally": "{other:crown} is the ally. Report first that its alliance ended.",
    "refuse.no_ally": "{crown:crown} has no alliance with the Papal States. Report first that it allied.",
    "refuse.is_ruler": "{crown:crown} Controls Roma already. To end it, report that it lost Roma.",
    "refuse.other_ruler": "{other:crown} Controls Roma. Report first that it lost Roma.",
    "refuse.no_ruler": "{crown:crown} does not Control Roma. Report first that it does.",
    "refuse.age": "There are no Papal Actions after Age II. If it is still Age II, take the end of the Age back first.",
    "refuse.phase_4_begun": "Phase 4 has begun, and Papal Actions come before it. Report first that the round ended.",
    "refuse.token": "The token lies already. Report first phase 4, and that the round ended.",
    "refuse.no_controller": "There is no Papal Controller. Report first who gained a Cardinal.",
    "refuse.not_controller": "{other:crown} is the Controller. Report first what made {crown:crown} Controller.",
    "refuse.own": "{crown:crown} is the Controller, and spares itself. Report first who else became Controller.",
    "refuse.no_crusade": "No crusade lies on the board. Report first where it was called.",
    "refuse.crusade_done": "The crusade is settled. Undo its step first.",
    "refuse.is_committed": "{crown:crown} is Committed already. To take it back, undo that report.",
    "refuse.last_crown": "{crown:crown} is the last in the game. Report that the game is over instead.",
    "refuse.in_phase_4": "Phase 4 has begun already. Tick its steps, then report that the round ended.",
    "refuse.step_before": "Another step comes before this. Tick that first.",
    "refuse.phase_4_first": "Phase 4 is not done yet. Report phase 4 and tick its steps first.",
    "refuse.last_age": "This is the last Age. Report that the game is over instead.",
    "caution.over": "The companion then shows the last bonus, and takes no more reports.",
}

BRIEF = {
    "brief.nothing_to_undo": "nothing yet",
    "brief.not_fresh": "too late",
    "brief.not_catholic": "not Catholic",
    "brief.controls_roma": "has Roma",
    "brief.roma_stays": "only Roma",
    "brief.no_cardinal": "has none",
    "brief.is_ally": "it is",
    "brief.other_ally": "{other:crown} is",
    "brief.no_ally": "has none",
    "brief.is_ruler": "it does",
    "brief.other_ruler": "{other:crown} does",
    "brief.no_ruler": "has not",
    "brief.age": "too late",
    "brief.phase_4_begun": "phase 4",
    "brief.token": "token lies",
    "brief.no_controller": "nobody can",
    "brief.not_controller": "{other:crown} can",
    "brief.own": "Controller",
    "brief.no_crusade": "no crusade",
    "brief.crusade_done": "settled",
    "brief.is_committed": "it is",
    "brief.last_crown": "the last",
    "brief.in_phase_4": "has begun",
    "brief.step_before": "not yet",
    "brief.phase_4_first": "phase 4 first",
    "brief.last_age": "the last",
}
"""Why a report is barred, on its button: the refusals in two words."""

ENDINGS = {
    "how.bonus": "{crown:crown} is the last Papal Controller: **{points}** Prestige for the Catholic realms.",
    "how.plain": "{crown:crown} is the last Papal Controller.",
    "how.nobody": "Nobody has a Cardinal: there is no last Papal Controller.",
}

UNDONE = {key.replace("event.", "undone.", 1): f"*Taken back:* {words}" for key, words in REPORTS.items()}

WORDS = {**NAMES, **REPORTS, **UNDONE, **FOLLOWS, **WHY, **REFUSALS, **BRIEF, **ENDINGS}

TAGLINE = "For the big board game at home: keeps the Curia on the phones around the table."

HOW_TO_PLAY = """\
You play a large board game at home; this keeps its **Papal Curia**. Say in the lobby which crowns are in the game, and
start. One phone is enough; others join by the link, also later.

Whenever something happens on the board, report it: choose the **crown**, then **what happened**. Before you report, you
see what it gives. The page shows the track, the Papal Controller and why, what is due to it now, and what phase 4 E
would score.

A report that contradicts what was reported before is refused, and you are told what to report first. **Undo** takes
back the last report, step by step. When **phase 4** comes, tick its steps one after the other. The table may lie for
weeks; it goes on where it was.
"""
