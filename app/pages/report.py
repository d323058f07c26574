"""What the page for reports is given."""

from dataclasses import dataclass

from app.pages.common import Refusal, Visitor


@dataclass(frozen=True)
class ReportPage:
    """Where a player says what is wrong with a table. `done`: it was kept. `tried`: what was refused."""

    visitor: Visitor
    code: str
    title: str
    done: bool = False
    refusal: Refusal | None = None
    tried: str = ""
