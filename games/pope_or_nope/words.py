"""Every sentence of the game by key. Places are `{name}` or `{name:kind}`; kinds are seat, seats, card and level."""

CARDS = {
    "card.DEED-1": "Deed I",
    "card.DEED-2": "Deed II",
    "card.DEED-3": "Deed III",
    "card.DEED-4": "Deed IV",
    "card.CROSS-1": "Cross I",
    "card.CROSS-2": "Cross II",
    "card.CROSS-3": "Cross III",
    "card.CROSS-4": "Cross IV",
    "card.DRAW": "Draw 2",
    "card.CANCELLO": "Cancello",
    "card.REDUCO": "Reduco",
    "card.OPPORTUNITAS": "Opportunitas",
    "card.POPE": "Pope",
    "card.NOPE": "Nope",
}

# What the others read never tells which of two questions a seat was asked: a seat without a Deed, or with nothing to
# play, is waited for in the same words as any other (PN-2.2, PN-2.5).
_CHOOSING = "{who:seat} is choosing an opening deed."
_ON_TURN = "{who:seat} is on turn."

QUESTIONS = {
    "ask.open": "Open with which deed?",
    "ask.open.more": "It stays face down until everyone has chosen. You may change it until then.",
    "wait.open": _CHOOSING,
    "ask.open_none": "No deed to open with",
    "ask.open_none.more": "Nobody else knows. Say so face down, like everyone else.",
    "wait.open_none": _CHOOSING,
    "ask.turn": "Play a card, or pass?",
    "ask.turn.more": "",
    "wait.turn": _ON_TURN,
    "ask.last": "Play, or end the round?",
    "ask.last.more": "Everyone else has passed: your pass is the last one needed.",
    "wait.last": _ON_TURN,
    "ask.stuck": "Nothing to play: pass",
    "ask.stuck.more": "No card of yours fits anywhere at present. Nobody else is told.",
    "wait.stuck": _ON_TURN,
}

EVENTS = {
    "event.first.lot": "The lot gives {who:seat} the initiative. Providence declines to comment.",
    "event.first.named": "{who:seat} holds the initiative. A good deed was mentioned.",
    "event.round": "**Round {round}.** {who:seat} holds the token.",
    "event.dealt": "Everyone is dealt **{cards}** cards.",
    "event.dealt.mine": "You are dealt a new hand.",
    "event.chosen": "{who:seat} has chosen.",
    "event.turn_up": "All turn up.",
    "event.opens": "{who:seat} opens with **{card:card}**.",
    "event.opens.none": "{who:seat} opens with nothing.",
    "event.raise.own": "{who:seat} rises to **{card:card}**.",
    "event.raise.other": "{who:seat} raises {owner:seat} to **{card:card}**.",
    "event.redeem.own": "{who:seat} is redeemed by **{card:card}**. It was all a misunderstanding.",
    "event.redeem.other": "{who:seat} redeems {owner:seat} with **{card:card}**.",
    "event.fill.own": "{who:seat} takes the opportunity: **{card:card}**.",
    "event.fill.other": "{who:seat} takes {owner:seat}'s opportunity, for the team: **{card:card}**.",
    "event.pope.own": "{who:seat} puts a **Pope** on Deed **{was:level}**: it acts as Deed **{level:level}**.",
    "event.pope.other": "{who:seat} puts a **Pope** on {owner:seat}'s **{was:level}**: it acts as **{level:level}**.",
    "event.pope.redeem.own": "{who:seat} is redeemed by a **Pope**, who acts as Deed **{level:level}**.",
    "event.pope.redeem.other": "{who:seat} redeems {owner:seat} with a **Pope**, who acts as Deed **{level:level}**.",
    "event.infallible.own": "{who:seat} puts a **Pope** on level **IV**. Infallible, and knows it.",
    "event.infallible.other": "{who:seat} puts a **Pope** on {owner:seat}'s level **IV**. Infallible, and knows it.",
    "event.cross.other": "{who:seat} crosses {owner:seat}'s deed with **{card:card}**.",
    "event.reduco.deed.own": "{who:seat} reduces their own deed to **{level:level}**.",
    "event.reduco.deed.other": "{who:seat} reduces {owner:seat}'s deed to **{level:level}**.",
    "event.reduco.zero.own": "{who:seat} steps into Dante's Infernope: level **0**.",
    "event.reduco.zero.other": "{who:seat} sends {owner:seat} to Dante's Infernope: level **0**.",
    "event.reduco.cross.own": "{who:seat} reduces the Cross on their own pile to level **{level:level}**.",
    "event.reduco.cross.other": "{who:seat} reduces the Cross on {owner:seat}'s pile to level **{level:level}**.",
    "event.nope.own": "{who:seat} seals their own pile. **Nope.**",
    "event.nope.other": "{who:seat} seals {owner:seat}'s pile. **Nope.**",
    "event.nope.again.own": "{who:seat} puts a **Nope** on their own Nope. It is now twice as closed.",
    "event.nope.again.other": "{who:seat} puts a **Nope** on {owner:seat}'s Nope. It is now twice as closed.",
    "event.opportunitas": "{who:seat} places an **Opportunitas**. Empty, so far.",
    "event.cancello.reduco.own": "{who:seat} cancels the **Reduco** on their own pile: **{level:level}** again.",
    "event.cancello.reduco.other": "{who:seat} cancels the **Reduco** on {owner:seat}'s pile: **{level:level}** again.",
    "event.cancello.pope.own": "{who:seat} cancels the **Pope** on their own pile.",
    "event.cancello.pope.other": "{who:seat} cancels the **Pope** on {owner:seat}'s pile. So much for the white smoke.",
    "event.cancello.nope.own": "{who:seat} cancels the **Nope** on their own pile.",
    "event.cancello.nope.other": "{who:seat} cancels the **Nope** on {owner:seat}'s pile.",
    "event.cancello.opportunitas.own": "{who:seat} cancels their own **Opportunitas**.",
    "event.cancello.opportunitas.other": "{who:seat} cancels {owner:seat}'s **Opportunitas**. It knocks no more.",
    "event.draw.2": "{who:seat} draws **2** cards.",
    "event.draw.2.mine": "You draw **{first:card}** and **{second:card}**.",
    "event.draw.1": "{who:seat} draws **1** card, the last there is.",
    "event.draw.1.mine": "You draw **{first:card}**, the last there is.",
    "event.draw.0": "{who:seat} would draw, but there is nothing left.",
    "event.shuffle": "The deck has run out: **{cards}** discards are shuffled into a new one.",
    "event.pass": "{who:seat} passes.",
    "event.pass.empty": "{who:seat} has no card left and passes.",
    "event.all_passed": "All have passed: the round is over.",
    "event.hands_empty": "No hand holds a card: the round is over.",
    "event.scores.one": "{who:seat} scores **1** point.",
    "event.scores": "{who:seat} scores **{points}** points.",
    "event.scores.none": "Nobody scores. Humility all round.",
    "event.hands_discarded": "The cards left in hand are discarded, face up.",
    "event.further": "Tied at the top: further round **{further}** of 3.",
    "event.over": "The game is over. *Habemus* {winners:seats}.",
    "event.over.team": "The game is over. *Habemus* {winners:seats}, together.",
}

REFUSALS = {
    "refuse.seats": "Pope or Nope takes {least} to {most} players.",
    "refuse.teams": "The team game needs an even number of players, 4 or more.",
    "refuse.first": "The initiative can only go to somebody at the table.",
    "refuse.over": "This game is over. Look at the result, or ask for a rematch.",
    "refuse.no_seat": "There is no such seat at this table.",
    "refuse.opening_over": "The opening is over: play a card or pass.",
    "refuse.opening_first": "First everyone chooses an opening deed.",
    "refuse.must_open": "You hold a Deed, and at this table you must open with one.",
    "refuse.not_held": "You don't hold that card. Choose one from your hand.",
    "refuse.only_deeds": "Only a Deed may open, not **{card:card}**.",
    "refuse.not_your_turn": "It is {who:seat}'s turn. Wait for yours.",
    "refuse.no_pile": "**{card:card}** is played on no pile. Play it by itself.",
    "refuse.which_pile": "Choose a pile that lies on the table for **{card:card}**.",
    "refuse.sealed": "A Nope seals this pile: only another Nope may follow.",
    "refuse.infallible": "This Pope is infallible: only a Nope may follow.",
    "refuse.deed.rival": "A Deed goes on your own side's piles, not on {owner:seat}'s.",
    "refuse.deed.level": "**{card:card}** needs level {needs:level} under it; this pile shows {level:level}.",
    "refuse.pope.rival": "A Pope goes on your own side's piles, not on {owner:seat}'s.",
    "refuse.pope.empty": "A Pope can't fill an Opportunitas. Fill it with a Deed first.",
    "refuse.cross.own": "You can't cross your own deed. Choose somebody else's.",
    "refuse.cross.no_deed": "There is no deed on top of this pile to cross.",
    "refuse.cross.level": "**{card:card}** crosses only its own level; this deed is of level {level:level}.",
    "refuse.reduco.empty": "An empty Opportunitas has no level to reduce.",
    "refuse.reduco.pope": "A Pope can't be reduced.",
    "refuse.reduco.zero": "This pile is at level 0 already. There is nothing below.",
    "refuse.cancello.infallible": "An infallible Pope is immune to Cancello.",
    "refuse.cancello.unstamped": "The uncovered card of this pile bears no Cancello stamp.",
    "refuse.nowhere.deed.own": "**{card:card}** needs your pile at level {needs:level}, or an empty Opportunitas.",
    "refuse.nowhere.deed.team": "**{card:card}** needs a team pile at level {needs:level}, or an empty Opportunitas.",
    "refuse.nowhere.deed.first.own": "Deed I needs your pile at level 0, or an empty Opportunitas.",
    "refuse.nowhere.deed.first.team": "Deed I needs a team pile at level 0, or an empty Opportunitas.",
    "refuse.nowhere.cross": "Nobody else shows a deed of level {level:level} to cross.",
    "refuse.nowhere.reduco": "No Deed or Cross of level I or more lies uncovered.",
    "refuse.nowhere.pope.own": "A Pope needs a pile of yours with a Deed, a Cross or a Pope on top.",
    "refuse.nowhere.pope.team": "A Pope needs a pile of your team with a Deed, a Cross or a Pope on top.",
    "refuse.nowhere.nope": "There is no pile to seal.",
    "refuse.nowhere.cancello.strict": "No Reduco and no empty Opportunitas lies uncovered.",
    "refuse.nowhere.cancello.broad": "No Reduco, Pope, Nope or empty Opportunitas lies uncovered.",
}

CAUTIONS = {
    "caution.nope.nope": "This pile is sealed already: a second Nope changes nothing.",
    "caution.nope.own": "This seals your own pile for good. It will score nothing.",
    "caution.nope.mate": "This seals your team-mate's pile for good. It will score nothing.",
    "caution.cross.mate": "This crosses your team-mate's deed. It will not score as it lies.",
    "caution.reduco.own": "This lowers your own standing deed.",
    "caution.reduco.mate": "This lowers your team-mate's standing deed.",
    "caution.cancello.own": "This removes your own empty Opportunitas.",
    "caution.cancello.mate": "This removes your team-mate's empty Opportunitas.",
    "caution.cancello.pope.own": "This removes the Pope from your own pile.",
    "caution.cancello.pope.mate": "This removes the Pope from your team-mate's pile.",
}

RESULTS = {
    "part.round": "Round {round}: 1 pile",
    "part.rounds": "Round {round}: {piles} piles",
    "part.mate": "By {who:seat}",
    "how.one.outright": "{who:seats} alone reached {target} points. The others may go in peace.",
    "how.one.total": "Several reached {target} points; {who:seats} had most, **{total}**. Enough is seldom enough.",
    "how.one.total.further": "Tied at first; after {further} further, {who:seats} had the higher total, **{total}**.",
    "how.one.level": "Level at **{total}** points; {who:seats} showed the highest deed of the last round.",
    "how.one.level.further": "Tied at first; after {further} further, {who:seats} showed the highest deed.",
    "how.one.shared": "Level at **{total}** points even after three further rounds: {who:seats} share the win.",
    "how.team.outright": "{who:seats} reached {target} points together. Charity begins at the table.",
    "how.team.total": "Both teams reached {target} points; {who:seats} had more, **{total}**.",
    "how.team.total.further": "Tied at first; after {further} further, {who:seats} had the higher total, **{total}**.",
    "how.team.level": "Level at **{total}** points; the deeds of {who:seats} added up to more in the last round.",
    "how.team.level.further": "Tied at first; after {further} further, the deeds of {who:seats} added up to more.",
    "how.team.shared": "Level at **{total}** points even after three further rounds: both teams share the win.",
}

WORDS: dict[str, str] = {**CARDS, **QUESTIONS, **EVENTS, **REFUSALS, **CAUTIONS, **RESULTS}

TAGLINE = "Pile up good deeds, cross out those of your friends, and hope that nobody says Nope."

HOW_TO_PLAY = """\
You are a cardinal with good deeds to show, among cardinals who would rather you had none. **First to 5 points wins.**

1. **Open.** Each round everyone is dealt 5 cards (7 with two players) and secretly lays one **Deed** face down, or
   none. When all have chosen, all turn up: that starts a pile of your own.
2. **Play or pass.** In turn, from the initiative token on: play one card, or pass. A pass is not final; you may play
   again later.
3. **The round ends** when everyone has passed one after the other. Each of your piles with a Deed on top is **1
   point**, whatever its level. Then new cards are dealt, and the token moves on.

What the cards do:

- **Deed II, III, IV** goes on your own Deed or Cross that is one level lower: you rise, or are redeemed.
- **Cross** goes on somebody else's Deed of the same level, which then scores nothing.
- **Reduco** lowers the Deed or Cross on top of any pile by one level. Deed I at level 0 is Dante's Infernope: no point.
- **Pope** is a wild Deed for a pile of yours, one level above what it covers. On level IV it is infallible.
- **Nope** seals any pile for good. Even the infallible one.
- **Opportunitas** starts another pile of yours; fill it with any Deed on a later turn.
- **Cancello** takes a Reduco off the top of a pile, or an empty Opportunitas off the table.
- **Draw 2** draws two cards.

Only the top of a pile counts, and only the top can be played on. The page shows what each top counts as, and marks
where your cards can go.
"""
