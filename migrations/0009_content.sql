-- Content pages and legal texts, in Markdown. A page without a published version shows the default text of
-- src/content/defaults.
create table content_pages (
  id integer generated always as identity primary key,
  -- /pages/:slug; the pages that every shop has are at paths of their own.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  is_built_in boolean not null default false,
  -- A page of the owner's own that visitors do not see any more.
  taken_down_at timestamptz,
  -- Incremented with each change of the draft or the versions, to refuse a change by somebody who saw an older page.
  edit integer not null default 0,
  created_at timestamptz not null,
  check (not is_built_in or taken_down_at is null)
);
insert into content_pages (slug, is_built_in, created_at)
select slug, true, '2026-11-20'
from unnest(array[
  'license-terms', 'terms-and-conditions', 'privacy-policy', 'california-privacy', 'imprint', 'refund-policy', 'faq', 'about',
  'withdrawal'
]) as slug;

-- The text that staff are writing, one per page.
create table content_drafts (
  page_id integer primary key references content_pages on delete cascade,
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) <= 300),
  source text not null check (length(source) <= 100000),
  saved_at timestamptz not null,
  saved_by integer references users
);

create table content_versions (
  id integer generated always as identity primary key,
  page_id integer not null references content_pages,
  -- 1, 2, 3 … of the page
  number integer not null check (number > 0),
  title text not null,
  description text not null,
  source text not null,
  note text not null,
  effective_from timestamptz not null,
  published_at timestamptz not null,
  published_by integer references users,
  -- Only before it takes effect.
  withdrawn_at timestamptz check (withdrawn_at < effective_from),
  unique (page_id, number)
);
create unique index content_versions_effective on content_versions (page_id, effective_from) where withdrawn_at is null;

-- A version is never edited or deleted. Until it takes effect, it can be withdrawn.
create function refuse_version_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null and new.withdrawn_at is not null
    and to_jsonb(new) - 'withdrawn_at' = to_jsonb(old) - 'withdrawn_at' then
    return new;
  end if;
  raise exception 'a version of a content page does not change';
end $$;
create trigger content_versions_immutable before update or delete on content_versions
  for each row execute function refuse_version_change();
create trigger content_versions_no_truncate before truncate on content_versions
  for each statement execute function refuse_change();

-- What visitors were shown: a version, or the default, with the company's details filled in. Orders refer to it.
create table content_texts (
  id integer generated always as identity primary key,
  page_id integer not null references content_pages,
  -- null: the default text
  version_id integer references content_versions,
  -- Of the text before the details were filled in.
  source_sha256 text not null check (source_sha256 ~ '^[0-9a-f]{64}$'),
  title text not null,
  description text not null,
  text text not null,
  -- Of `text`.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  effective_from timestamptz not null,
  unique (page_id, sha256, title, description)
);
create index content_texts_version on content_texts (version_id);
create trigger content_texts_append_only before update or delete or truncate on content_texts
  for each statement execute function refuse_change();

-- The owner has read a legal text and answers for it. Publishing a text confirms it.
create table content_confirmations (
  id integer generated always as identity primary key,
  page_id integer not null references content_pages,
  source_sha256 text not null,
  confirmed_by integer references users,
  confirmed_at timestamptz not null,
  unique (page_id, source_sha256)
);
