-- Who agreed to be seen: releases that are on file for a clip. Empty when nobody said.
alter table clips add column releases text[] not null default '{}'
  check (releases <@ array['not-needed', 'model', 'property', 'editorial'] and (cardinality(releases) < 2 or not 'not-needed' = any (releases)));
