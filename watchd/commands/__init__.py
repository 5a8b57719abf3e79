"""Commands of the `watchd` program, one module per command."""
