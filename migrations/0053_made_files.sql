-- Files that are made of a master when somebody first asks for them, and kept: formats that are not the master itself.
create table made_files (
  master_id integer not null references masters on delete cascade,
  format_id integer not null check (format_id in (2, 3)),
  state text not null check (state in ('waiting', 'making', 'made', 'failed')),
  percent integer not null default 0 check (percent between 0 and 100),
  storage_key text,
  size_bytes bigint,
  sha256 text check (length(sha256) = 64),
  -- Why it failed: our machine lacks a program, or the master cannot be read.
  failure text check (failure in ('no_program', 'unusable')),
  asked_at timestamptz not null,
  ended_at timestamptz,
  primary key (master_id, format_id),
  check ((state = 'made') = (storage_key is not null and size_bytes is not null and sha256 is not null)),
  check ((state = 'failed') = (failure is not null))
);

-- A format without a file of its own is made of the clip's master; its size is what we expect.
alter table clip_formats alter column storage_key drop not null;
