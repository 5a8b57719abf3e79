-- A page may hide behind a login for a while: the newest text that mattered is kept beside the one that was seen last.

ALTER TABLE page_states ADD COLUMN followed_hash TEXT;
