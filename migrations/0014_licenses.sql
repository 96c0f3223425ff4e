-- Licenses that were sold elsewhere, before the shop: without an order, an amount or an invoice.
create table imported_licenses (
  id integer generated always as identity primary key,
  -- The person whom it was sold to.
  user_id integer not null references users,
  -- The number of the order in the other system.
  reference text not null check (length(reference) between 1 and 100),
  -- The company and the contact that the license was sold to, as in an order's billing.
  licensee jsonb not null,
  -- The clip as in an order line.
  clip_snapshot jsonb not null,
  client_name text,
  project_name text,
  imported_at timestamptz not null,
  check ((client_name is null) = (project_name is null))
);
create index imported_licenses_user on imported_licenses (user_id);

-- Licenses that were granted. Downloads need one in force.
create table licenses (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces,
  order_item_id integer unique references order_items,
  imported_license_id integer unique references imported_licenses,
  clip_id integer not null references clips,
  format_id integer not null,
  org_type text not null,
  end_client_size integer not null,
  distribution_ids integer[] not null,
  territory text not null default 'worldwide',
  term text not null default 'perpetual',
  granted_at timestamptz not null,
  -- null: perpetual.
  ends_at timestamptz,
  revoked_at timestamptz,
  -- The upgrade that replaced it. It is in force again when that one is revoked.
  superseded_by integer references licenses,
  constraint licenses_source_check check (num_nonnulls(order_item_id, imported_license_id) = 1)
);
create index licenses_workspace on licenses (workspace_id, clip_id);
-- A workspace's license register reads the newest first, a page at a time.
create index licenses_register on licenses (workspace_id, id desc);
create index licenses_end on licenses (ends_at) where ends_at is not null;

-- Signed proof of a license for third parties. Only a correction replaces it.
create table certificates (
  license_id integer primary key references licenses on delete cascade,
  -- The code in the certificate's link: its hash, and encrypted, so that the owner can get the link again.
  code_hash bytea not null unique,
  code_sealed bytea not null,
  -- The signed bytes: JSON with sorted keys.
  payload text not null,
  signature text not null,
  key_id text not null,
  issued_at timestamptz not null
);

-- Signed certificates that a later one replaced, because the project or the licensee was corrected.
create table replaced_certificates (
  id integer generated always as identity primary key,
  license_id integer not null references licenses on delete cascade,
  payload text not null,
  signature text not null,
  key_id text not null,
  issued_at timestamptz not null,
  replaced_at timestamptz not null
);
create index replaced_certificates_license on replaced_certificates (license_id);

-- Reminders of a license's end. Each is sent once: the sender claims its row first.
create table license_reminders (
  license_id integer not null references licenses on delete cascade,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('month', 'week')),
  claimed_at timestamptz not null,
  sent_at timestamptz,
  primary key (license_id, user_id, kind)
);
create index license_reminders_user on license_reminders (user_id);

-- Each member's secret link to the calendar of a workspace's license ends. Deleted with the membership.
create table license_calendars (
  workspace_id integer not null,
  user_id integer not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references workspace_members on delete cascade
);
