-- Sending alerts: lanes, pauses, secrets of webhooks, and which stories were told.

-- The first alert about a story sets this; later followers find it set and only join the story.
ALTER TABLE stories ADD COLUMN told_at TEXT;
CREATE INDEX stories_grown ON stories (profile_id, grown_at);

ALTER TABLE channels ADD COLUMN paused_until TEXT;   -- after a failure, or because the receiver asked for it
ALTER TABLE channels ADD COLUMN secret TEXT;         -- signs webhooks; NULL for other channels
ALTER TABLE channels ADD COLUMN former_secret TEXT;  -- signs beside it for a day after a rotation
ALTER TABLE channels ADD COLUMN rotated_at TEXT;

-- Alerts are claimed by channel now.
DROP INDEX alerts_to_send;
-- One lane per channel: its first alert is one step into this index.
CREATE INDEX alerts_of_channel ON alerts (channel_name, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX alerts_in_flight ON alerts (channel_name, lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX alerts_of_profile ON alerts (profile_id, channel_name, created_at);
-- What a new finding may join.
CREATE INDEX alerts_open ON alerts (profile_id, channel_name, due_at) WHERE attempts = 0 AND due_at IS NOT NULL;
