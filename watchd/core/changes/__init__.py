"""What is new or changed on a page: diff, stable text, summary, assessment."""
