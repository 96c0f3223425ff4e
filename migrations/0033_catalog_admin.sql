-- Editors arrange categories.
alter table categories
  -- Incremented with each change, to refuse an edit of an outdated version.
  add column version integer not null default 1,
  -- The chosen cover; null for the best clip.
  add column cover_clip_id integer references clips on delete set null,
  add constraint categories_parent_check check (parent_id <> id);
create index categories_cover_clip on categories (cover_clip_id);

-- Earlier addresses of categories, and those of categories that were merged into them.
create table category_redirects (
  slug text primary key,
  category_id integer not null references categories on delete cascade
);
create index category_redirects_category on category_redirects (category_id);

-- Staff edit filmmakers.
alter table filmmakers
  -- Incremented with each change, to refuse an edit of an outdated version.
  add column version integer not null default 1,
  -- Web addresses, in order.
  add column links text[] not null default '{}' check (cardinality(links) <= 6),
  -- The portrait: the image host's id, and its address.
  add column avatar_public_id text,
  add column avatar_url text,
  add constraint filmmakers_avatar_check check ((avatar_public_id is null) = (avatar_url is null));

-- Earlier addresses of filmmakers.
create table filmmaker_redirects (
  slug text primary key,
  filmmaker_id integer not null references filmmakers on delete cascade
);
create index filmmaker_redirects_filmmaker on filmmaker_redirects (filmmaker_id);
