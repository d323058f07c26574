"""How each game's Views become what its templates show: pure functions, a package a game."""
