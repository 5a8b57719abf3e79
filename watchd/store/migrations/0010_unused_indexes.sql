-- A run reads all that its profile knows and chooses in memory; these only made every write of a page dearer.

DROP INDEX page_states_remnants;
DROP INDEX page_states_ripe;
