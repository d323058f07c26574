"""One chromium and one served house for all browser tests, and a browser context for each person."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from app.postgres import Server
from tests.browser.house import Served
from tests.browser.people import Person
from tests.conftest import TEMPLATE, execute

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

expect.set_options(timeout=15_000)

Persons = Callable[..., Person]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's chromium; best the one without windows, which opens a person's pages in a sixth of the time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = [path for name in names if (path := shutil.which(name))]
    assert found, "the browser tests need chromium: run make test, which installs it"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found[0], args=list(FLAGS))
        yield chromium
        chromium.close()


def fresh_database(postgres: Server, name: str) -> str:
    """The address of an empty, migrated database."""
    execute(postgres.url(), f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    return postgres.url(name)


@pytest.fixture(scope="session")
def house(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house in which bots don't dawdle."""
    served = Served(fresh_database(postgres, "browsers"), tmp_path_factory.mktemp("house"))
    yield served
    served.kill()


@pytest.fixture
def frail(postgres: Server, tmp_path: Path) -> Iterator[Served]:
    """A house of the test's own, to be killed."""
    served = Served(fresh_database(postgres, "frail"), tmp_path)
    yield served
    served.kill()
    execute(postgres.url(), "DROP DATABASE frail WITH (FORCE)")


@pytest.fixture
def person(browser: Browser, house: Served) -> Iterator[Persons]:
    """Makes people: `person("Anna", size=PHONE)`. Afterwards nothing may have gone wrong in any of their pages."""
    made: list[Person] = []

    def make(name: str = "Anna", **options: object) -> Person:
        made.append(Person(browser, str(options.pop("url", house.url)), name, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.close()
    assert [problem for one in made for problem in one.problems] == []
