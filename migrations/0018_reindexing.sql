-- How far the search rows have been made again by the present code (src/catalog/reindex.server.ts). One row.
create table reindexing (
  only_row boolean primary key default true check (only_row),
  version integer not null default 0,
  -- Every clip up to this id has been made again for the version that is being worked towards.
  done_through integer not null default 0,
  working_towards integer not null default 0
);
insert into reindexing default values;
