"""3,000 requests that nobody of ours would send: none fails, none half changes a table, each refusal is a sentence."""

from tests.fuzz.house import open_house
from tests.fuzz.run import Fuzz

REQUESTS = 3000


async def test_hostile_requests_never_fail_and_change_nothing_by_halves(database_url: str) -> None:
    app = open_house(database_url)
    fuzz = Fuzz(app, seed=8, whole=False)
    summary = await fuzz.run(REQUESTS)
    await app.state.house.engine.dispose()
    print(summary)
    assert not summary.found, "\n".join(summary.found)
    missed = fuzz.app.taking("POST") - {
        route.partition(" ")[2] for route in summary.reached if route.startswith("POST ")
    }
    assert not missed, "addresses that take forms, and got none"
