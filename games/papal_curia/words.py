"""Every sentence of the game by key. Places are `{name}` or `{name:kind}`; kinds are seat, seats, card, level, and the
names of this page itself: realm, area, province, advisor, happening."""

REALMS = {
    "realm.CASTILE": "Castile",
    "realm.AUSTRIA": "Austria",
    "realm.FRANCE": "France",
    "realm.ENGLAND": "England",
    "realm.POLAND": "Poland",
    "realm.VENICE": "Venice",
    "realm.PAPAL_STATES": "the Papal States",
    "realm.FLORENCE": "Florence",
    "realm.NAPLES": "Naples",
    "realm.HUNGARY": "Hungary",
    "realm.ARAGON": "Aragon",
    "realm.BURGUNDY": "Burgundy",
    "realm.SAXONY": "Saxony",
    "realm.GRANADA": "Granada",
    "realm.TUNIS": "Tunis",
    "realm.OTTOMANS": "the Ottomans",
    "realm.MAMLUKS": "the Mamluks",
}

AREAS = {
    "area.CASTILE": "Castile",
    "area.ILE_DE_FRANCE": "Ile-de-France",
    "area.SOUTHERN_ENGLAND": "Southern England",
    "area.AUSTRIA": "Austria",
    "area.POLAND": "Poland",
    "area.VENETO": "Veneto",
    "area.CENTRAL_ITALY": "Central Italy",
    "area.NAPLES": "Naples",
    "area.HUNGARY": "Hungary",
    "area.GULF_OF_LION": "Gulf of Lion",
    "area.LOW_COUNTRIES": "Low Countries",
    "area.ELBE": "Elbe",
    "area.ANDALUCIA": "Andalucia",
    "area.BARBARY": "Barbary",
    "area.RUMELIA": "Rumelia",
    "area.EGYPT": "Egypt and Holy Land",
}

PROVINCES = {
    f"province.{code}": code.replace("_", "-").title()
    for code in (
        "MADRID",
        "BURGOS",
        "MURCIA",
        "PARIS",
        "ORLEANS",
        "REIMS",
        "LONDON",
        "OXFORD",
        "WINCHESTER",
        "WIEN",
        "GRAZ",
        "INNSBRUCK",
        "KRAKOW",
        "LUBLIN",
        "GDANSK",
        "VENEZIA",
        "VERONA",
        "TREVISO",
        "ROMA",
        "ANCONA",
        "FIRENZE",
        "NAPOLI",
        "BARI",
        "PEST",
        "POZSONY",
        "ZAGREB",
        "BARCELONA",
        "PERPIGNAN",
        "AVIGNON",
        "BRUGGE",
        "ANTWERPEN",
        "DRESDEN",
        "LEIPZIG",
        "GRANADA",
        "MALAGA",
        "ALMERIA",
        "TUNIS",
        "BIZERTE",
        "TRIPOLI",
        "EDIRNE",
        "SOFYA",
        "SELANIK",
        "QAHIRAH",
        "AL_QUDS",
        "JAFFA",
    )
}

ADVISORS = {
    "advisor.ADMINISTRATIVE": "Administrative",
    "advisor.DIPLOMATIC": "Diplomatic",
    "advisor.MILITARY": "Military",
}

CARDS = {
    "card.MAN_OF_THE_CHURCH": "Man of the Church",
    "card.RED_HAT": "Red Hat for Gold",
    "card.DISGRACE": "Disgrace",
    "card.LEGATE": "Papal Legate",
    "card.WHISPERERS": "Whisperers",
    "card.EDICT": "Edict of Order",
    "card.BOLD_STROKE": "Bold Stroke",
    "card.BENEFICE": "Rich Benefice",
    "effect.MAN_OF_THE_CHURCH": "Gain a Cardinal, and put 1 Influence into a Catholic Area.",
    "effect.RED_HAT": "Gain a Cardinal for 4 Ducats.",
    "effect.DISGRACE": "An opponent loses a regular Cardinal of its choice.",
    "effect.LEGATE": "Up to 2 Influence into one Area where the Papal States own a Province.",
    "effect.WHISPERERS": "Remove up to 2 Influence of one opponent in one Area.",
    "effect.EDICT": "Stability + 1, for 2 Administrative and your Stability.",
    "effect.BOLD_STROKE": "2 dice more in an attack.",
    "effect.BENEFICE": "Gain 4 Ducats.",
}

HAPPENINGS = {
    "happening.PLAGUE": "Plague",
    "happening.PRINTING_PRESS": "The Printing Press",
    "happening.JUBILEE": "Jubilee",
    "happening.CONCORDAT": "Concordat",
    "happening.OTTOMAN_ADVANCE": "Ottoman Advance",
    "happening.REFORMATION": "The Reformation Spreads",
    "happening.COUNCIL_OF_TRENT": "Council of Trent",
    "happening.HOLY_LEAGUE": "Holy League",
    "happening.TURMOIL": "Religious Turmoil",
    "happening.ABSOLUTISM": "Absolutism",
    "happening.BAROQUE_ROME": "Baroque Rome",
    "effect.PLAGUE": "A Cardinal dies. Each crown loses 2 Ducats.",
    "effect.PRINTING_PRESS": "A Cardinal dies. Each crown has 1 Administrative more.",
    "effect.JUBILEE": "2 Ducats for each Cardinal; who holds Roma scores 1.",
    "effect.CONCORDAT": "The Catholic crown with fewest Cardinals gains one.",
    "effect.OTTOMAN_ADVANCE": "The Ottomans take a Province of Hungary.",
    "effect.REFORMATION": "Elbe and Low Countries turn Protestant.",
    "effect.COUNCIL_OF_TRENT": "Who has 2 Cardinals or more scores 1.",
    "effect.HOLY_LEAGUE": "A Holy War costs no Military this round.",
    "effect.TURMOIL": "A Cardinal dies. Each crown pays 3 Ducats, or loses 1 Stability.",
    "effect.ABSOLUTISM": "Stability above 0 is scored.",
    "effect.BAROQUE_ROME": "Who holds Roma has 2 Ducats and 1 Prestige.",
}

QUESTIONS = {
    "ask.turn": "Take an action, or pass?",
    "ask.turn.more": "Turns left this round: {left}. Who passes has had the round.",
    "wait.turn": "{who:seat} is on turn.",
    "ask.lose_cardinal.excommunication": "Which Cardinal do you lose?",
    "ask.lose_cardinal.excommunication.more": "{by:seat} has excommunicated you. Roma is safe.",
    "wait.lose_cardinal.excommunication": "{who:seat} chooses which Cardinal goes home.",
    "ask.lose_cardinal.disgrace": "Which Cardinal do you lose?",
    "ask.lose_cardinal.disgrace.more": "{by:seat} played Disgrace on you. Roma is safe.",
    "wait.lose_cardinal.disgrace": "{who:seat} chooses which Cardinal goes home.",
    "ask.lose_influence": "Which Influence do you lose?",
    "ask.lose_influence.more": "{by:seat} has excommunicated you: 4 in all, from Catholic Areas.",
    "wait.lose_influence": "{who:seat} gives up 4 Influence.",
    "ask.keep": "How many Mercenaries stay?",
    "ask.keep.more": "Each one that you keep costs 2 Ducats now.",
    "wait.keep": "{who:seat} counts the Mercenaries.",
}

EVENTS = {
    "event.realm": "{who:seat} wears the crown of **{realm:realm}**.",
    "event.dealt": "Everyone is dealt **{cards}** cards.",
    "event.round": "**Age {age:level}, round {round}.** Turn order: {order:seats}.",
    "event.turned_up": "**{event:happening}.**",
    "event.draw": "{who:seat} draws **{cards}**.",
    "event.draw.1.mine": "You draw **{first:card}**.",
    "event.draw.2.mine": "You draw **{first:card}** and **{second:card}**.",
    "event.shuffle": "The deck has run out: **{cards}** discards are a new one.",
    "event.cardinal": "{who:seat} gains a Cardinal.",
    "event.cardinal.none": "{who:seat} holds Roma by force and gains no Cardinal.",
    "event.returned.pushed": "A Cardinal of {who:seat} is pushed out at the far end.",
    "event.returned.excommunication": "A Cardinal of {who:seat} goes home, excommunicated.",
    "event.returned.disgrace": "A Cardinal of {who:seat} goes home in disgrace.",
    "event.returned.died": "A Cardinal of {who:seat} dies. *Requiescat.*",
    "event.returned.roma": "A Cardinal of {who:seat} goes home: who holds Roma by force has no other.",
    "event.returned.religion": "A Cardinal of {who:seat} goes home: the Curia has shrunk.",
    "event.roma": "{who:seat} holds the Roma slot.",
    "event.roma.none": "The Roma slot is empty.",
    "event.controller.uncontested": "{who:seat} is **Papal Controller**, uncontested with {cardinals}.",
    "event.controller.most": "{who:seat} is **Papal Controller** with {cardinals}.",
    "event.controller.roma": "{who:seat} is **Papal Controller**: a tie at {cardinals}, and Roma.",
    "event.controller.leftmost": "{who:seat} is **Papal Controller**: a tie at {cardinals}, and the leftmost.",
    "event.controller.none": "Nobody is Papal Controller.",
    "event.stability": "{who:seat} pays {adm} Administrative: Stability is **{stability}**.",
    "event.influence": "{who:seat} puts **{amount}** Influence into {area:area}.",
    "event.influence.lost": "{who:seat} loses **{amount}** Influence in {area:area}.",
    "event.influence.back": "{who:seat} takes back {amount} Influence from {area:area}.",
    "event.ally": "{who:seat} is now the ally of **{realm:realm}**.",
    "event.ally.none": "{who:seat} is no longer the ally of {realm:realm}, and nobody is.",
    "event.recruit": "{who:seat} recruits in {area:area}: {regulars} Regulars, {mercenaries} Mercenaries.",
    "event.religion.catholic": "{who:seat} returns to the old faith.",
    "event.religion.protestant": "{who:seat} turns **Protestant**.",
    "event.pass": "{who:seat} passes.",
    "event.pass.first": "{who:seat} passes first, and has 2 Ducats for it.",
    "event.hire": "{who:seat} hires an Advisor: {advisor:advisor}.",
    "event.dismiss.advisor": "{who:seat} dismisses the Advisor: {advisor:advisor}.",
    "event.dismiss.units": "{who:seat} dismisses in {area:area}: {regulars} Regulars, {mercenaries} Mercenaries.",
    "event.play": "{who:seat} plays **{card:card}**.",
    "event.whisperers": "{who:seat} has {owner:seat} whispered out of {area:area}: {amount} Influence less.",
    "event.bold": "{who:seat} adds a **Bold Stroke**.",
    "event.excommunicate": "{who:seat} excommunicates the ruler of **{realm:realm}**.",
    "event.excommunicated": "{who:seat} loses 1 Prestige.",
    "event.crusade": "{who:seat} calls a **Crusade** on {area:area}.",
    "event.crusade.led": "{who:seat} goes too: 1 Prestige.",
    "event.crusade.mercenaries": "{mercenaries} Mercenaries come to {who:seat} in {area:area}.",
    "event.committed": "{who:seat} is Committed to the crusade.",
    "event.war.holy_war": "{who:seat} declares a **Holy War** on {realm:realm}.",
    "event.war.excommunication": "{who:seat} declares war on the excommunicated {realm:realm}.",
    "event.war.none": "{who:seat} declares war on **{realm:realm}**, for appetite.",
    "event.war.stability": "{who:seat} is down to Stability **{stability}**.",
    "event.march": "{who:seat} goes from {start:area} to {to:area}: {regulars} Regulars, {mercenaries} Mercenaries.",
    "event.attack": "{who:seat} attacks {realm:realm} in {area:area}: **{hits}** hits ({dice:numbers}), "
    "{losses} against ({defence:numbers}).",
    "event.fall": "{who:seat} loses in {area:area}: {regulars} Regulars, {mercenaries} Mercenaries.",
    "event.occupied": "{who:seat} occupies **{province:province}**.",
    "event.freed": "**{province:province}** goes back to {realm:realm}.",
    "event.peace": "All wars end.",
    "event.peace.home": "{who:seat} gives **{province:province}** back to {owner:seat}, for {points} Prestige.",
    "event.peace.taken": "{who:seat} now owns **{province:province}**.",
    "event.keep": "{who:seat} keeps {kept} Mercenaries and dismisses {dismissed}.",
    "event.income": "Taxes, upkeep and wages of {who:seat}: **{ducats}** Ducats.",
    "event.unpaid.units": "{who:seat} can't pay in {area:area}: {regulars} Regular, {mercenaries} Mercenary less.",
    "event.unpaid.advisor": "{who:seat} can't pay the Advisor: {advisor:advisor}.",
    "event.prize.uncontested": "{who:seat} rules the Curia uncontested: **{points}** Prestige.",
    "event.prize.crusade_won": "The crusade is won: {who:seat} has **{points}** Prestige.",
    "event.prize.crusade_lost": "The crusade fails: {who:seat} loses **{points}** Prestige.",
    "event.prize.uncommitted": "Nobody went on the crusade: {who:seat} loses **{points}** Prestige.",
    "event.faith": "{who:seat} keeps the new faith: **{points}** Prestige.",
    "event.nobody_dies": "A Cardinal should die, and there is none to spare.",
    "event.scores": "{who:seat} scores **{points}**.",
    "event.unrest": "{who:seat} can't pay: Stability is **{stability}**.",
    "event.ottomans": "The Ottomans now own **{province:province}**.",
    "event.nothing": "Nothing comes of it.",
    "event.end.land": "{who:seat} has **{points}** Prestige for land.",
    "event.end.alliances": "{who:seat} has **{points}** Prestige for alliances.",
    "event.end.controller": "{who:seat} has **{points}** Prestige as the last Papal Controller.",
    "event.end.stability": "{who:seat} has **{points}** Prestige for Stability.",
    "event.over": "The game is over. *Roma locuta*: {winners:seats}.",
}

REFUSALS = {
    "refuse.seats": "Papal Curia takes {least} to {most} players.",
    "refuse.realms.seats": "Realms are picked for more seats than there are. Pick again.",
    "refuse.realms.twice": "Two players can't wear one crown. Pick another.",
    "refuse.over": "This game is over. Look at the result, or ask for a rematch.",
    "refuse.no_seat": "There is no such seat at this table.",
    "refuse.not_asked": "The table waits for {who:seat}. Wait until you are asked.",
    "refuse.answer_first": "First answer what you are asked.",
    "refuse.nothing_asked": "Nobody asks this of you now. Take an action, or pass.",
    "refuse.not_held": "You don't hold **{card:card}**. Choose a card from your hand.",
    "refuse.nothing": "That would change nothing, or is not among what you may do. Choose from what is offered.",
    "refuse.short.adm": "That costs {needs} Administrative, and you have {has}.",
    "refuse.short.dip": "That costs {needs} Diplomatic, and you have {has}.",
    "refuse.short.mil": "That costs {needs} Military, and you have {has}.",
    "refuse.short.ducats": "That costs {needs} Ducats, and you have {has}.",
    "refuse.cardinal.protestant": "Only Catholics have Cardinals.",
    "refuse.cardinal.roma": "Who Controls Roma has no other Cardinals.",
    "refuse.cardinal.full": "All the Curia is yours: a new Cardinal would only push out your own.",
    "refuse.stability.most": "Your Stability is at its most.",
    "refuse.influence.nowhere": "There is no Area where you could put Influence.",
    "refuse.influence": "Put 1 or 2 into an Area where a Christian realm without a player owns a Province, which you "
    "are not at war with, and where you have less than 5.",
    "refuse.recruit.nowhere": "You own no Province where Units could come.",
    "refuse.recruit": "Recruit 1 to 3 Units that you can pay, into an Area where you own a Province; never more than 3 "
    "Regulars in all.",
    "refuse.religion.age": "Religions change from Age II on.",
    "refuse.papal.not_controller": "Only the Papal Controller may.",
    "refuse.papal.age": "There are no Papal Actions in Age III.",
    "refuse.papal.token": "The token lies: no other Papal Action this round.",
    "refuse.excommunicate.nobody": "There is no other Catholic ruler to strike.",
    "refuse.excommunicate": "Choose a Catholic realm that owns a Province, and not your own.",
    "refuse.crusade.nowhere": "No Area has two Provinces owned by Muslim realms.",
    "refuse.crusade": "Choose an Area with two Provinces owned by Muslim realms.",
    "refuse.crusade.no_target": "You are at war already with whoever could be attacked there.",
    "refuse.crusade.lead": "Choose an Area with two Provinces of Muslim realms that you are not at war with, and for "
    "the Mercenaries one where you own a Province.",
    "refuse.war.nobody": "There is nobody on whom you could declare war.",
    "refuse.war.unstable": "At Stability -3 nobody declares war without a casus belli.",
    "refuse.war": "Choose a realm that owns a Province, is not at war with you, and has turns left if a player wears "
    "its crown.",
    "refuse.campaign.no_units": "You have no Units.",
    "refuse.campaign": "Take Units from one Area to another, at least one, or attack where you stand: a realm at war "
    "with you that is there, once a round in an Area.",
    "refuse.card.catholic": "Only a Catholic crown may play this.",
    "refuse.card.nothing": "There is neither a Cardinal to gain nor an Area for the Influence.",
    "refuse.man_of_the_church": "Choose a Catholic Area where you may put Influence.",
    "refuse.disgrace.nobody": "No opponent has a regular Cardinal.",
    "refuse.disgrace": "Choose an opponent with a regular Cardinal.",
    "refuse.legate.nowhere": "There is no Area of the Papal States where you could put Influence.",
    "refuse.legate": "Put 1 or 2 into an Area where the Papal States own a Province, and you have less than 5.",
    "refuse.whisperers.nobody": "No opponent has Influence anywhere.",
    "refuse.whisperers": "Choose an opponent, an Area where he has Influence, and 1 or 2.",
    "refuse.hire.all": "You have all three Advisors.",
    "refuse.hire": "Choose an Advisor of a type that you lack.",
    "refuse.dismiss.advisor": "Choose an Advisor that you have.",
    "refuse.dismiss.units": "Choose Units that you have, at least one.",
    "refuse.lose_cardinal": "Choose one of your regular Cardinals.",
    "refuse.lose_influence": "Give up 4 Influence in all, from Catholic Areas where you have it.",
    "refuse.keep": "Keep no more Mercenaries in an Area than stand there.",
}

CAUTIONS = {
    "caution.war.stability": "Without a casus belli this costs you 1 Stability.",
    "caution.war.ally": "You are the ally of {realm:realm}: you would take back all your Influence there.",
}

RESULTS = {
    "part.uncontested": "Uncontested in the Curia",
    "part.crusades": "Crusades",
    "part.excommunications": "Excommunications",
    "part.religion": "Changes of religion",
    "part.faith": "The Protestant faith",
    "part.events": "Events",
    "part.peace": "Home Provinces in the peace",
    "part.land": "Land",
    "part.alliances": "Alliances",
    "part.controller": "The last Papal Controller",
    "part.stability": "Stability",
    "how.prestige": "{who:seats} had most Prestige, **{total}**.",
    "how.cardinals": "Level at **{total}** Prestige; {who:seats} had more Cardinals, **{cardinals}**.",
    "how.ducats": "Level at **{total}** Prestige, and in Cardinals; {who:seats} had more Ducats, **{ducats}**.",
    "how.shared": "Level at **{total}** Prestige, in Cardinals and in Ducats: {who:seats} share the win.",
}

WORDS: dict[str, str] = {
    **REALMS,
    **AREAS,
    **PROVINCES,
    **ADVISORS,
    **CARDS,
    **HAPPENINGS,
    **QUESTIONS,
    **EVENTS,
    **REFUSALS,
    **CAUTIONS,
    **RESULTS,
}

TAGLINE = "Fill the Curia with friends, take Rome by treaty or by force, and be paid for it."

HOW_TO_PLAY = """\
You wear a Catholic crown, and Rome is for sale. **Most Prestige after six rounds wins.**

1. **A round** begins with an event and a card for everyone. Then, in turn order, one action a turn, 4 turns each (3
   with five or six players), until all have passed or had their turns.
2. **The Curia** is a track of Cardinals. A new one comes in at the left, pushes the others right, and may push one out.
   Who has most is **Papal Controller**: cheaper Stability and Advisors, more Diplomatic Power, and once a round a Papal
   Action. With 2 or more and no tie it is **uncontested**, and worth up to 3 Prestige each round.
3. **Roma** is a Cardinal at the far left. It goes to the ally of the Papal States: whoever has most **Influence** where
   they own Provinces. Or take the Province by arms: then Roma is yours, but you may have no other Cardinal.
4. **War** ends with its round. What you occupy you then own, but a player's home goes back, for Prestige.
5. **At the end** count Tax Value, 2 for each alliance, twice your Stability, and the last Controller's bonus.

What Power does:

- **Administrative** raises Cardinals and Stability.
- **Diplomatic** buys Influence and the Papal Actions: **Excommunicate** a ruler, or **Call a Crusade**.
- **Military** declares wars, recruits, and leads campaigns. 4, 5 and 6 hit.
- **Ducats** pay Units and Advisors, at once and each round.

From Age II on you may turn Protestant: no Cardinals, but 2 Ducats and 1 Prestige a round.
"""
