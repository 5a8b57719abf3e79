"""The crawl of one run: agents, energy, crawl graph, strategies. No I/O."""
