"""Seeing a game again: whose eyes, which moment, and nothing beyond them."""

import pytest

from tests.app.conftest import Guest, row_of, seats_at
from tests.app.tables.conftest import Seated


async def test_try(livia: Guest, teo: Guest, kofi: Guest) -> None:
    for game in ("pope-or-nope", "habemus-papam", "papal-curia"):
        answer = await livia.send_form("/tables", game=game, name="Livia")
        code = answer.headers["location"].removeprefix("/t/")
        await teo.join(code, "Teo")
        await kofi.join(code, "Kofi")
        print((await livia.do(code, "start", sure="yes")).status_code)
        table = Seated(livia.house, code, [row.player_id for row in await seats_at(livia.house, code)])
        await table.play(12)
        page = await livia.get(f"/t/{code}/replay")
        assert page.status_code == 200, page.text
        await table.play(10000)
        for eyes in ("", "&as=all", "&as=table", "&as=1"):
            page = await livia.get(f"/t/{code}/replay?at=7{eyes}")
            assert page.status_code == 200, page.text
            open(f"/tmp/replay-{game}{eyes}.html", "w").write(page.text)
            page = await livia.get(f"/t/{code}/replay?at=7{eyes}", headers={"hx-request": "true"})
            assert page.status_code == 200
        page = await livia.get(f"/t/{code}/replay?line=9")
        assert page.status_code == 200
        page = await livia.get(f"/t/{code}")
        assert "replay?line=" in page.text
