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
