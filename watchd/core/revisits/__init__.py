"""Start pages of a run, and visits to known pages."""
