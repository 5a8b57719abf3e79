-- What one run finds joins one message. An alert may wait for more findings of an active run; when the run ends, it waits no more.

ALTER TABLE alerts ADD COLUMN held_for TEXT;
CREATE INDEX alerts_held ON alerts (held_for) WHERE held_for IS NOT NULL;
