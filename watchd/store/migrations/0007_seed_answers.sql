-- What sources of seeds answered: engines, so that a question is not asked again too soon; feeds and sitemaps, so that
-- "not modified" still names their entries.
CREATE TABLE seed_answers (
    source    TEXT NOT NULL,                    -- a provider's name, or feed, or sitemap
    question  TEXT NOT NULL,                    -- the wording, or the address of the list
    body      TEXT NOT NULL,
    asked_at  TEXT NOT NULL,
    PRIMARY KEY (source, question)
);
CREATE INDEX seed_answers_by_age ON seed_answers (asked_at);
