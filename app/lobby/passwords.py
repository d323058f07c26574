"""Passwords of tables: kept as argon2 hashes, checked outside of any transaction and off the event loop.

A hash is dear by design. So all are made by one thread: whoever sends passwords by the hundred takes one core at most.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

LONGEST = 100

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_thread = ThreadPoolExecutor(1, thread_name_prefix="passwords")


async def hashed(password: str) -> str:
    """What is kept of it."""
    return await asyncio.get_running_loop().run_in_executor(_thread, _hasher.hash, password)


async def fits(kept: str, password: str) -> bool:
    """Whether this is the password."""
    try:
        return await asyncio.get_running_loop().run_in_executor(_thread, _hasher.verify, kept, password)
    except (VerificationError, InvalidHashError):
        return False
