"""Every sentence of the game by key. Places are `{name}` or `{name:kind}`; kinds are seat, seats, card, cards, and
some: so many cards."""

from itertools import product

from games.habemus_papam.box import ACTIONS, CANDIDATES, FULL_DECK, ORDERS, PAIRS, SECRETS, SIDES

TITLES: dict[str, str] = {
    **{f"card.{card.code}": card.title for card in ACTIONS.values()},
    **{f"card.{card.code}": card.title for card in SECRETS.values()},
    **{f"card.{card.code}": card.name for card in CANDIDATES.values()},
    **{f"card.{side}": name for side, name in SIDES.items()},
    **{f"card.{pair}": f"{SIDES[first]}/{SIDES[second]}" for pair, (first, second) in PAIRS.items()},
    **{f"card.{order}": order for order in ORDERS},
    "card.ANY": "any card",
    **{f"card.ANY-{number}": f"any {number} cards" for number in range(2, len(FULL_DECK) + 1)},
}

NUMBERS: dict[str, str] = {
    "some.0": "no card",
    "some.1": "1 card",
    **{f"some.{number}": f"{number} cards" for number in range(2, len(FULL_DECK) + 1)},
}

TEXTS: dict[str, str] = {
    **{f"text.{card.code}": card.text for card in ACTIONS.values()},
    **{f"text.{card.code}": card.text for card in SECRETS.values()},
}
"""What the cards say, for the page to show beside their titles."""

_ON_TURN = "{who:seat} is on turn."
_KEEPING = "{who:seat} is choosing which card to keep."

QUESTIONS = {
    "ask.distribute": "Place up to {influence} Influence?",
    "ask.distribute.more": "From the general reserve, on any Candidates. You may place fewer, or none.",
    "wait.distribute": "{who:seat}, the Camarlengo, is placing Influence.",
    "ask.turn": "Place, play a card, or pass?",
    "ask.turn.more": "Gifts and deals come before it; your action ends the turn.",
    "wait.turn": _ON_TURN,
    "ask.last": "Act, or end the phase?",
    "ask.last.more": "All the others who count have passed: your pass is the last one needed.",
    "wait.last": _ON_TURN,
    "ask.closing": "Your last word: act or pass?",
    "ask.closing.more": "Your Suffragatio ends the action phase right after this turn.",
    "wait.closing": "{who:seat} has the last turn of the phase.",
    "ask.silenced": "You are silenced: pass",
    "ask.silenced.more": "A Silentium lies before you. Gifts are still open until you pass.",
    "wait.silenced": "{who:seat} is silenced and must pass.",
    "ask.keep_objective": "Keep which Secret Objective?",
    "ask.keep_objective.more": "The other goes under the pile. Nobody else learns which.",
    "wait.keep_objective": "{who:seat} is choosing a Secret Objective.",
    "ask.discard": "Discard {cards:some}: which?",
    "ask.discard.more": "Choose in your hand. It goes face down: the others see only how many.",
    "wait.discard": "{who:seat} is discarding.",
    "ask.eliminate": "Eliminate which Candidate?",
    "ask.eliminate.more": "These have the least Influence. He lies face down until something brings him back.",
    "wait.eliminate": "{who:seat}, the Camarlengo, is eliminating a Candidate.",
    "ask.permit": "Allow the Camarlengo {amount} Influence?",
    "ask.permit.more": "If you do, you take half of that from the general reserve. If not, neither takes anything.",
    "wait.permit": "{who:seat}, the Dean, is deciding.",
    "ask.veto": "Put a veto on which pair?",
    "ask.veto.more": "It scores nothing from the next round on, until the end of round 4.",
    "wait.veto": "{who:seat}, the Camarlengo, is putting a veto.",
    "ask.keep": "Keep which card?",
    "ask.keep.more": "Choose it in your hand; the rest is discarded. You may change it until everyone has chosen.",
    "wait.keep": _KEEPING,
    "ask.copy": "Copy whose Secret Objective?",
    "ask.copy.more": "You score it as your own, by your own characteristics and reserve. Or decline.",
    "wait.copy": "{who:seat} holds Corrupt, and is choosing whom to copy.",
}

EVENTS = {
    "event.first.lot": "The lot makes {who:seat} the first Camarlengo.",
    "event.first.named": "{who:seat} is the first Camarlengo. Postcards from the Vatican were mentioned.",
    "event.dealt.first": "Everyone is dealt **{cards}** cards, {who:seat} one fewer: the Camarlengo card counts.",
    "event.round": "**Round {round}.** {who:seat} is Camarlengo.",
    "event.dean": "{who:seat} holds the Dean card.",
    "event.distribute": "{who:seat} opens the round: **{influence}** on {candidate:card}, from the general reserve.",
    "event.distribute.none": "{who:seat}, the Camarlengo, places nothing.",
    "event.place": "{who:seat} places **{influence}** on {candidate:card}.",
    "event.place.double": "{who:seat} places **{influence}** on {candidate:card}, at twice the price.",
    "event.papabile": "{candidate:card} is **Papabile**: {influence} of {total}.",
    "event.papabile.nobody": "{candidate:card} is no longer Papabile.",
    "event.pass": "{who:seat} passes.",
    "event.pass.silenced": "{who:seat} is silenced, and passes.",
    "event.play.influence": "{who:seat} plays **{card:card}** and pays **{influence}** Influence.",
    "event.play.cards": "{who:seat} plays **{card:card}** and pays with {cards:some}, face down.",
    "event.play.both": "{who:seat} plays **{card:card}**, pays **{influence}** Influence and {cards:some}, face down.",
    "event.ADDERE": "Each {on:card} gains **1**.",
    "event.SUBTRAHERE": "Each {on:card} loses **1**.",
    "event.MOVERE": "**{influence}** Influence moves from {on:card} to {to:card}.",
    "event.MURMUR": "People murmur about {on:card}: **{influence}** Influence less, and placing on him costs double.",
    "event.EXTRACTUM": "{who:seat} takes a card from {player:seat}'s hand.",
    "event.EXTRACTUM.seen": "{who:seat} takes **{card:card}** from {player:seat}'s hand.",
    "event.SILENTIUM": "{on:seat} must pass on the next turn.",
    "event.SUFFRAGATIO": "The phase ends right after {who:seat}'s next turn.",
    "event.PACTUM": "{who:seat} takes **{influence}** on account of {on:card}, who keeps his.",
    "event.SPECULATORES.hand": "{who:seat} looks at {player:seat}'s hand.",
    "event.SPECULATORES.hand.seen": "You look at {player:seat}'s hand: {cards:cards}.",
    "event.SPECULATORES.hand.empty": "You look at {player:seat}'s hand. It is empty.",
    "event.SPECULATORES.secret": "{who:seat} looks at {player:seat}'s Secret Objective.",
    "event.SPECULATORES.secret.seen": "You look at {player:seat}'s Secret Objective: **{card:card}**.",
    "event.PROHIBERE": "Until {who:seat}'s next turn nobody places on {on:card}.",
    "event.CONVERSIO": "{who:seat} draws a Secret Objective, and is to keep one of two.",
    "event.CONVERSIO.seen": "You draw **{card:card}**, and are to keep it or your own.",
    "event.CONVERSIO.kept": "{who:seat} has made up a mind, and puts the other under the pile.",
    "event.PERMUTATIO": "{who:seat} and {player:seat} swap Secret Objectives.",
    "event.PERMUTATIO.seen": "You swap Secret Objectives with {player:seat}: **{got:card}** for **{gave:card}**.",
    "event.RESURRECTIO": "{on:card} returns, with **{influence}** Influence and what is left of his dignity.",
    "event.TRIBUTUM": "{player:seat} loses **{influence}** to the general reserve.",
    "event.BENEDICTIO": "{on:card} gains **{influence}**.",
    "event.DISPENSATIO": "The veto moves from {on:card} to {to:card}.",
    "event.ORATIO": "{who:seat} prays for better cards.",
    "event.draws.0": "{who:seat} would draw, but there is nothing left.",
    "event.draws.1": "{who:seat} draws **1** card.",
    "event.draws.2": "{who:seat} draws **2** cards.",
    "event.draws.mine": "You draw {cards:cards}.",
    "event.discards": "{who:seat} discards {cards:some}, face down.",
    "event.antipope": "The **Antipope** puts 1 on each Candidate with the least: **{candidates}** of them.",
    "event.phase_over": "**{passes}** passes in a row: the action phase is over.",
    "event.phase_over.suffragatio": "{who:seat}'s Suffragatio ends the action phase.",
    "event.gift": "{who:seat} gives **{influence}** Influence to {to:seat}.",
    "event.offer.void": "The deal of {who:seat} and {to:seat} falls through.",
    "event.offer.void.influence": "The deal falls through: {who:seat} no longer has what was offered to {to:seat}.",
    "event.offer.void.cards": "The deal falls through: {who:seat} no longer holds the cards offered to {to:seat}.",
    "event.decline": "{who:seat} declines {to:seat}'s offer.",
    "event.withdraw": "{who:seat} withdraws the offer to {to:seat}.",
    "event.indicator": "The indicator stands at **{spaces}** {side:card}.",
    "event.indicator.none": "All indicators stay at 0.",
    "event.eliminate": "{candidate:card} is eliminated.",
    "event.income": "{who:seat} takes **{influence}** from the general reserve.",
    "event.dean.allows": "{who:seat}, the Dean, allows it. For a consideration.",
    "event.dean.refuses": "{who:seat}, the Dean, refuses: {camarlengo:seat} takes nothing.",
    "event.smoke.black": "**Black smoke.** No Pope this round.",
    "event.smoke.white": "**White smoke.** *Annuntio vobis gaudium magnum.*",
    "event.smoke.none": "Round 5 is over, and there is no Pope.",
    "event.elected": "{candidate:card} is elected with **{influence}** Influence. *Habemus Papam.*",
    "event.smoke.income": "{who:seat} takes **{influence}** Influence: 2, and {scored} for the indicators.",
    "event.veto": "{who:seat} puts a veto on {pair:card}.",
    "event.vetoes_lifted": "All vetoes are lifted.",
    "event.camarlengo": "{who:seat} becomes Camarlengo.",
    "event.camarlengo.lot": "The lot makes {who:seat} Camarlengo of round 5.",
    "event.chosen": "{who:seat} has chosen.",
    "event.kept": "{who:seat} keeps {kept:some} and discards {cards:some}.",
    "event.dealt": "New cards are dealt: **{cards}** in all.",
    "event.dealt.mine": "You are dealt {cards:cards}.",
    "event.shuffle": "The deck has run out: **{cards}** discards are shuffled into a new one.",
    "event.reveals": "{who:seat} reveals **{card:card}** and a reserve of **{influence}**.",
    "event.machiavelli": "{who:seat}'s **Machiavelli** empties all other reserves.",
    "event.machiavelli.fails": "{who:seat}'s Machiavelli shares too much with the Pope. Nothing happens.",
    "event.corrupt": "{who:seat}'s **Corrupt** copies {player:seat}'s **{card:card}**.",
    "event.corrupt.none": "{who:seat}'s Corrupt copies nobody, to general surprise.",
    "event.over": "The game is over. {winners:seats} ahead, with **{total}**.",
    "event.over.antipope": "The **Antipope** wins, and everyone at the table has lost.",
}

_GOODS = {
    "": "nothing",
    "i": "**{%s}** Influence",
    "c": "{%s_cards:some}",
    "ic": "**{%s}** Influence and {%s_cards:some}",
}
"""What one side of an exchange has -> how everybody reads it; the two read the titles."""


def goods_key(key: str, gives: str, asks: str) -> str:
    """The sentence about an offer or a deal: each side has Influence, cards, both or nothing ("i", "c", "ic", ""). The
    one with everything goes without an ending, as all did once."""
    return key if (gives, asks) == ("ic", "ic") else f"{key}.{gives or 'n'}.{asks or 'n'}"


def _exchanges(key: str, sentence: str) -> dict[str, str]:
    """The sentence for all that two sides can have, as everybody reads it, and as the two do."""
    found: dict[str, str] = {}
    for gives, asks in product(_GOODS, repeat=2):
        public = sentence % (_GOODS[gives].replace("%s", "gives"), _GOODS[asks].replace("%s", "asks"))
        named = public.replace("_cards:some", "_named:cards")
        found |= {goods_key(key, gives, asks): public, f"{goods_key(key, gives, asks)}.seen": named}
    return found


EVENTS |= _exchanges("event.offer", "{who:seat} offers {to:seat} %s for %s.")
EVENTS |= _exchanges("event.deal", "{who:seat} and {to:seat} deal: %s for %s.")

REFUSALS = {
    "refuse.seats": "Habemus Papam takes {least} to {most} players.",
    "refuse.first": "The first Camarlengo can only be somebody at the table.",
    "refuse.over": "This game is over. Look at the result, or ask for a rematch.",
    "refuse.no_seat": "There is no such seat at this table.",
    "refuse.not_asked": "The table waits for {who:seat}. Wait for your turn.",
    "refuse.when.turn": "Placing, cards and passes belong to the action phase. Answer what is asked first.",
    "refuse.when.distribute": "The Camarlengo places at the beginning of a round only.",
    "refuse.when.keep_objective": "An objective is chosen only after a Conversio.",
    "refuse.when.discard": "Nothing is to be discarded now.",
    "refuse.when.eliminate": "Nobody is to be eliminated now.",
    "refuse.when.permit": "There is nothing for the Dean to decide now.",
    "refuse.when.veto": "A veto is put in Black Smoke only.",
    "refuse.when.keep": "Cards are kept in Black Smoke only.",
    "refuse.when.copy": "Corrupt copies at the end of the game only.",
    "refuse.silenced": "You are silenced: give what you like, then pass.",
    "refuse.place.nothing": "Place at least 1 Influence, or pass.",
    "refuse.place.negative": "Influence is placed in whole numbers from 0 up.",
    "refuse.place.too_much": "That costs {cost} Influence, and your reserve is {reserve}. Place less.",
    "refuse.place.poor": "Your reserve of {reserve} is not enough to place 1 Influence on anybody.",
    "refuse.place.prohibited": "A Prohibere keeps placings off {candidate:card}. Choose another Candidate.",
    "refuse.candidate.absent": "There is no such Candidate at this table. Choose one who lies face up.",
    "refuse.candidate.out": "{candidate:card} is eliminated. Choose a Candidate who lies face up.",
    "refuse.distribute.too_much": "The Camarlengo may place {most} Influence in this round. Place less.",
    "refuse.not_held": "You don't hold that card. Choose one from your hand.",
    "refuse.pay.poor": "**{card:card}** costs {cost}, more than your reserve and your other cards.",
    "refuse.pay.cards": "You can pay for **{card:card}** only with other cards from your hand, each once.",
    "refuse.pay.influence": "You can pay 0 up to {reserve} Influence from your reserve.",
    "refuse.pay.exactly": "**{card:card}** costs exactly {cost}, not {paid}. Choose other Influence or cards.",
    "refuse.target.ADDERE": "Name a characteristic that at least one Candidate has.",
    "refuse.target.SUBTRAHERE": "Name a characteristic of at least one Candidate who has Influence.",
    "refuse.target.MOVERE": "Movere takes 1 up to all Influence of one Candidate to another.",
    "refuse.target.MURMUR": "Murmur is played on a Candidate who lies face up.",
    "refuse.target.EXTRACTUM": "Extractum takes a card from another player who holds one.",
    "refuse.target.SILENTIUM": "Silentium is played on another player who is not silenced yet.",
    "refuse.target.SUFFRAGATIO": "A Suffragatio lies already; it is played on nobody.",
    "refuse.target.PACTUM": "Pactum is played on a Candidate who has Influence.",
    "refuse.target.SPECULATORES": "Speculatores looks at another player's hand, or at another's Secret Objective.",
    "refuse.target.PROHIBERE": "Prohibere is played on a Candidate on whom no other Prohibere lies.",
    "refuse.target.CONVERSIO": "Conversio is played on nobody. Play it by itself.",
    "refuse.target.PERMUTATIO": "Permutatio is played on another player.",
    "refuse.target.RESURRECTIO": "Resurrectio is played on an eliminated Candidate.",
    "refuse.target.TRIBUTUM": "Tributum is played on another player.",
    "refuse.target.BENEDICTIO": "Benedictio is played on a Candidate who has less than the one in the lead.",
    "refuse.target.DISPENSATIO": "Dispensatio moves a veto to a pair that has none.",
    "refuse.target.ORATIO": "Oratio is played on nobody. Play it by itself.",
    "refuse.keep_objective": "Keep your own Secret Objective or the one you drew.",
    "refuse.discard.number": "Discard exactly {cards:some} from your own hand.",
    "refuse.discard.enough": "Your hand is within the limit: you keep all of it.",
    "refuse.eliminate": "Only a Candidate with the least Influence can be eliminated.",
    "refuse.veto": "Choose a pair that has no veto yet.",
    "refuse.keep.empty": "You hold no card to keep.",
    "refuse.copy": "Choose another player whose objective you copy, or decline.",
    "refuse.no_turn": "Gifts and deals are made during a turn of the action phase.",
    "refuse.oneself": "You can't give or offer something to yourself. Choose another player.",
    "refuse.not_on_turn": "Now {who:seat} is on turn: gifts and deals are made with that player.",
    "refuse.gift.amount": "You can give 1 up to {reserve} Influence.",
    "refuse.deals_off": "At this table there are gifts of Influence only, and no deals.",
    "refuse.deal.silenced": "{who:seat} is silenced: on this turn there are gifts only.",
    "refuse.deal.limit": "{who:seat} may hold {limit} cards, and would hold more. Change the numbers of cards.",
    "refuse.offer.again": "Your offer to {who:seat} is still open. Withdraw it first.",
    "refuse.offer.poor": "You can offer 0 up to {reserve} Influence.",
    "refuse.offer.cards": "You can offer only cards from your hand, each once.",
    "refuse.offer.asks": "You can ask for up to {most} Influence and {cards} cards.",
    "refuse.offer.nothing": "An offer gives or asks something.",
    "refuse.offer.gone": "That offer is no longer open.",
    "refuse.offer.not_yours": "That offer was made to {who:seat}.",
    "refuse.offer.not_made": "That offer is {who:seat}'s to withdraw.",
    "refuse.accept.poor": "You don't have the {influence} Influence that is asked of you.",
    "refuse.accept.cards": "You don't hold the cards that are asked of you. Declining doesn't tell.",
    "refuse.accept.which": "Hand over exactly {cards:some}, with those that are asked by title.",
}

RESULTS = {
    "part.reserve": "Reserve",
    "part.secret": "{card:card}",
    "part.secret.copied": "{own:card}, as {card:card}",
    "part.side": "{side:card}",
    "part.order": "{order:card}",
    "how.pope": "{candidate:card} was elected in round {round}; {who:seats} had most Influence, **{total}**.",
    "how.pope.shared": "{candidate:card} was elected in round {round}; {who:seats} share the win, **{total}** each.",
    "how.none": "No Pope after five rounds; {who:seats} had most Influence, **{total}**.",
    "how.none.shared": "No Pope after five rounds; {who:seats} share the win with **{total}** each.",
    "how.antipope": "No Pope after five rounds: the Antipope wins, and all three have lost.",
}

WORDS: dict[str, str] = {**TITLES, **NUMBERS, **TEXTS, **QUESTIONS, **EVENTS, **REFUSALS, **RESULTS}

TAGLINE = "Place your Influence, keep your secret, and elect the Pope who owes you most."

HOW_TO_PLAY = """\
You lead a faction of cardinals. Influence is your money and your score: **most Influence at the end wins.** The game
has five rounds at most, and ends early if a Pope is elected.

1. **The Camarlengo opens** the round with a little Influence from the general reserve.
2. **Turn by turn**, beginning on the Camarlengo's left: place Influence on Candidates, play one Action card, or pass. A
   pass is not final; the phase ends when all players but one have passed in a row.
3. **Two thirds** of all Influence on Candidates make a Candidate *Papabile* (in round 5, more than half). If he still
   is when the round ends, he is Pope.
4. **The indicators** then show how far each characteristic is ahead of its opposite. The Camarlengo eliminates a
   Candidate with the least Influence, and takes half of what the leader has.
5. **Black smoke:** everyone takes 2, and Influence for the own characteristics on the indicators. The board is cleared,
   the Camarlengo puts a veto on a pair, keep one card, draw four.
6. **White smoke:** Secret Objectives are revealed and pay. Each characteristic that you share with the Pope pays 2 a
   space, his order 10. Add your reserve.

An Action card is paid for with Influence, with other cards from your hand (1 each), or both. Reserves, hands and Secret
Objectives are hidden; your Public Objective is not, and tells everybody which Candidates you like. On your turn, or on
theirs, you may give Influence to others and trade cards. Promises bind nobody.

The Action cards and some objectives are reconstructed: their published texts can't be had. The rules say which.
"""
