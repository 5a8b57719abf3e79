"""Entry point of `python -m watchd`, the same as the `watchd` command."""

from watchd.cli import main

if __name__ == "__main__":
    main()
