"""Whatever leaves the server, to the byte: nobody learns more than the rules say (docs/hidden-information.md)."""
