"""The JSON API under /api: for bots and other clients, over the same services as the pages. `docs/api.md` tells how it
is used, `/api/docs` lists every call and every game's moves."""
