"""`make soak`: a real server under many tables of bots for an hour, with pages and programs that come and go.
Memory, tasks, files and connections must not grow.

`house` starts the server, `people` sit at the tables, `measures` looks at the processes, `verdict` says whether
anything grew, and `run` is all of it.
"""
