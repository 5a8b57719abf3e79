"""Lets `python -m watchd` do what the `watchd` command does."""

from watchd.cli import main

if __name__ == "__main__":
    main()
