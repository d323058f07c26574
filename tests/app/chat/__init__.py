"""The chat and the nudge, on a real Postgres."""
