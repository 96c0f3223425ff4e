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
