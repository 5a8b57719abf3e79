"""One file per strategy, all behind one protocol."""
