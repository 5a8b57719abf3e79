-- The portal with its full-text index. portal_index and portal_lexicon are FTS5, which is SQLite's own: another
-- database would hold the same two things in its own way. All else is portable as in 0001.

-- Nothing has written to these two yet; the narrow table and the texts are kept apart from now on.
DROP TABLE portal_scores;
DROP TABLE portal_documents;

-- One row per relevant page; the page's id is the document's. `serial` is the place in the order of change that consumers
-- follow. It is drawn inside the writing transaction, so nothing can appear behind a consumer's back, as times could.
-- A removed document stays as a mark, so that those who follow hear of it.
CREATE TABLE portal_documents (
    number        INTEGER PRIMARY KEY,           -- of its entry in the index
    id            TEXT NOT NULL UNIQUE REFERENCES pages (id),
    serial        BIGINT NOT NULL UNIQUE,
    removed       INTEGER NOT NULL DEFAULT 0,
    host          TEXT NOT NULL,
    language      TEXT,
    dated_at      TEXT NOT NULL,                 -- published, else first seen
    changed_at    TEXT NOT NULL,
    first_seen    TEXT NOT NULL,
    last_seen     TEXT NOT NULL,
    published_at  TEXT,
    fingerprint   TEXT NOT NULL,                 -- of all that is shown: equal means unchanged
    url           TEXT NOT NULL UNIQUE,
    title         TEXT NOT NULL,
    description   TEXT NOT NULL,
    keywords      TEXT NOT NULL,
    sources       TEXT NOT NULL
);
CREATE INDEX portal_documents_dated ON portal_documents (dated_at, number) WHERE removed = 0;
CREATE INDEX portal_documents_seen ON portal_documents (last_seen, number) WHERE removed = 0;
CREATE INDEX portal_documents_removed ON portal_documents (changed_at, number) WHERE removed = 1;
CREATE INDEX portal_documents_language ON portal_documents (language) WHERE removed = 0;

-- The order of change: one counter, since numbers of purged documents must not come back.
CREATE TABLE portal_serial (
    id      INTEGER PRIMARY KEY,
    value   BIGINT NOT NULL,
    purged  BIGINT NOT NULL                      -- marks up to here are gone: who is behind has to begin anew
);
INSERT INTO portal_serial (id, value, purged) VALUES (1, 0, 0);

CREATE TABLE portal_texts (
    number     INTEGER PRIMARY KEY REFERENCES portal_documents (number) ON DELETE CASCADE,
    main_text  BYTEA NOT NULL,                   -- as shown, compressed
    links      BYTEA NOT NULL                    -- where it leads, compressed
);

CREATE TABLE portal_scores (
    profile_id  TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    number      BIGINT NOT NULL REFERENCES portal_documents (number) ON DELETE CASCADE,
    score       DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (profile_id, number)
);
CREATE INDEX portal_scores_of_document ON portal_scores (number, profile_id);

-- Which pages lead to a document: the one it was found from, and other documents, as of their last visit.
CREATE TABLE portal_links (
    number    BIGINT NOT NULL REFERENCES portal_documents (number) ON DELETE CASCADE,
    from_url  TEXT NOT NULL,
    PRIMARY KEY (number, from_url)
);
CREATE INDEX portal_links_from ON portal_links (from_url, number);

-- The text as indexed: words folded, stemmed and joined by blanks, by the same code that reads queries. So the tokenizer
-- only cuts at blanks: everything beyond ASCII belongs to a word, and so do the marks of "C++", "C#" and "3.11". The language
-- is a term such as "=de", which no word can be.
CREATE VIRTUAL TABLE portal_index USING fts5 (
    title, description, keywords, body, language, tokenize = "ascii tokenchars '+#.,='"
);
-- A word of the title says more than one of the text.
INSERT INTO portal_index (portal_index, rank) VALUES ('rank', 'bm25(8.0, 3.0, 3.0, 1.0, 0.0)');
-- Every term with the number of documents that have it.
CREATE VIRTUAL TABLE portal_lexicon USING fts5vocab (portal_index, row);

-- Sinks: how far each one has followed.
CREATE TABLE portal_sinks (
    name        TEXT PRIMARY KEY,
    serial      BIGINT NOT NULL,
    attempts    BIGINT NOT NULL DEFAULT 0,
    retry_at    TEXT,
    last_error  TEXT,
    rejected    BIGINT NOT NULL DEFAULT 0,       -- documents that the receiver refused for good
    updated_at  TEXT NOT NULL
);

-- What the trimming of pages asks for.
CREATE INDEX findings_of_page ON findings (page_id);
CREATE INDEX page_versions_by_age ON page_versions (seen_at);
CREATE INDEX page_snapshots_by_age ON page_snapshots (seen_at);
CREATE INDEX pages_by_fetch ON pages (fetched_at, id) WHERE fetched_at IS NOT NULL;
