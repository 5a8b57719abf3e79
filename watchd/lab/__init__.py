"""The experiments of the papers, repeatable."""
