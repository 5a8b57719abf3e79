-- What runs remember: pages as they were read, what each means to a profile, and what a run did.

-- Feeds and sitemaps are pages too: hubs that announce others.
ALTER TABLE pages ADD COLUMN kind TEXT NOT NULL DEFAULT 'page';

-- Addresses that lead to a page by a redirect, so that the next run knows where they end.
CREATE TABLE page_aliases (
    url      TEXT PRIMARY KEY,
    page_id  TEXT NOT NULL REFERENCES pages (id) ON DELETE CASCADE
);
CREATE INDEX page_aliases_of ON page_aliases (page_id);

-- The page as it was extracted last, so that "not modified" is enough to go on from it.
CREATE TABLE page_snapshots (
    page_id  TEXT PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    seen_at  TEXT NOT NULL,
    body     BYTEA NOT NULL                     -- compressed
);

ALTER TABLE page_states ADD COLUMN content_hash TEXT;                       -- the text that this profile knows
ALTER TABLE page_states ADD COLUMN hub_prior DOUBLE PRECISION NOT NULL DEFAULT 0.5;
ALTER TABLE page_states ADD COLUMN changed_days TEXT NOT NULL DEFAULT '[]';   -- intervals after which it had changed
ALTER TABLE page_states ADD COLUMN still_days TEXT NOT NULL DEFAULT '[]';     -- and after which it had not
ALTER TABLE page_states ADD COLUMN promise DOUBLE PRECISION NOT NULL DEFAULT 0; -- the best link nobody has followed yet
ALTER TABLE page_states ADD COLUMN missed BIGINT NOT NULL DEFAULT 0;          -- visits in a row that found no page
ALTER TABLE page_states ADD COLUMN source TEXT NOT NULL DEFAULT '';           -- who named it or followed a link to it
CREATE INDEX page_states_promise ON page_states (profile_id, promise DESC, page_id) WHERE promise > 0;

-- The books of a run, so that they can be checked after a crash: injected, dissipated, on agents, on pages.
ALTER TABLE runs ADD COLUMN ledger TEXT NOT NULL DEFAULT '{}';
ALTER TABLE runs ADD COLUMN sources TEXT NOT NULL DEFAULT '[]';               -- what each seed source said

-- Pages that a run has read, for its ranked results.
CREATE TABLE run_pages (
    run_id      TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    url         TEXT NOT NULL,
    title       TEXT NOT NULL,
    language    TEXT,
    relevance   DOUBLE PRECISION NOT NULL,
    found_by    TEXT NOT NULL,                  -- an agent's name, or a seed source's
    agent       TEXT NOT NULL,
    number      BIGINT NOT NULL,                -- pages read before it
    gain        DOUBLE PRECISION NOT NULL,
    energy      DOUBLE PRECISION NOT NULL,      -- of the agent, after the visit
    PRIMARY KEY (run_id, url)
);
CREATE INDEX run_pages_ranked ON run_pages (run_id, relevance DESC, url);
CREATE INDEX run_pages_of_agent ON run_pages (run_id, agent, number);
