"""What holds for every page: nothing inline, nothing from elsewhere, forms that work without scripts, names as text."""

import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest

from app import rendering
from tests.pages import companion, contexts, curia, papam

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
TABLES = {**papam.pages(), **curia.pages(), **companion.pages()}
PAGES = sorted([*contexts.pages(), *TABLES])
EVERYTHING = {**contexts.pages(), **TABLES, **contexts.fragments()}

everything = pytest.mark.parametrize("name", sorted(EVERYTHING))
every_page = pytest.mark.parametrize("name", PAGES)


class Outline(HTMLParser):
    """The elements of a page with their attributes, and the tags that were left open or closed too often."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, Any]]] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def all(self, *tags: str) -> list[dict[str, Any]]:
        """The attributes of each such element."""
        return [attributes for tag, attributes in self.elements if tag in tags]


def outline(name: str) -> Outline:
    """The outline of a page or fragment."""
    return Outline(EVERYTHING[name])


@everything
def test_elements_are_closed(name: str) -> None:
    page = outline(name)
    assert not page.wrong
    assert not page.open


@everything
def test_nothing_is_inline(name: str) -> None:
    page = outline(name)
    assert not page.all("style")
    assert all(script.get("src") for script in page.all("script"))
    for _, attributes in page.elements:
        assert "style" not in attributes
        assert not [attribute for attribute in attributes if attribute.startswith(("on", "hx-on"))]


@everything
def test_nothing_comes_from_elsewhere(name: str) -> None:
    for tag, attributes in outline(name).elements:
        for attribute in ("src", "href", "action", "formaction", "hx-post", "hx-get"):
            address = attributes.get(attribute)
            assert address is None or address.startswith(("/", "#")), (tag, address)
            assert not (address or "").startswith("//")


@everything
def test_names_are_text(name: str) -> None:
    assert "<img" not in EVERYTHING[name]
    assert "</p><b>" not in EVERYTHING[name]


@every_page
def test_ids_are_unique(name: str) -> None:
    ids = Counter(attributes["id"] for _, attributes in outline(name).elements if "id" in attributes)
    assert [one for one, times in ids.items() if times > 1] == []


@everything
def test_forms_work_without_scripts_and_have_names(name: str) -> None:
    for form in outline(name).all("form"):
        assert form.get("method") in ("post", "get")
        assert form["action"].startswith("/")
        assert form.get("aria-label") or form.get("class") in ("youname", "joincode")
        assert form.get("hx-post", form["action"]) == form["action"]


@every_page
def test_fields_have_labels(name: str) -> None:
    page = outline(name)
    labelled = {label["for"] for label in page.all("label") if "for" in label}
    for field in page.all("input", "select", "textarea"):
        assert field.get("type") == "hidden" or field.get("aria-label") or field["id"] in labelled


@every_page
def test_references_lead_somewhere(name: str) -> None:
    page = outline(name)
    ids = {attributes["id"] for _, attributes in page.elements if "id" in attributes}
    for _, attributes in page.elements:
        for attribute in ("popovertarget", "aria-labelledby", "aria-describedby", "for"):
            assert set((attributes.get(attribute) or "").split()) <= ids
        if attributes.get("href", "").startswith("#"):
            assert attributes["href"][1:] in ids


@every_page
def test_pages_have_one_main_heading_and_a_way_past_the_top(name: str) -> None:
    page = outline(name)
    assert len(page.all("h1")) == len(page.all("main")) == 1
    assert any(link.get("class") == "skip" for link in page.all("a"))


@cache
def symbols(path: str) -> set[str]:
    """What a drawing of the house has by name."""
    return set(re.findall(r' id="([\w-]+)"', (rendering.STATIC / path).read_text()))


@everything
def test_static_files_and_symbols_exist(name: str) -> None:
    for path, version, symbol in re.findall(r'"/static/([\w./-]+)\?v=(\w+)(?:#([\w-]+))?"', EVERYTHING[name]):
        assert f"/static/{path}?v={version}" == rendering.static_url(path)
        assert not symbol or symbol in symbols(path)


@everything
def test_fields_of_moves_are_sent_once(name: str) -> None:
    """A form that would send two values under one name could mean two moves."""
    for form in re.findall(r"<form.*?</form>", EVERYTHING[name], re.S):
        hidden = re.findall(r'<input type="hidden" name="(\w+)"', form)
        assert len(hidden) == len(set(hidden))
