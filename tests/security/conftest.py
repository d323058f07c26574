"""Guests and programs of the application's tests, for attacks."""

from tests.app.api.conftest import ada, bea
from tests.app.conftest import app, livia, teo

__all__ = ["ada", "app", "bea", "livia", "teo"]
