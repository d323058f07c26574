"""Who is here: whose pages are open at which table, in whichever process, and since when somebody is away."""

from app.presence.service import Presence

__all__ = ["Presence"]
