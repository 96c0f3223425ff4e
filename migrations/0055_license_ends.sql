-- Who was told that a license ends, and when: each reminder once, whichever job tries.
create table license_reminders (
  license_id integer not null references licenses on delete cascade,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('month', 'week')),
  claimed_at timestamptz not null,
  sent_at timestamptz,
  primary key (license_id, user_id, kind)
);
create index license_reminders_user on license_reminders (user_id);
create index licenses_end on licenses (ends_at) where ends_at is not null;

-- The secret link to a workspace's license ends, of each member; it goes with the membership.
create table license_calendars (
  workspace_id integer not null,
  user_id integer not null,
  token_hash bytea not null unique,
  made_at timestamptz not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references workspace_members on delete cascade
);
