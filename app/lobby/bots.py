"""Who the bots are, when one is asked to sit down."""

NAMES = (
    "Fra Botticelli",
    "Suor Macchina",
    "Fra Algoritmo",
    "Don Meccanico",
    "Suor Ingranaggia",
    "Fra Automato",
    "Monsignor Molla",
    "Padre Orologio",
    "Suor Carillon",
    "Fra Abaco",
    "Don Pendolo",
    "Suor Valvola",
)
"""More names than a table has chairs."""
