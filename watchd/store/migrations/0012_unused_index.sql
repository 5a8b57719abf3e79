-- Where an agent was is told by the events of its run; this only made every write of a page dearer.

DROP INDEX run_pages_of_agent;
