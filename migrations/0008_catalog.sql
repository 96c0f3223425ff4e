create table filmmakers (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  location text not null default '',
  bio text not null default '',
  -- Published clips. The search index maintains it.
  clip_count integer not null default 0
);

create table categories (
  id integer generated always as identity primary key,
  parent_id integer references categories,
  slug text not null unique,
  name text not null,
  description text not null default '',
  position integer not null default 0
);
create index categories_parent on categories (parent_id);

-- Clips that belong together: one filmmaker's shoot, or a collection curated by the editors.
create table collections (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('shoot', 'curated')),
  -- A shoot is visible while it has a published clip.
  state text not null default 'published' check (state in ('draft', 'published', 'withdrawn')),
  slug text not null unique,
  name text not null,
  description text not null default '',
  filmmaker_id integer references filmmakers,
  trailer_clip_id integer,
  featured boolean not null default false,
  position integer not null default 0,
  -- Published clips of a published collection. The search index maintains it. A collection without any is shown to nobody.
  clip_count integer not null default 0,
  -- Incremented with each change, to refuse an edit of an outdated version.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((kind = 'shoot') = (filmmaker_id is not null)),
  constraint collections_shoot_state_check check (kind = 'curated' or state = 'published')
);
create index collections_filmmaker on collections (filmmaker_id);

create table scenes (
  id integer generated always as identity primary key,
  shoot_id integer not null references collections,
  slug text not null,
  name text not null,
  position integer not null default 0,
  unique (shoot_id, slug)
);

create table clips (
  id integer generated always as identity primary key,
  slug text not null,
  name text not null,
  description text not null default '',
  filmmaker_id integer not null references filmmakers,
  shoot_id integer not null references collections,
  scene_id integer references scenes,
  category_id integer not null references categories,
  subcategory_id integer references categories,
  keywords text[] not null default '{}',
  master_id integer not null references masters,
  -- Read from the master by ffprobe, never entered.
  width integer not null,
  height integer not null,
  fps double precision not null,
  duration_ms integer not null,
  camera_look text not null,
  motion text not null,
  time_of_day text not null,
  location_type text not null default '',
  people_count integer not null default 0,
  loopable boolean not null default false,
  flashing boolean not null default false,
  production text not null default 'filmed' check (production in ('filmed', 'computer-generated')),
  tier text not null default 'standard' check (tier in ('standard', 'premium', 'signature')),
  -- Releases on file. Empty: not stated.
  releases text[] not null default '{}'
    check (releases <@ array['not-needed', 'model', 'property', 'editorial'] and (cardinality(releases) < 2 or not 'not-needed' = any (releases))),
  status text not null default 'draft' check (status in ('draft', 'in_review', 'published', 'withdrawn')),
  -- The editors' reason for declining or withdrawing the clip.
  review_note text not null default '' check (length(review_note) <= 500),
  published_at timestamptz,
  -- 0 to 1, computed from clip_interest.
  popularity real not null default 0,
  updated_at timestamptz not null default now(),
  unique (shoot_id, slug)
);
create index clips_scene on clips (scene_id);
create index clips_category on clips (category_id);
create index clips_subcategory on clips (subcategory_id);
create index clips_filmmaker on clips (filmmaker_id);
-- Admin pages list clips by status, the latest changes first.
create index clips_review on clips (status, updated_at desc, id desc);
alter table collections add foreign key (trailer_clip_id) references clips;

create table collection_clips (
  collection_id integer not null references collections on delete cascade,
  clip_id integer not null references clips on delete cascade,
  position integer not null,
  primary key (collection_id, clip_id)
);
create index collection_clips_clip on collection_clips (clip_id);

-- Named lists of collections, for menus and the page of all collections.
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

-- What a buyer can download of a clip. Ids: 1 RAW, 2 Highest Res, 3 HD, 4 LOG.
create table clip_formats (
  clip_id integer not null references clips on delete cascade,
  format_id integer not null check (format_id between 1 and 4),
  priority integer not null,
  width integer not null,
  height integer not null,
  codec text not null,
  -- An estimate while there is no file.
  size_bytes bigint not null,
  -- null: transcoded from the clip's master on request.
  storage_key text,
  file_name text not null,
  primary key (clip_id, format_id)
);

-- Buyers' interest in a clip, halved every sixty days (src/catalog/interest.ts).
create table clip_interest (
  clip_id integer primary key references clips on delete cascade,
  points double precision not null,
  as_of timestamptz not null
);

-- Keys of counted events, so that an event that is dispatched twice counts once.
create table clip_interest_keys (
  key text primary key,
  recorded_at timestamptz not null
);
create index clip_interest_keys_time on clip_interest_keys (recorded_at);

-- Today's impressions, each counted once. A visitor is a hash with a key of the day, and is deleted a day later.
create table clip_impressions (
  day date not null,
  visitor_hash bytea not null,
  clip_id integer not null references clips on delete cascade,
  -- view: its page was opened · hover: its preview played for a second or longer
  kind text not null check (kind in ('view', 'hover')),
  primary key (day, visitor_hash, clip_id, kind)
);
create index clip_impressions_clip on clip_impressions (clip_id);

-- Totals of a clip and day, without visitors.
create table clip_daily_stats (
  clip_id integer not null references clips on delete cascade,
  day date not null,
  views integer not null default 0 check (views >= 0),
  hovers integer not null default 0 check (hovers >= 0),
  primary key (clip_id, day)
);
create index clip_daily_stats_day on clip_daily_stats (day);

-- CSV files of keywords that staff uploaded, and how far a job has applied them.
create table keyword_lists (
  id integer generated always as identity primary key,
  staff_user_id integer not null,
  created_at timestamptz not null,
  file_name text not null check (length(file_name) <= 200),
  mode text not null check (mode in ('add', 'replace')),
  -- Valid lines: [{"line": 2, "clip_id": 7, "keywords": ["dusk"]}]
  lines jsonb not null,
  -- [{"line": 3, "text": "There is no clip 9."}]
  errors jsonb not null,
  state text not null default 'uploaded' check (state in ('uploaded', 'running', 'done')),
  -- How many lines are applied. The job continues from there.
  lines_done integer not null default 0,
  -- How many clips changed.
  changed integer not null default 0
);

-- Users who manage a filmmaker's footage and earnings: one or several, each for one filmmaker.
create table filmmaker_members (
  user_id integer primary key references users on delete cascade,
  filmmaker_id integer not null references filmmakers,
  linked_at timestamptz not null,
  -- This staff member cannot mark the filmmaker's payouts as sent.
  linked_by integer references users on delete set null
);
create index filmmaker_members_filmmaker on filmmaker_members (filmmaker_id);
create index filmmaker_members_linked_by on filmmaker_members (linked_by);

-- Every value of every filter, numbered for the search.
create table facets (
  id integer generated always as identity primary key,
  filter text not null,
  value text not null,
  label text not null,
  unique (filter, value)
);

/*
 * The search index: a row for each published clip, derived from the catalog (src/catalog/search-index.server.ts). Rows are narrow,
 * because a broad search reads thousands. The three wide columns are stored out of line: together they exceed the 2 kB from which
 * PostgreSQL moves columns out, and the target makes it move all three.
 */
create table clip_search (
  clip_id integer primary key references clips on delete cascade,
  -- Popularity and freshness in one number: the order before any words are compared.
  score real not null,
  popularity real not null,
  duration_ms integer not null,
  published_at timestamptz not null,
  -- The numbers of its facets, four characters each (src/catalog/facet-codes.ts). SQL joins those of a result, the caller counts them.
  facets text not null,
  -- name A, keywords B, collection and filmmaker C, description D. Filter values are words of their own (~look=aerial).
  words tsvector not null,
  -- Responses of the API as JSON.
  card text not null,
  detail text not null,
  -- The transaction that wrote the row, for the engine in memory (src/search/engine). Not a sequence: a reader that stops at
  -- the oldest running transaction misses no row, in whatever order transactions commit.
  written_by xid8 not null default pg_current_xact_id()
) with (toast_tuple_target = 128);
alter table clip_search alter column words set storage external;
alter table clip_search alter column card set storage external;
create index clip_search_words on clip_search using gin (words) with (fastupdate = off);
create index clip_search_relevance on clip_search (score desc, clip_id desc);
create index clip_search_newest on clip_search (published_at desc, clip_id desc);
create index clip_search_popular on clip_search (popularity desc, clip_id desc);
create index clip_search_duration on clip_search (duration_ms desc, clip_id desc);
create index clip_search_written on clip_search (written_by, clip_id);

-- Deleted rows of clip_search, for the engine in memory.
create table clip_search_deletions (
  clip_id integer primary key,
  written_by xid8 not null default pg_current_xact_id()
);
create index clip_search_deletions_written on clip_search_deletions (written_by, clip_id);

create function set_clip_search_transaction() returns trigger language plpgsql as $$
begin
  new.written_by = pg_current_xact_id();
  return new;
end $$;
create trigger set_transaction before update on clip_search for each row execute function set_clip_search_transaction();

create function record_clip_search_deletion() returns trigger language plpgsql as $$
begin
  insert into clip_search_deletions (clip_id) values (old.clip_id)
  on conflict (clip_id) do update set written_by = excluded.written_by;
  return null;
end $$;
create trigger record_deletion after delete on clip_search for each row execute function record_clip_search_deletion();

-- Visual descriptors for the visual search. Derived, and always written whole by src/catalog/visual/index-descriptors.server.ts.

-- Descriptors that others are grouped by: those of some clips, as they were at first.
create table descriptor_centroids (
  -- The clip's id. The clip may be deleted, its centroid stays.
  id integer primary key,
  descriptor bytea not null check (length(descriptor) = 87)
);

create table clip_descriptors (
  clip_id integer primary key references clip_search on delete cascade,
  descriptor bytea not null check (length(descriptor) = 87),
  -- The nearest centroid, and how many there were to choose from.
  cell integer not null,
  centroid_count integer not null,
  -- A number for each of its colors (src/catalog/visual/color-terms.ts).
  colors integer[] not null
);
-- A cell's rows are adjacent in it, with all that is needed to compare them.
create index clip_descriptors_cell on clip_descriptors (cell, clip_id) include (descriptor);
create index clip_descriptors_colors on clip_descriptors using gin (colors) with (fastupdate = off);
create index clip_descriptors_centroid_count on clip_descriptors (centroid_count);
