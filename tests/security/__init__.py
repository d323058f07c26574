"""Attacks that need no more than a request."""
