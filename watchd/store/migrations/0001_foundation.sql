-- Everything that watchd remembers. Kept to SQL and types that SQLite and PostgreSQL both have:
-- times are TEXT in RFC 3339 with fixed width (text order is time order), ids are time-sortable TEXT, truth is 0 or 1,
-- JSON is TEXT, and no column counts by itself.

-- Profiles. `spec` is what the person wrote; the other columns are what queries need.
CREATE TABLE profiles (
    id                TEXT PRIMARY KEY,
    name              TEXT NOT NULL UNIQUE,
    search_text       TEXT NOT NULL,            -- folded name, query and tags, for ?q=
    enabled           INTEGER NOT NULL,
    spec              TEXT NOT NULL,
    revision          BIGINT NOT NULL,
    created_at        TEXT NOT NULL,
    updated_at        TEXT NOT NULL,
    next_run_at       TEXT,                     -- NULL: manual or paused
    due_written_at    TEXT,                     -- when next_run_at was computed; in the future: by a wrong clock
    interval_seconds  DOUBLE PRECISION,         -- where an adaptive cadence stands
    last_run_id       TEXT,
    health_state      TEXT NOT NULL,
    health_since      TEXT NOT NULL,
    health_reason     TEXT,
    findings_count    BIGINT NOT NULL DEFAULT 0,
    unread_count      BIGINT NOT NULL DEFAULT 0
);
-- Due profiles and the next due time are one step into this index, however many profiles there are.
CREATE INDEX profiles_due ON profiles (next_run_at, id) WHERE next_run_at IS NOT NULL;
CREATE INDEX profiles_due_written ON profiles (due_written_at) WHERE next_run_at IS NOT NULL;
-- Lists are filtered in this narrow index; the wide rows are read only for what is shown.
CREATE INDEX profiles_listed ON profiles (id, enabled, search_text);

CREATE TABLE profile_tags (
    tag         TEXT NOT NULL,
    profile_id  TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, profile_id)
);
CREATE INDEX profile_tags_of ON profile_tags (profile_id);

CREATE TABLE channels (
    name         TEXT PRIMARY KEY,
    url          TEXT NOT NULL,                 -- a secret: protected by the file's mode, masked in every answer
    template     TEXT,
    events       TEXT NOT NULL,
    created_at   TEXT NOT NULL,
    updated_at   TEXT NOT NULL,
    revision     BIGINT NOT NULL,
    rests_since  TEXT,                          -- set by a permanent refusal
    rest_reason  TEXT
);

CREATE TABLE profile_channels (
    profile_id    TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    channel_name  TEXT NOT NULL REFERENCES channels (name),
    PRIMARY KEY (profile_id, channel_name)
);
CREATE INDEX profile_channels_by_channel ON profile_channels (channel_name);

-- Runs, their agents, and the journal that replays them. A preview belongs to no stored profile.
CREATE TABLE runs (
    id            TEXT PRIMARY KEY,
    profile_id    TEXT REFERENCES profiles (id) ON DELETE CASCADE,
    spec          TEXT NOT NULL,                -- the profile as it was when the run began
    state         TEXT NOT NULL,
    trigger_kind  TEXT NOT NULL,
    entropy       BIGINT NOT NULL,
    queued_at     TEXT NOT NULL,
    started_at    TEXT,
    ended_at      TEXT,
    stop_reason   TEXT,
    counts        TEXT NOT NULL DEFAULT '{}',
    owner         TEXT,                         -- the daemon that runs it, while its lease lasts
    lease_until   TEXT
);
CREATE UNIQUE INDEX runs_one_active ON runs (profile_id) WHERE state IN ('queued', 'running');
CREATE INDEX runs_of_profile ON runs (profile_id, id);
CREATE INDEX runs_by_state ON runs (state, id);

CREATE TABLE agents (
    run_id    TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    parent    TEXT,
    born_at   BIGINT NOT NULL,                  -- steps of the run
    died_at   BIGINT,
    energy    DOUBLE PRECISION NOT NULL,
    visited   BIGINT NOT NULL DEFAULT 0,
    findings  BIGINT NOT NULL DEFAULT 0,
    genome    TEXT NOT NULL,
    PRIMARY KEY (run_id, name)
);

CREATE TABLE run_events (
    run_id  TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    number  BIGINT NOT NULL,                    -- Last-Event-ID
    kind    TEXT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (run_id, number)
);

CREATE TABLE run_journal (
    run_id  TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    step    BIGINT NOT NULL,
    body    BYTEA NOT NULL,                     -- the arrivals that were settled together
    PRIMARY KEY (run_id, step)
);

-- Pages are shared by all profiles; what a page means to one profile is its page state.
CREATE TABLE pages (
    id             TEXT PRIMARY KEY,
    url            TEXT NOT NULL UNIQUE,
    host           TEXT NOT NULL,
    status         BIGINT,
    etag           TEXT,
    last_modified  TEXT,
    title          TEXT NOT NULL DEFAULT '',
    language       TEXT,
    content_hash   TEXT,
    signature      BIGINT,
    published_at   TEXT,
    fetched_at     TEXT,
    changed_at     TEXT,
    noindex        INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX pages_by_host ON pages (host, id);

CREATE TABLE page_versions (
    page_id       TEXT NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    seen_at       TEXT NOT NULL,
    content_hash  TEXT NOT NULL,
    main_text     BYTEA NOT NULL,               -- compressed
    PRIMARY KEY (page_id, seen_at)
);

CREATE TABLE page_states (
    profile_id   TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    page_id      TEXT NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    relevance    DOUBLE PRECISION NOT NULL,
    unspent      DOUBLE PRECISION NOT NULL,     -- 0..1 of what the page may pay; absolute energy would not survive a run
    energy       DOUBLE PRECISION NOT NULL,     -- as of the last run, for ranking only
    visits       BIGINT NOT NULL DEFAULT 0,
    hub_yield    DOUBLE PRECISION NOT NULL DEFAULT 0,
    hub_time     DOUBLE PRECISION NOT NULL DEFAULT 0,
    change_rate  DOUBLE PRECISION,
    visited_at   TEXT,
    ripe_at      TEXT,
    PRIMARY KEY (profile_id, page_id)
);
CREATE INDEX page_states_remnants ON page_states (profile_id, energy DESC, page_id) WHERE energy > 0;
CREATE INDEX page_states_ripe ON page_states (profile_id, ripe_at, page_id) WHERE ripe_at IS NOT NULL;

-- Findings, stories, verdicts and what was learned.
CREATE TABLE findings (
    id            TEXT PRIMARY KEY,
    profile_id    TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    run_id        TEXT,
    page_id       TEXT NOT NULL REFERENCES pages (id),
    kind          TEXT NOT NULL,
    url           TEXT NOT NULL,
    title         TEXT NOT NULL,
    language      TEXT,
    score         DOUBLE PRECISION NOT NULL,
    found_at      TEXT NOT NULL,
    published_at  TEXT,
    summary       TEXT NOT NULL DEFAULT '',
    why           TEXT NOT NULL DEFAULT '{}',
    change        TEXT,
    content_hash  TEXT NOT NULL,
    story_id      TEXT,
    verdict       TEXT,
    state         TEXT NOT NULL
);
-- The same content of the same page is found once, whichever run or daemon sees it first.
CREATE UNIQUE INDEX findings_once ON findings (profile_id, page_id, kind, content_hash);
CREATE INDEX findings_of_profile ON findings (profile_id, id);
CREATE INDEX findings_unread ON findings (profile_id, id) WHERE state = 'unread';
CREATE INDEX findings_of_story ON findings (story_id) WHERE story_id IS NOT NULL;

CREATE TABLE stories (
    id          TEXT PRIMARY KEY,
    profile_id  TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    signature   BIGINT NOT NULL,
    begun_at    TEXT NOT NULL,
    grown_at    TEXT NOT NULL
);
CREATE INDEX stories_of_profile ON stories (profile_id, begun_at);

CREATE TABLE verdicts (
    profile_id  TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    page_id     TEXT NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    verdict     TEXT NOT NULL,
    given_at    TEXT NOT NULL,
    moved       TEXT NOT NULL,                  -- what it changed, so that it can be undone exactly
    PRIMARY KEY (profile_id, page_id)
);

CREATE TABLE learned (
    profile_id  TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    part        TEXT NOT NULL,                  -- word_list, link_model, genomes, source_yields
    body        BYTEA NOT NULL,
    updated_at  TEXT NOT NULL,
    PRIMARY KEY (profile_id, part)
);

-- The outbox. An alert is a row before it is an action.
CREATE TABLE alerts (
    id            TEXT PRIMARY KEY,             -- also Message-ID and webhook-id: a repeat can be recognised
    profile_id    TEXT REFERENCES profiles (id) ON DELETE CASCADE,
    channel_name  TEXT NOT NULL REFERENCES channels (name) ON DELETE CASCADE,
    kind          TEXT NOT NULL,
    state         TEXT NOT NULL,
    body          TEXT NOT NULL,
    dedupe_key    TEXT NOT NULL UNIQUE,
    created_at    TEXT NOT NULL,
    due_at        TEXT,                         -- NULL: sent or given up
    attempts      BIGINT NOT NULL DEFAULT 0,
    owner         TEXT,
    lease_until   TEXT,
    sent_at       TEXT,
    last_error    TEXT
);
CREATE INDEX alerts_to_send ON alerts (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX alerts_by_state ON alerts (state, id);

CREATE TABLE alert_findings (
    alert_id    TEXT NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
    finding_id  TEXT NOT NULL REFERENCES findings (id) ON DELETE CASCADE,
    PRIMARY KEY (alert_id, finding_id)
);
CREATE INDEX alert_findings_of_finding ON alert_findings (finding_id);

-- The portal. `changed_at` with the id is the cursor that consumers follow; a removed document stays as a mark.
CREATE TABLE portal_documents (
    id           TEXT PRIMARY KEY,
    page_id      TEXT NOT NULL UNIQUE REFERENCES pages (id),
    title        TEXT NOT NULL,
    description  TEXT NOT NULL DEFAULT '',
    keywords     TEXT NOT NULL DEFAULT '[]',
    main_text    TEXT NOT NULL,
    language     TEXT,
    first_seen   TEXT NOT NULL,
    last_seen    TEXT NOT NULL,
    changed_at   TEXT NOT NULL,
    removed      INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX portal_documents_since ON portal_documents (changed_at, id);

CREATE TABLE portal_scores (
    document_id  TEXT NOT NULL REFERENCES portal_documents (id) ON DELETE CASCADE,
    profile_id   TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    score        DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (profile_id, document_id)
);
CREATE INDEX portal_scores_of_document ON portal_scores (document_id);

-- The web as the door knows it: politeness and providers survive a restart.
CREATE TABLE hosts (
    host        TEXT PRIMARY KEY,
    body        TEXT NOT NULL,
    updated_at  TEXT NOT NULL
);

CREATE TABLE provider_states (
    name        TEXT PRIMARY KEY,
    body        TEXT NOT NULL,
    updated_at  TEXT NOT NULL
);

-- The broker's fetch workers on other machines.
CREATE TABLE bots (
    id             TEXT PRIMARY KEY,
    name           TEXT NOT NULL,
    pid            BIGINT NOT NULL,
    registered_at  TEXT NOT NULL,
    seen_at        TEXT NOT NULL
);

CREATE TABLE bot_leases (
    page_id      TEXT PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    bot_id       TEXT NOT NULL REFERENCES bots (id) ON DELETE CASCADE,
    lease_until  TEXT NOT NULL
);

-- Who may do what.
CREATE TABLE tokens (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL UNIQUE,
    scope         TEXT NOT NULL,
    digest        TEXT NOT NULL,                -- SHA-256 of the secret part; the secret itself is random and long
    created_at    TEXT NOT NULL,
    expires_at    TEXT,
    last_used_on  TEXT
);

CREATE TABLE feed_keys (
    profile_id  TEXT PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
    digest      TEXT NOT NULL,
    created_at  TEXT NOT NULL
);

-- First answers to requests that carried an Idempotency-Key, kept for a day.
CREATE TABLE idempotency (
    token_id     TEXT NOT NULL,
    key          TEXT NOT NULL,
    fingerprint  TEXT NOT NULL,                 -- of method, path and body
    status       INTEGER NOT NULL,
    headers      TEXT NOT NULL,
    body         BYTEA NOT NULL,
    created_at   TEXT NOT NULL,
    PRIMARY KEY (token_id, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- One row that is written now and then, to find out whether the disk still takes writes.
CREATE TABLE heartbeat (
    id       INTEGER PRIMARY KEY,
    beat_at  TEXT NOT NULL
);
