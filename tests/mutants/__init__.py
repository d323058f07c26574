"""Deliberate leaks and slips of the rules, one change each: the suite's own checks must fail on every one."""
