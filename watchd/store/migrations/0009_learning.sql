-- What verdicts teach, and how well runs do by their own measure.

-- The judged page as it was then. What a profile has learned is computed from these, so a verdict can be withdrawn exactly.
ALTER TABLE verdicts ADD COLUMN evidence BYTEA;
CREATE INDEX verdicts_in_order ON verdicts (profile_id, given_at, page_id);
CREATE INDEX findings_on_page ON findings (profile_id, page_id, id);

ALTER TABLE runs ADD COLUMN self_check TEXT;    -- canaries and coverage, once the run has ended
