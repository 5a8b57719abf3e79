-- What a person needs to ask why a page was or was not reported.

-- The last visit of each profile to each address, also one that brought no page, with the first route to the address. `judged`
-- and what follows belong to the last visit that brought a page, `changed_at` and `change_judged` to the last new text.
CREATE TABLE visits (
    url            TEXT NOT NULL,
    profile_id     TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    run_id         TEXT NOT NULL,
    at             TEXT NOT NULL,
    outcome        TEXT NOT NULL,
    status         BIGINT,
    failure        TEXT,
    reason         TEXT NOT NULL DEFAULT '',
    last_source    TEXT NOT NULL DEFAULT '',     -- who or what named it this time; empty: a link
    first_at       TEXT NOT NULL,
    first_run_id   TEXT NOT NULL,
    source         TEXT NOT NULL,                -- of a start page: who named it; empty: a link led there
    carrier        TEXT NOT NULL,
    anchor         TEXT NOT NULL,
    tag_path       TEXT NOT NULL,
    read_at        TEXT,
    judged         TEXT,
    score          DOUBLE PRECISION,
    bar            DOUBLE PRECISION,
    evidence       TEXT,
    changed_at     TEXT,
    change_judged  TEXT,
    PRIMARY KEY (url, profile_id)
);
CREATE INDEX visits_by_age ON visits (profile_id, at);

-- Addresses that a run of a profile knew when it ended and had not visited: the best of them, with their place in the queue.
CREATE TABLE waiting_links (
    profile_id  TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    url         TEXT NOT NULL,
    run_id      TEXT NOT NULL,
    at          TEXT NOT NULL,
    queue       TEXT NOT NULL,                   -- news, start or link
    place       BIGINT NOT NULL,                 -- in this queue, from 1
    of          BIGINT NOT NULL,                 -- length of this queue
    score       DOUBLE PRECISION NOT NULL,
    reason      TEXT NOT NULL,
    source      TEXT NOT NULL,
    carrier     TEXT NOT NULL,
    anchor      TEXT NOT NULL,
    tag_path    TEXT NOT NULL,
    PRIMARY KEY (profile_id, url)
);
CREATE INDEX waiting_links_by_age ON waiting_links (profile_id, at);
