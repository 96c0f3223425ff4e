-- Editing challenges: a code opens some clips to a workspace for one film, without a license.
create table editfests (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
  name text not null check (name <> ''),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- How many clips a workspace can download without a watermark.
  clip_limit integer not null check (clip_limit between 1 and 1000),
  -- How many workspaces can enter. null: any number.
  max_workspaces integer check (max_workspaces > 0),
  created_at timestamptz not null default now()
);

create table editfest_entries (
  id integer generated always as identity primary key,
  editfest_id integer not null references editfests,
  workspace_id integer not null references workspaces,
  -- The member who entered the code.
  user_id integer not null references users,
  entered_at timestamptz not null,
  unique (editfest_id, workspace_id)
);
create index editfest_entries_workspace on editfest_entries (workspace_id, id desc);

-- A clip counts once, however often its file is downloaded.
create table editfest_clips (
  entry_id integer not null references editfest_entries on delete cascade,
  clip_id integer not null references clips,
  user_id integer not null references users,
  downloaded_at timestamptz not null,
  primary key (entry_id, clip_id)
);
