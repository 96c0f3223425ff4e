-- What became of each file that somebody gave us: a clip, or a reason. The same bytes are judged once by one pipeline.
create table ingests (
  sha256 text primary key check (length(sha256) = 64),
  file_name text not null,
  outcome text not null check (outcome in ('taken', 'refused')),
  -- Why it was refused, for its filmmaker.
  reason text not null default '' check ((outcome = 'refused') = (reason <> '')),
  -- What they should know of a file that was taken.
  notes text[] not null default '{}',
  clip_id integer references clips on delete cascade check ((outcome = 'taken') = (clip_id is not null)),
  pipeline integer not null,
  decided_at timestamptz not null
);
create index ingests_clip on ingests (clip_id);
