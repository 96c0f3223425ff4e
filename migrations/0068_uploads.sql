-- Masters on their way from somebody's browser: what has come of each, and what became of it.
create table uploads (
  id integer generated always as identity primary key,
  -- Who sends it; null once they left.
  user_id integer references users on delete set null,
  filmmaker_id integer not null references filmmakers,
  by_staff boolean not null,
  -- Where the clip goes until its filmmaker says otherwise.
  shoot text not null check (length(shoot) between 1 and 120),
  file_name text not null,
  size_bytes bigint not null check (size_bytes > 0),
  -- With name and size what the same file is known by when it is chosen again.
  modified_ms bigint not null,
  received_bytes bigint not null default 0 check (received_bytes between 0 and size_bytes),
  -- Of the whole file, as its sender says.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'uploading' check (state in ('uploading', 'checking', 'refused', 'taken')),
  -- Why it was refused, for its filmmaker.
  reason text not null default '' check ((state = 'refused') = (reason <> '')),
  -- What they should know of a file that was taken.
  notes text[] not null default '{}',
  clip_id integer unique references clips on delete cascade,
  began_at timestamptz not null,
  -- When anything last came, or was decided.
  touched_at timestamptz not null,
  check (state = 'uploading' or (sha256 is not null and received_bytes = size_bytes)),
  check ((state = 'taken') = (clip_id is not null))
);
create index uploads_filmmaker on uploads (filmmaker_id, id);
create index uploads_user on uploads (user_id);
create index uploads_open on uploads (touched_at) where state in ('uploading', 'checking');

-- Each time that somebody laid a clip before our editors, and said that they hold the rights to it.
create table clip_submissions (
  id integer generated always as identity primary key,
  clip_id integer not null references clips on delete cascade,
  user_id integer references users on delete set null,
  releases text[] not null,
  submitted_at timestamptz not null
);
create index clip_submissions_clip on clip_submissions (clip_id);
create index clip_submissions_user on clip_submissions (user_id);
