-- Every link and entry that a page, feed or sitemap has shown, by a hash of its address, with the time of the first look and the
-- date that a list gave it last. What is not here is new to the daemon. The links of a site are next to each other, and the table
-- has no second index: so the links of a page are on few pages of the file.
CREATE TABLE seen_links (
    hash     INTEGER PRIMARY KEY,
    seen_at  DOUBLE PRECISION NOT NULL,
    dated    DOUBLE PRECISION,
    shown    BIGINT NOT NULL               -- the day of the last look that showed it; days since 1970
);

-- Addresses that appeared on a page or in a list which had been read before: news for every profile.
CREATE TABLE news (
    url      TEXT PRIMARY KEY,
    carrier  TEXT NOT NULL,
    kind     TEXT NOT NULL,
    anchor   TEXT NOT NULL,
    seen_at  DOUBLE PRECISION NOT NULL
);
CREATE INDEX news_by_time ON news (seen_at);

-- How often news of a source (a feed, a sitemap, its dates, a place of a site's pages) was followed, and how often it was true.
CREATE TABLE news_sources (
    source      TEXT PRIMARY KEY,
    followed    BIGINT NOT NULL DEFAULT 0,
    found       BIGINT NOT NULL DEFAULT 0,
    counted_at  DOUBLE PRECISION NOT NULL   -- the last time
);
