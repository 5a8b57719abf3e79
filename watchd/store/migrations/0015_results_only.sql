-- What a visit did to its agent is told by the events of its run; here it only made every page of a run larger.

ALTER TABLE run_pages DROP COLUMN number;
ALTER TABLE run_pages DROP COLUMN gain;
ALTER TABLE run_pages DROP COLUMN energy;
