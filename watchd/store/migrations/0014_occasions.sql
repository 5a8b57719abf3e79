-- Where a person wants every edit of a page, a text that comes back is news again: "sold out", "in stock", "sold out".

ALTER TABLE findings ADD COLUMN occasion TEXT NOT NULL DEFAULT '';
DROP INDEX findings_once;
CREATE UNIQUE INDEX findings_once ON findings (profile_id, page_id, kind, content_hash, occasion);
