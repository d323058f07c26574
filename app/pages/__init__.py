"""What templates are given: one frozen record a page, already decided, so that a template only shows.

Plain text is given as `str` and escaped by the templates; `Markup` is HTML that was made safe where it was made.
Moments are aware datetimes. A stranger is a `Visitor` without a name.
"""

from app.pages.clock import Clocks, SeatClock
from app.pages.common import ProblemPage, Refusal, Status, Sure, Theme, Visitor
from app.pages.fair import FairPage, Spoken
from app.pages.home import GameCard, HomePage, ListedTable, MyTable
from app.pages.lobby import Chair, ClockChoice, ClockNumber, JoinPage, LobbyPage, Option, RuleChoice, SeatFacts
from app.pages.me import ContinuePage, Figures, Longest, MePage
from app.pages.replay import Eyes, ReplayPage
from app.pages.report import ReportPage
from app.pages.rules import Chapter, Clause, Passage, RulesPage
from app.pages.table import (
    NOTHING_MISSED,
    Absent,
    Asked,
    Curtain,
    LogEntry,
    Missed,
    ResultPage,
    TableFacts,
    TablePage,
    TakeoverLink,
    TakeoverPage,
)

__all__ = [
    "NOTHING_MISSED",
    "Absent",
    "Asked",
    "Chair",
    "Chapter",
    "Clause",
    "ClockChoice",
    "ClockNumber",
    "Clocks",
    "ContinuePage",
    "Curtain",
    "Eyes",
    "FairPage",
    "Figures",
    "GameCard",
    "HomePage",
    "JoinPage",
    "ListedTable",
    "LobbyPage",
    "LogEntry",
    "Longest",
    "MePage",
    "Missed",
    "MyTable",
    "Option",
    "Passage",
    "ProblemPage",
    "Refusal",
    "ReplayPage",
    "ReportPage",
    "ResultPage",
    "RuleChoice",
    "RulesPage",
    "SeatClock",
    "SeatFacts",
    "Spoken",
    "Status",
    "Sure",
    "TableFacts",
    "TablePage",
    "TakeoverLink",
    "TakeoverPage",
    "Theme",
    "Visitor",
]
