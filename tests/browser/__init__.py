"""People at real browsers: whole games, the lobby, live pages, accessibility and layout. A pytest call of its own."""
