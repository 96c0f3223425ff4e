-- Original files and what the pipeline made of them. Storage keys are generated, never a client's path.
create table masters (
  id integer generated always as identity primary key,
  sha256 text not null unique check (length(sha256) = 64),
  storage_key text not null,
  file_name text not null,
  size_bytes bigint not null,
  facts jsonb not null,
  renditions jsonb not null,
  descriptors jsonb not null,
  created_at timestamptz not null default now()
);

-- Downloadable formats that are transcoded from a master when they are first requested, and kept.
create table transcodes (
  master_id integer not null references masters on delete cascade,
  format_id integer not null check (format_id in (2, 3)),
  state text not null check (state in ('waiting', 'making', 'made', 'failed')),
  percent integer not null default 0 check (percent between 0 and 100),
  storage_key text,
  size_bytes bigint,
  sha256 text check (length(sha256) = 64),
  -- no_program: this machine has no ffmpeg · unusable: the master cannot be read
  failure text check (failure in ('no_program', 'unusable')),
  requested_at timestamptz not null,
  ended_at timestamptz,
  primary key (master_id, format_id),
  check ((state = 'made') = (storage_key is not null and size_bytes is not null and sha256 is not null)),
  check ((state = 'failed') = (failure is not null))
);
