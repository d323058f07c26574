"""The chat at the page: private words between two of three browsers, what is typed while others play, and what tells of
a nudge beside the page."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Persons
from tests.browser.house import Served
from tests.browser.lobby import gather, start
from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.test_pages import SIDEWAYS, SMALL, faults

NOTED = """
window.notes = 0;
window.notices = [];
window.permissions = 0;
window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  createOscillator() { return { frequency: {}, connect: (to) => to, start: () => { notes += 1; }, stop() {} }; }
  createGain() {
    const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (to) => to };
  }
};
window.Notification = class {
  static permission = localStorage.getItem("granted") ?? "default";
  static async requestPermission() {
    permissions += 1;
    localStorage.setItem("granted", "granted");
    return Notification.permission = "granted";
  }
  constructor(words) { notices.push(words); }
};
"""
"""A browser that counts what it plays and shows."""
HIDDEN = "Object.defineProperty(document, 'hidden', { get: () => true }); true"


def words_of(one: Person) -> Locator:
    """The lines of the chat."""
    return one.page.locator("#chat .words")


def field(one: Person) -> Locator:
    """Where one types."""
    return one.page.get_by_label("Your message")


def say(one: Person, words: str, to: str = "to everybody") -> None:
    """Types and sends by the keyboard."""
    one.page.get_by_label("Who may read it").select_option(label=to)
    field(one).fill(words)
    field(one).press("Enter")
    expect(field(one)).to_have_value("")
    one.comes_to_rest()


def test_two_talk_in_private_and_the_third_sees_nothing(person: Persons) -> None:
    anna, bruno, carla = person("Anna"), person("Bruno"), person("Carla")
    code = gather(anna, bruno, carla)
    start(anna, bruno, carla)
    say(anna, "Salvete <b>omnes</b>")
    for one in (anna, bruno, carla):
        expect(words_of(one)).to_have_text(["Salvete <b>omnes</b>"])
    carla.page.wait_for_timeout(300)
    before = len(carla.frames)
    say(anna, "psst, Bruno", "only to Bruno")
    say(bruno, "psst, Anna", "only to Anna")
    for one in (anna, bruno):
        expect(words_of(one)).to_have_text(["Salvete <b>omnes</b>", "psst, Bruno", "psst, Anna"])
    carla.page.wait_for_timeout(500)
    assert len(carla.frames) == before, carla.frames[before:]
    assert not [frame for frame in carla.frames if "psst" in frame]
    expect(carla.page.locator("#chat-unread")).to_have_text("1 new")
    carla.go(f"/t/{code}")
    expect(words_of(carla)).to_have_text(["Salvete <b>omnes</b>"])


def test_words_from_right_to_left_move_nothing_beside_them(person: Persons) -> None:
    anna, maryam = person("Anna"), person("\u0645\u0631\u064a\u0645")
    gather(anna, maryam)
    say(maryam, "\u0633\u0644\u0627\u0645, 12 (Anna)")
    say(maryam, "Salve")
    words = words_of(anna)
    expect(words).to_have_count(2)
    assert words.evaluate_all("all => all.map(one => getComputedStyle(one).direction)") == ["rtl", "ltr"]
    names = anna.page.locator("#chat .who, .seatlist b")
    assert set(names.evaluate_all("all => all.map(one => getComputedStyle(one).unicodeBidi)")) == {"isolate"}


def test_new_words_count_until_they_were_on_the_screen(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno", size=PHONE)
    gather(anna, bruno)
    start(anna, bruno)
    for words in ("one", "two"):
        say(anna, words)
    button = bruno.button("Chat 2 new")
    expect(button).to_be_visible()
    bruno.press(button)
    expect(words_of(bruno)).to_have_text(["one", "two"])
    expect(bruno.button("Chat", exact=True)).to_be_visible()  # the badge is gone
    bruno.page.reload()
    expect(bruno.button("Chat", exact=True)).to_be_visible()
    say(anna, "three")
    expect(bruno.button("Chat 1 new")).to_be_visible()


def test_what_is_typed_stays_while_others_play_and_come_and_go(person: Persons) -> None:
    anna, bruno, carla = person("Anna"), person("Bruno"), person("Carla")
    code = gather(anna, bruno, carla)
    anna.page.get_by_label("Who may read it").select_option(label="only to Bruno")
    field(anna).click()
    field(anna).type("half a thou")
    carla.post(f"/t/{code}/chat", words="hello", key="k1")
    carla.post(f"/t/{code}/lobby/ready", ready="no")
    bruno.post(f"/t/{code}/lobby/leave")
    expect(words_of(anna)).to_have_text(["hello"])
    expect(anna.page.get_by_label("Who may read it").locator("option:checked")).to_have_text("only to Bruno (gone)")
    expect(field(anna)).to_be_focused()
    field(anna).type("ght")
    expect(field(anna)).to_have_value("half a thought")
    field(anna).press("Enter")
    expect(anna.page.locator("#chat-said")).to_contain_text("has left the table")
    expect(field(anna)).to_have_value("half a thought")
    anna.page.get_by_label("Who may read it").select_option(label="only to Carla")
    anna.press(anna.button("Send"))
    expect(words_of(carla)).to_have_text(["hello", "half a thought"])
    expect(anna.page.locator("#chat-said")).to_be_empty()


def test_too_many_characters_are_told_and_kept(person: Persons) -> None:
    anna = person("Anna")
    gather(anna)
    field(anna).fill("x" * 503)
    field(anna).press("Enter")
    expect(anna.page.locator("#chat-said")).to_contain_text("3 too many")
    expect(field(anna)).to_have_value("x" * 503)
    anna.press(anna.button("Close this message"))
    expect(field(anna)).to_be_focused()
    field(anna).fill("two\nlines")
    field(anna).press("Shift+Enter")
    anna.button("Send").dblclick()
    expect(words_of(anna)).to_have_text(["two lines"])
    expect(field(anna)).to_have_value("")


def test_muting_and_removing_are_seen_at_once(person: Persons) -> None:
    anna, bruno, carla = person("Anna"), person("Bruno"), person("Carla")
    gather(anna, bruno, carla)
    say(bruno, "rude words")
    expect(words_of(carla)).to_have_text(["rude words"])
    carla.press(carla.page.locator("#chat summary"))
    expect(carla.button("Remove", exact=True)).to_have_count(0)
    carla.press(carla.button("Mute Bruno"))
    expect(words_of(carla)).to_have_count(0)
    say(bruno, "more of them")
    expect(words_of(anna)).to_have_count(2)
    anna.press(anna.page.locator("#chat summary").first)
    anna.press(anna.button("Remove", exact=True).first)
    for one in (anna, bruno):
        expect(words_of(one)).to_have_text(["This message was removed.", "more of them"])
    expect(words_of(carla)).to_have_count(0)
    carla.press(carla.form("Hear Bruno again").get_by_role("button"))
    expect(words_of(carla)).to_have_text(["This message was removed.", "more of them"])


def test_a_page_that_comes_back_has_everything_once(person: Persons, frail: Served) -> None:
    anna, bruno = person("Anna", url=frail.url), person("Bruno", url=frail.url)
    code = gather(anna, bruno)
    say(anna, "before")
    expect(words_of(bruno)).to_have_text(["before"])
    anna.may_lose_the_house()
    bruno.may_lose_the_house()
    frail.kill()
    expect(bruno.page.get_by_text("Reconnecting")).to_be_visible()
    frail.start()
    anna.post(f"/t/{code}/chat", words="meanwhile", key="k1")
    expect(bruno.page.get_by_text("Reconnecting")).to_be_hidden()
    say(anna, "after")
    expect(words_of(bruno)).to_have_text(["before", "meanwhile", "after"])


def test_watchers_write_only_if_the_host_lets_them(person: Persons) -> None:
    anna, wilma = person("Anna"), person("Wilma")
    code = gather(anna)
    wilma.watch(code)
    field(wilma).fill("from the gallery")
    switch = anna.page.get_by_role("switch", name="Watchers write")
    anna.press(switch)
    expect(field(wilma)).to_be_hidden()
    expect(wilma.page.get_by_text("only players write")).to_be_visible()
    expect(switch).to_have_attribute("aria-checked", "false")
    anna.press(switch)
    expect(field(wilma)).to_be_visible()
    expect(field(wilma)).to_have_value("from the gallery")
    field(wilma).press("Enter")
    expect(words_of(anna)).to_have_text(["from the gallery"])


def test_a_nudge_is_a_line_a_mark_a_sound_and_a_notice(person: Persons) -> None:
    anna, bruno, carla = person("Anna"), person("Bruno"), person("Carla")
    for one in (bruno, carla):
        one.context.add_init_script(NOTED)
    gather(anna, bruno, carla)
    for switch in ("A soft sound", "A notice of this device"):
        _turn_on(bruno, switch)
    assert bruno.page.evaluate("[permissions, notes]") == [1, 2]  # two notes, so that one hears what it will be
    start(anna, bruno, carla)
    for one in (anna, carla):
        one.press(one.button("Lay nothing"))
    expect(anna.button("Nudge Bruno")).to_be_visible()
    assert bruno.page.evaluate("[permissions, notes, notices.length]") == [0, 0, 0]
    bruno.page.evaluate(HIDDEN)
    anna.press(anna.button("Nudge Bruno"))
    expect(anna.page.get_by_text("You have nudged Bruno.")).to_be_visible()
    expect(bruno.page.get_by_text("Anna nudges you")).to_be_visible()
    expect(carla.page.get_by_text("nudges you")).to_have_count(0)
    expect(bruno.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn"))
    bruno.page.wait_for_function("notes === 2")
    assert bruno.page.evaluate("notices") == ["Anna nudges you: the table waits."]
    carla.press(carla.button("Nudge Bruno"))
    expect(carla.page.get_by_text("Somebody nudged within the last minute")).to_be_visible()
    bruno.press(bruno.button("Lay nothing"))
    expect(bruno.page.get_by_text("Anna nudges you")).to_have_count(0)
    assert carla.page.evaluate("[permissions, notes, notices.length]") == [0, 0, 0]  # off until wanted


def _turn_on(one: Person, name: str) -> None:
    """A switch in the menu."""
    one.press(one.page.get_by_role("navigation", name="Site").get_by_role("button"))
    switch = one.page.get_by_role("switch", name=name)
    expect(switch).to_have_attribute("aria-checked", "false")
    one.press(switch)
    expect(switch).to_have_attribute("aria-checked", "true")
    one.page.keyboard.press("Escape")


def test_the_own_turn_marks_title_and_icon(person: Persons) -> None:
    anna, bruno = person("Anna"), person("Bruno")
    gather(anna, bruno)
    icon = anna.page.locator("link[rel=icon]")
    expect(icon).not_to_have_attribute("href", re.compile("icon-turn"))
    start(anna, bruno)
    expect(anna.page).to_have_title(re.compile("Your turn"))
    expect(icon).to_have_attribute("href", re.compile("icon-turn"))
    anna.press(anna.button("Lay nothing"))
    expect(anna.page).not_to_have_title(re.compile("Your turn"))
    expect(icon).not_to_have_attribute("href", re.compile("icon-turn"))


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (DESKTOP, "dark"), (PHONE, "light")])
def test_the_chat_is_for_everybody(person: Persons, size: tuple[int, int], scheme: str) -> None:
    """axe-core finds nothing, thumbs and keyboards find what they look for."""
    anna, bruno = person("Anna", size=size, color_scheme=scheme), person("Bruno")
    gather(anna, bruno)
    say(bruno, "aloud")
    say(bruno, "psst", "only to Anna")
    _is_in_order(anna)
    start(anna, bruno)
    if size == PHONE:
        anna.press(anna.page.locator("[data-tab=tab-chat]"))
    else:
        anna.page.get_by_role("radio", name="Log").focus()
        anna.page.keyboard.press("ArrowRight")
    expect(words_of(anna)).to_have_text(["aloud", "psst"])
    anna.press(anna.page.locator("#chat summary").first)
    _is_in_order(anna)
    assert anna.page.get_by_role("log", name="Messages").get_attribute("aria-live") == "polite"


def _is_in_order(one: Person) -> None:
    one.page.wait_for_timeout(200)
    assert faults(one) == ""
    assert one.page.evaluate(SIDEWAYS) == []
    assert one.page.evaluate(SMALL) == []
