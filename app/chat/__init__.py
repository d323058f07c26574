"""Words at a table: to everybody or to one other, kept with the table; and the nudge for whom it waits.

| module | does |
|---|---|
| `service.py`, `nudge.py` | what guests do; callable without a request |
| `words.py` | words made fit for a line |
| `store.py` | all SQL, and with it who may read what |
| `notices.py`, `live.py` | what processes tell each other, and what live pages get |
| `show.py`, `pages.py`, `routes.py` | what pages show, and what their forms send |
"""
