"""How people play Papal Curia at the page: tiles of actions, Areas on the map and in the list."""

from typing import Any

from playwright.sync_api import Locator, expect

from games.papal_curia.state import State
from tests.browser.house import Served
from tests.browser.people import Person


def begin(host: Person, *guests: Person) -> str:
    """A table that has just begun, by the forms alone; its code."""
    code = host.post("/tables", game="papal-curia", name=host.name).rpartition("/t/")[2]
    for guest in guests:
        guest.post(f"/t/{code}/join", name=guest.name)
        guest.post(f"/t/{code}/lobby/ready", ready="yes")
    host.post(f"/t/{code}/lobby/start", sure="yes")
    return code


def lay(house: Served, code: str, position: State, **changes: Any) -> None:
    """Lays this position on the table."""
    fields = {name: getattr(position, name) for name in position.__struct_fields__}
    house.put(code, **{**fields, **changes})


def choose(person: Person, tile: str) -> None:
    """Chooses an action or a card by its name in the page."""
    person.press(person.page.locator(f"#act-{tile}, #hand-{tile}"))
    expect(person.page.locator(f"#pick-{tile}")).to_be_checked()


def on_map(person: Person, area: str) -> Locator:
    """The Area's name on the map: inside its shape, wherever that lies."""
    return person.page.locator(f"#m-{area} text").filter(visible=True).first


def in_list(person: Person, area: str) -> Locator:
    """What may be chosen at the Area's place in the list."""
    return person.page.locator(f"#area-{area} .tflag").filter(visible=True)


def lens(person: Person) -> list[float]:
    """What the map shows: x, y, width, height."""
    box = person.page.locator("#map").get_attribute("viewBox")
    return [float(number) for number in (box or "").split()]
