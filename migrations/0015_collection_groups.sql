-- Named lists of collections, for menus and for the page of all collections.
create table collection_groups (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  position integer not null default 0
);

create table collection_group_members (
  group_id integer not null references collection_groups on delete cascade,
  collection_id integer not null references collections on delete cascade,
  position integer not null,
  primary key (group_id, collection_id)
);
create index collection_group_members_collection on collection_group_members (collection_id);
