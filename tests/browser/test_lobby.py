"""The lobby: what the host decides, what everyone sees of it live, and every way in and out."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Persons
from tests.browser.lobby import choose_rule, gather, order, seat_of, start
from tests.browser.people import PHONE, Person


def test_house_rules_are_seen_by_everyone(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    gather(anna, bruno)
    choose_rule(anna, "Points to win", "3 points")
    choose_rule(anna, "What Cancello cancels", "Pope and Nope as well")
    in_force = bruno.page.get_by_role("region", name="Rules in force")
    expect(in_force.get_by_text("3 points")).to_be_visible()
    expect(in_force.get_by_text("Pope and Nope as well")).to_be_visible()
    expect(in_force.get_by_text("as printed, but 2")).to_be_visible()
    expect(in_force.get_by_role("combobox")).to_have_count(0)
    in_force.get_by_role("link", name="PN-4.8").click()
    expect(bruno.page.locator(":target")).to_contain_text("PN-4.8")


def test_the_team_game_needs_an_even_number(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    gather(anna, bruno)
    choose_rule(anna, "Team game", "Two teams; points pooled, 7 win")
    expect(anna.page.get_by_text("The team game needs an even number of players, 4 or more.")).to_be_visible()
    expect(anna.button("Start", exact=True)).to_be_disabled()
    expect(seat_of(bruno, "Anna")).to_contain_text("team A")
    expect(seat_of(bruno, "Bruno")).to_contain_text("team B")


def test_seats_bots_and_their_order(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    gather(anna, bruno)
    anna.press(anna.page.get_by_role("group", name="Seats").get_by_role("button", name="5"))
    expect(bruno.page.get_by_text("2 of 5 seats taken")).to_be_visible()
    expect(bruno.button(re.compile("bot", re.I))).to_have_count(0)
    anna.press(anna.form("Seat a bot on chair 3").get_by_role("button"))
    expect(bruno.page.get_by_text("3 of 5 seats taken")).to_be_visible()
    bot = order(bruno)[2]
    expect(seat_of(bruno, bot)).to_contain_text("bot")
    anna.press(anna.button(f"Move {bot} up"))
    expect(bruno.page.locator("#chair-1")).to_contain_text(bot)
    assert order(bruno) == ["Anna", bot, "Bruno"]
    anna.press(anna.button("Move Anna down"))
    expect(bruno.page.locator("#chair-0")).to_contain_text(bot)
    assert order(bruno) == [bot, "Anna", "Bruno"]
    expect(anna.button(f"Move {bot} up")).to_be_disabled()
    anna.press(anna.button(f"Send {bot} away"))
    expect(bruno.page.get_by_text("2 of 5 seats taken")).to_be_visible()
    assert order(bruno) == ["Anna", "Bruno"]


def test_the_seats_are_shuffled(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    gather(anna, bruno)
    status = bruno.page.locator("[data-question]")
    for _ in range(40):
        before = status.get_attribute("data-question")
        anna.press(anna.button("Shuffle"))
        expect(status).not_to_have_attribute("data-question", str(before))
        if order(bruno) == ["Bruno", "Anna"]:
            return
    raise AssertionError("forty shuffles left two seats as they were")


def test_who_starts_holds_the_token(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    gather(anna, bruno)
    anna.page.get_by_role("combobox", name="Who starts").select_option(label="Bruno")
    expect(bruno.page.get_by_role("region", name="Rules in force").get_by_text("Bruno")).to_be_visible()
    start(anna, bruno)
    expect(anna.page.get_by_role("article").filter(has=anna.page.get_by_role("heading", name="Bruno"))).to_contain_text(
        "first"
    )


def test_listed_tables_stand_on_home_until_they_are_private_again(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    code = gather(anna)
    anna.press(anna.page.get_by_role("switch", name="Private"))
    expect(anna.page.get_by_role("switch", name="Private")).to_have_attribute("aria-checked", "false")
    bruno.go("/")
    listed = bruno.page.get_by_role("region", name="Open to everybody").get_by_role("link", name="Anna is the host")
    assert listed.first.get_attribute("href") == f"/t/{code}"
    anna.press(anna.page.get_by_role("switch", name="Private"))
    expect(anna.page.get_by_role("switch", name="Private")).to_have_attribute("aria-checked", "true")
    bruno.go("/")
    expect(bruno.page.locator(f"a[href='/t/{code}']")).to_have_count(0)


def test_a_password_is_asked_for_and_hides_who_sits_there(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    code = gather(anna)
    anna.page.get_by_role("textbox", name="Password").fill("extra omnes")
    anna.press(anna.button("Set", exact=True))
    expect(anna.button("No password")).to_be_visible()
    bruno.go(f"/t/{code}")
    expect(bruno.page.get_by_text("Anna")).to_have_count(0)
    bruno.page.get_by_label("Your name at the table").fill("Bruno")
    bruno.page.get_by_label("Password").fill("wrong")
    bruno.follow(bruno.button("Take the seat"))
    expect(bruno.page.get_by_role("alert")).to_be_visible()
    expect(bruno.page.get_by_label("Your name at the table")).to_have_value("Bruno")
    bruno.page.get_by_label("Password").fill("extra omnes")
    bruno.follow(bruno.button("Take the seat"))
    expect(seat_of(bruno, "Bruno")).to_be_visible()
    anna.press(anna.button("No password"))
    expect(anna.button("No password")).to_have_count(0)
    carla = person("Carla")
    carla.go(f"/t/{code}")
    expect(carla.page.get_by_label("Password")).to_have_count(0)


def test_the_link_is_copied_with_and_without_the_clipboard(person: Persons) -> None:
    anna, plain = person("Anna"), person("Plain", permissions=[])
    code = gather(anna)
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.press(anna.button("Copy link"))
    expect(anna.button("Copied")).to_be_visible()
    link = str(anna.page.evaluate("navigator.clipboard.readText()"))
    assert link.endswith(f"/t/{code}")
    assert anna.page.get_by_label("The link of this table").input_value() == link
    expect(anna.page.get_by_role("img", name="The link as a QR code").locator("svg")).to_be_visible()
    plain.context.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    plain.join(code)
    plain.page.evaluate(
        "window.copies = []; document.addEventListener('copy', () => copies.push(document.activeElement.value))"
    )
    plain.press(plain.button("Copy link"))
    expect(plain.button("Copied")).to_be_visible()
    assert plain.page.evaluate("window.copies") == [link]
    bruno = person("Bruno")
    bruno.join(link.rpartition("/t/")[2])


def test_an_empty_name_is_answered_in_words(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    bruno.go(f"/t/{anna.open_table()}")
    bruno.follow(bruno.button("Take the seat"))
    expect(bruno.page.get_by_role("alert")).to_contain_text("Give a name")


def test_joining_by_code_as_it_is_read_out(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno", size=PHONE)
    code = gather(anna)
    bruno.go("/")
    bruno.page.get_by_label("Join by code").fill("NO-SUCH-CODE-00")
    bruno.follow(bruno.button("Join", exact=True))
    expect(bruno.page.get_by_label("Join by code")).to_have_attribute("aria-invalid", "true")
    bruno.page.get_by_label("Join by code").fill(code.lower().replace("-", " "))
    bruno.follow(bruno.button("Join", exact=True))
    expect(bruno.page.get_by_role("heading", name="Anna has kept you a seat")).to_be_visible()
    bruno.page.get_by_label("Your name at the table").fill("Anna")
    bruno.follow(bruno.button("Take the seat"))
    expect(bruno.page.get_by_role("alert")).to_contain_text("Anna")
    bruno.page.get_by_label("Your name at the table").fill("Bruno")
    bruno.follow(bruno.button("Take the seat"))
    expect(seat_of(anna, "Bruno")).to_be_visible()


def test_a_full_table_and_a_running_one_offer_to_watch(person: Persons) -> None:
    anna, bruno, wilma, xenia = person("Anna"), person("Bruno"), person("Wilma"), person("Xenia")
    code = gather(anna, bruno)
    anna.press(anna.page.get_by_role("group", name="Seats").get_by_role("button", name="2"))
    expect(anna.page.get_by_text("2 of 2 seats taken")).to_be_visible()
    wilma.go(f"/t/{code}")
    expect(wilma.page.get_by_role("heading", name="Every chair is taken")).to_be_visible()
    wilma.follow(wilma.button("Watch"))
    expect(wilma.page.get_by_text("you are watching")).to_be_visible()
    expect(anna.page.get_by_text("1 watching")).to_be_visible()
    start(anna, bruno, wilma)
    xenia.go(f"/t/{code}")
    expect(xenia.page.get_by_role("heading", name="The doors are closed")).to_be_visible()
    xenia.press(xenia.button("Watch"))
    expect(xenia.prompt).to_contain_text("Watching")


def test_without_watchers_nobody_is_asked_to_watch(person: Persons) -> None:
    anna, bruno, wilma = person("Anna"), person("Bruno"), person("Wilma")
    code = gather(anna, bruno)
    anna.press(anna.page.get_by_role("switch", name="Watchers may look on"))
    expect(bruno.page.get_by_text("Nobody may watch.")).to_be_visible()
    start(anna, bruno)
    wilma.go(f"/t/{code}")
    expect(wilma.page.get_by_text("The host lets nobody watch.")).to_be_visible()
    expect(wilma.button(re.compile("Watch"))).to_have_count(0)


def test_a_kicked_guest_is_told_and_stays_out(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    code = gather(anna, bruno)
    anna.press(anna.button("Show Bruno the door"))
    expect(bruno.page.get_by_text("The host has asked you to leave this table.")).to_be_visible()
    answer = bruno.go(f"/t/{code}")
    assert answer.status == 403
    expect(bruno.link("Home")).to_be_visible()
    expect(seat_of(anna, "Bruno")).to_have_count(0)


def test_the_chair_is_passed_on_and_moves_by_itself(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    gather(anna, bruno)
    anna.press(anna.button("Make Bruno the host"))
    expect(bruno.button("Start", exact=True)).to_be_enabled()
    expect(anna.button("Start", exact=True)).to_have_count(0)
    expect(anna.page.get_by_role("combobox", name="Points to win")).to_have_count(0)
    bruno.press(bruno.button("Leave"))
    expect(bruno.page.get_by_role("heading", name="Your tables")).to_be_visible()
    expect(anna.button("Start", exact=True)).to_be_disabled()


def test_an_ended_table_is_gone_for_all(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    code = gather(anna, bruno)
    anna.press(anna.button("End the table"))
    expect(anna.page.get_by_role("heading", name="End this table?")).to_be_visible()
    anna.press(anna.link("Keep it open"))
    expect(anna.page.get_by_role("heading", name="End this table?")).to_have_count(0)
    anna.press(anna.button("End the table"))
    anna.press(anna.button("End it"))
    expect(anna.page.get_by_role("heading", name="Your tables")).to_be_visible()
    expect(bruno.page.get_by_text("This table has ended.").first).to_be_visible()
    assert bruno.go(f"/t/{code}").status == 410


def test_whoever_is_not_ready_is_asked_about_before_the_start(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    gather(anna, bruno)
    bruno.press(bruno.button("Not yet, after all"))
    expect(anna.page.get_by_text("Waiting for Bruno.")).to_be_visible()
    anna.press(anna.button("Start", exact=True))
    expect(anna.page.get_by_text("Bruno is not ready yet.")).to_be_visible()
    anna.press(anna.button("Start now"))
    for one in (anna, bruno):
        expect(one.prompt).to_be_visible()


def test_unknown_pages_are_friendly(person: Persons) -> None:
    anna = person("Anna")
    for path in ("/t/NO-SUCH-TABLE-00", "/nothing", "/rules/nothing"):
        assert anna.go(path).status == 404
        expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
        expect(anna.page.get_by_role("main").get_by_role("link").first).to_be_visible()


def test_a_name_is_kept_and_can_be_changed(person: Persons) -> None:
    anna = person("Anna")
    anna.go("/")
    anna.rename("Anna")
    anna.rename("Annunziata")
    code = anna.open_table()
    expect(seat_of(anna, "Annunziata")).to_contain_text("host")
    assert _cookies(anna) == {"conclave", "kept"}
    assert code in anna.page.content()


def _cookies(person: Person) -> set[str]:
    return {str(cookie["name"]) for cookie in person.context.cookies()}
