"""The forms of a page, found in its HTML as a browser finds them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """One form that is sent by POST: where to, and its fields in order, each with the values that the page offers."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Page:
    """What a page leads to: its forms by POST, those of its buttons included, and its links."""

    forms: list[Form]
    links: list[str]


def read(html: str) -> Page:
    """What stands in the HTML. A field outside belongs to the form that it names (`form="..."`)."""
    reader = _Reader()
    reader.feed(html)
    return Page([form for form in reader.forms if form.action], reader.links)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._named: dict[str, Form] = {}
        self._form: Form | None = None
        self._select: str = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        form = self._named.get(given["form"]) if "form" in given else self._form
        match tag:
            case "form":
                self._begin(given)
            case "a" if given.get("href", "").startswith("/"):
                self.links.append(given["href"])
            case "select":
                self._select = given.get("name", "")
            case "option" if self._form is not None and self._select:
                self._form.fields.setdefault(self._select, []).append(given.get("value", ""))
            case "input" | "textarea" | "button" if form is not None:
                self._field(form, given)
            case _:
                return

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""

    def _begin(self, given: dict[str, str]) -> None:
        by_post = given.get("method", "").lower() == "post"
        self._form = self._named.setdefault(given.get("id", ""), Form("")) if given.get("id") else Form("")
        self._form.action = given.get("action", "") if by_post else ""
        self.forms.append(self._form)

    def _field(self, form: Form, given: dict[str, str]) -> None:
        if "formaction" in given:
            self.forms.append(Form(given["formaction"], form.fields))
        if given.get("name"):
            form.fields.setdefault(given["name"], []).append(given.get("value", ""))
