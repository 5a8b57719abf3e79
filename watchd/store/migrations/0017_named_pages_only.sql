-- Watches that were imported from changedetection.io visit only their page. Earlier versions could only say so by a budget of one
-- page, and these profiles recalled pages that other profiles had read. The form below is the one that the import wrote.

UPDATE profiles SET spec = json_set(spec, '$.scope.named_pages_only', json('true')), revision = revision + 1
WHERE json_extract(spec, '$.budget.pages') = 1
  AND json_extract(spec, '$.report.min_score') = 0
  AND json_extract(spec, '$.strategy.name') = 'breadth_first'
  AND json_extract(spec, '$.seeds.providers') = '[]'
  AND json_array_length(spec, '$.seeds.urls') = 1
  AND json_extract(spec, '$.seeds.urls') = json_extract(spec, '$.query.examples')
  AND json_array_length(spec, '$.seeds.feeds') = 0
  AND json_array_length(spec, '$.seeds.sitemaps') = 0;
