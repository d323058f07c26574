"""Conclave: tables, people and pages around the games."""
