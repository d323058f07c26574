"""Home, the way to a table, and all that is decided before a game begins."""

from app.lobby.routes import router

__all__ = ["router"]
