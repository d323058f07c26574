"""Tables of which a problem was reported, as files of `conclave export`, each a test for ever.

To add one: `python -m tests.reports FILE NAME`. It takes chat and reports out and gives the players other names; then
`tests/app/test_reports.py` plays it again, shows every moment to every seat, and plays on to the end.
"""
