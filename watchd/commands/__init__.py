"""The commands of the `watchd` program, one module per noun."""
