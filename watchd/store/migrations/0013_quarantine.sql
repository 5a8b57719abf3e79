-- Documents that ended their reader, by the digest of their bytes: after a restart they are not read again either.
CREATE TABLE quarantine (
    digest    TEXT PRIMARY KEY,
    kind      TEXT NOT NULL,
    until_at  TEXT NOT NULL
);
