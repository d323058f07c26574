"""Tests of the rules, without an app: a case for each clause, and suites that every game of RULED must pass."""
