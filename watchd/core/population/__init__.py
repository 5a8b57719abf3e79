"""The engine of a run: agents, energy, crawl graph, strategies. No I/O."""
