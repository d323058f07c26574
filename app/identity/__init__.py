"""Guests: who somebody is from the first click on, without an account. A signed cookie, a row, a name."""

from app.identity.routes import router

__all__ = ["router"]
