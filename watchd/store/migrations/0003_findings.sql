-- Findings that people search and programs follow.

-- The place of a finding in the stream of changes. Ids are sorted by the time on some daemon's clock, and a transaction that
-- began earlier may commit later: who followed the ids could miss one. Taking the next number locks the counter until the
-- commit, so numbers appear in their order.
CREATE TABLE counters (
    name   TEXT PRIMARY KEY,
    value  BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('findings', (SELECT count(*) FROM findings));
ALTER TABLE findings ADD COLUMN number BIGINT;
UPDATE findings SET number = (SELECT count(*) FROM findings AS earlier WHERE earlier.id <= findings.id);
CREATE UNIQUE INDEX findings_in_order ON findings (number);

ALTER TABLE findings ADD COLUMN search_text TEXT NOT NULL DEFAULT '';   -- folded title, summary and address, for ?q=

-- Which versions of a page does some profile still know?
CREATE INDEX page_states_of_page ON page_states (page_id);
