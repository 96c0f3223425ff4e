-- What people look for, a row for each term and day: for popular searches, and for the editors to see what is missing.
create table search_log (
  day date not null,
  -- Lower case, one blank between words.
  term text not null,
  searches integer not null default 0,
  -- Clips that were opened from the results.
  clicks integer not null default 0,
  -- How many clips the latest of these searches found.
  found integer not null default 0,
  primary key (day, term)
);
create index search_log_term on search_log (term);

-- How much buyers care for a clip, halved every sixty days (src/catalog/interest.ts).
create table clip_interest (
  clip_id integer primary key references clips on delete cascade,
  points double precision not null,
  as_of timestamptz not null
);

-- News that may come twice counts once.
create table clip_interest_notes (
  key text primary key,
  noted_at timestamptz not null
);
create index clip_interest_notes_time on clip_interest_notes (noted_at);
