"""New and changed text of a page: diff, stable text, summary, assessment."""
