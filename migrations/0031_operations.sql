-- The running processes of the shop. Each one renews its row, so a row that is not renewed belongs to a dead process.
create table processes (
  id uuid primary key,
  role text not null check (role in ('all', 'web', 'worker')),
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
create index processes_seen on processes (seen_at);

-- Complete backups, written by the shop's own command.
create table backups (
  id integer generated always as identity primary key,
  folder text not null,
  version text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  started_at timestamptz not null,
  finished_at timestamptz not null check (finished_at >= started_at)
);
create index backups_finished on backups (finished_at);

-- What was imported from another system, by its id there, so that a repeated import adds nothing twice.
create table imported_records (
  kind text not null check (kind in ('customers', 'workspaces', 'licenses', 'rates')),
  external_id text not null check (length(external_id) between 1 and 200),
  -- The id of the user, workspace, license or preferred rate. No foreign key: the record outlives what was deleted.
  internal_id integer not null,
  -- Of the row's values, to notice a row that changed since.
  row_sha256 text not null,
  imported_at timestamptz not null,
  primary key (kind, external_id)
);
