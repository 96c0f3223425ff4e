-- Who saw which clip today: counted once each. A visitor is a hash under a key of the day, and gone a day later.
create table clip_sightings (
  day date not null,
  visitor bytea not null,
  clip_id integer not null references clips on delete cascade,
  -- view: its page was opened · hover: its preview moved for a second or longer
  kind text not null check (kind in ('view', 'hover')),
  primary key (day, visitor, clip_id, kind)
);
create index clip_sightings_clip on clip_sightings (clip_id);

-- What a day came to for a clip; nobody is in it.
create table clip_days (
  clip_id integer not null references clips on delete cascade,
  day date not null,
  views integer not null default 0 check (views >= 0),
  hovers integer not null default 0 check (hovers >= 0),
  primary key (clip_id, day)
);
create index clip_days_day on clip_days (day);
