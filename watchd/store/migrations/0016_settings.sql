-- Settings that were made through the API, by their name in the configuration: they win over its value. The body is JSON and
-- may hold the key of a search provider.
CREATE TABLE settings (
    name        TEXT PRIMARY KEY,
    body        TEXT NOT NULL,
    updated_at  TEXT NOT NULL
);
