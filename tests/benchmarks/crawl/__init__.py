"""Speed and cost of fetching and reading pages, beside other programs."""
