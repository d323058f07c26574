"""The web application: what it is made of, and what lives as long as it does."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from fastapi import FastAPI
from itsdangerous import URLSafeSerializer
from starlette.middleware.gzip import GZipMiddleware

from app import identity, lobby, security, written
from app.api.docs import router as api
from app.chat.live import Feeds
from app.chat.routes import router as chat
from app.chat.store import CHANNEL as CHAT
from app.config import Settings, from_environment
from app.engine import connect, plain_url, reading
from app.fairness.routes import router as fairness
from app.files import HashedFiles
from app.house import House, limiter
from app.identity.devices import Devices
from app.identity.me import router as me
from app.identity.store import CHANNEL as GUESTS
from app.moving.routes import router as moving
from app.operating.sweeping import sweep_for_ever
from app.presence import Presence
from app.presence.store import CHANNEL
from app.rulebook import router as rules
from app.tables import absent_routes, clock_routes, clock_work, driving, handing, live, replay_routes, routes, seating
from app.tables import scene as scenes
from app.tables.hub import Hub
from app.tables.thinking import Minds
from app.watching import health
from app.watching.exposing import expose_for_ever
from app.watching.leaving import leaving_in_order

STATIC = Path(__file__).parent.parent / "static"


def open_house(settings: Settings) -> House:
    """The house of this process; nothing is connected yet."""
    if settings.database_url is None:
        raise ValueError("no database: start with `conclave serve`, or set DATABASE_URL")
    engine = connect(settings.database_url)
    signer = URLSafeSerializer(settings.secret_key)
    rows, devices = reading(engine), Devices(reading(engine))
    minds = Minds(max(1, (os.cpu_count() or 1) // settings.workers), settings.bot_seconds)
    house = House(
        *(settings, engine, rows, signer, limiter()),
        hub=None,  # type: ignore[arg-type]
        presence=None,  # type: ignore[arg-type]
        devices=devices,
        feeds=Feeds(),
        minds=minds,
    )
    house.hub = Hub(plain_url(settings.database_url), partial(scenes.load, house))
    house.presence = Presence(engine, partial(seating.leave_the_chair, house))
    house.hub.hear(CHANNEL, lambda table_id: house.hub.show_again(int(table_id)))
    house.hub.hear(GUESTS, devices.heard)
    house.hub.hear(CHAT, house.feeds.heard, house.feeds.catch_up)
    return house


@asynccontextmanager
async def _living(app: FastAPI) -> AsyncIterator[None]:
    house: House = app.state.house
    asyncio.get_running_loop().set_exception_handler(written.unhandled)
    lasting = (
        house.hub.listen(),
        driving.play_for_ever(house),
        clock_work.beat_for_ever(house),
        clock_work.play_for_ever(house),
        house.presence.keep(),
        house.devices.keep(),
        sweep_for_ever(house),
        expose_for_ever(house),
    )
    tasks = [asyncio.create_task(work) for work in lasting]
    try:
        with leaving_in_order(house):
            yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)  # each to its end: bots leave their errands to others
        house.minds.close()
        await house.engine.dispose()


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, for uvicorn (`--factory`) and for tests."""
    written.keep_words_out()
    app = FastAPI(title="Conclave", lifespan=_living, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.house = open_house(settings or from_environment())
    app.state.readiness = health.Readiness(app.state.house)
    for router in (
        identity.router,
        me,
        lobby.router,
        rules,
        routes.router,
        absent_routes.router,
        clock_routes.router,
        handing.router,
        replay_routes.router,
        live.router,
        fairness,
        moving,
        chat,
        api,
        health.router,
    ):
        app.include_router(router)
    app.mount("/static", HashedFiles(directory=STATIC))
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    security.guard(app)
    return app
