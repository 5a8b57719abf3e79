-- Pages that could not be fetched for a reason of their own, such as their size: after a restart they are not requested again either.
CREATE TABLE page_faults (
    url   TEXT PRIMARY KEY,
    body  TEXT NOT NULL
);
