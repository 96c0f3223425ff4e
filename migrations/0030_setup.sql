-- The one-time code for the first administrator of a shop without one. Each start of such a shop replaces it.
create table setup_codes (
  only_row boolean primary key default true check (only_row),
  -- SHA-256.
  code_hash bytea not null check (length(code_hash) = 32),
  failed_attempts integer not null default 0 check (failed_attempts between 0 and 5),
  created_at timestamptz not null
);

-- When the shop opened for visitors. Without a row they see that it opens soon.
create table shop_opening (
  only_row boolean primary key default true check (only_row),
  opened_at timestamptz not null,
  -- null: opened by a program, as for tests, so no steps of the setup are shown. No foreign key: the shop stays open without the
  -- account.
  opened_by integer
);

-- Steps of the setup that an administrator confirmed. src/setup/steps.ts has the list.
create table setup_steps (
  step text primary key check (step ~ '^[a-z_]{1,30}$'),
  done_at timestamptz not null,
  -- No foreign key: a step stays done without the account.
  done_by integer not null
);

-- The last result of each check of the shop's services. src/setup/checks.ts has the list.
create table setup_checks (
  name text primary key check (name ~ '^[a-z_]{1,30}$'),
  -- null while the mail check waits for its link.
  passed boolean,
  message text not null check (length(message) <= 1000),
  checked_at timestamptz not null
);

-- The link in the mail of the last mail check: following it proves that mails arrive.
create table setup_mail_links (
  only_row boolean primary key default true check (only_row),
  token_hash bytea not null check (length(token_hash) = 32),
  sent_at timestamptz not null
);

-- Invites to become staff. A mailed link accepts one; only its SHA-256 is stored.
create table staff_invites (
  id integer generated always as identity primary key,
  email citext not null check (length(email::text) <= 254),
  -- Those of src/workspaces/assignable-roles.ts.
  platform_roles integer[] not null check (cardinality(platform_roles) > 0 and platform_roles <@ array[2, 3, 5, 6]),
  token_hash bytea unique check (length(token_hash) = 32),
  invited_by integer not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by integer references users on delete set null,
  revoked_at timestamptz,
  check (num_nonnulls(accepted_at, revoked_at) <= 1)
);
create unique index staff_invites_pending on staff_invites (email) where accepted_at is null and revoked_at is null;
create index staff_invites_inviter on staff_invites (invited_by);
create index staff_invites_acceptor on staff_invites (accepted_by) where accepted_by is not null;
