"""Passwords of tables: kept as argon2 hashes, checked outside of any transaction and off the event loop."""

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

LONGEST = 100

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


async def hashed(password: str) -> str:
    """What is kept of it."""
    return await asyncio.to_thread(_hasher.hash, password)


async def fits(kept: str, password: str) -> bool:
    """Whether this is the password."""
    try:
        return await asyncio.to_thread(_hasher.verify, kept, password)
    except (VerificationError, InvalidHashError):
        return False
