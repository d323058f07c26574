"""Conclave: tables, people and pages around the games."""

from importlib.metadata import version

RELEASE = version("conclave")
"""The version of this program."""
