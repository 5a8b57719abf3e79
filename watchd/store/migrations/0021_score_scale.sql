-- Scores of earlier versions are on another scale: nearly all reported pages had 0.99. Rows that exist now keep 0, the former scale.

ALTER TABLE page_states ADD COLUMN score_scale BIGINT NOT NULL DEFAULT 0;
