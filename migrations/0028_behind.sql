-- Parts of the shop that are on for some. A flag without a row is as the code's list says.
create table flags (
  key text primary key,
  is_on boolean not null,
  -- Of a hundred devices, beside the people and workspaces that are named.
  share integer not null default 100 check (share between 0 and 100),
  updated_by integer references users on delete set null,
  updated_at timestamptz not null
);

-- Whom a flag is on for by name.
create table flag_targets (
  flag_key text not null references flags on delete cascade,
  user_id integer references users on delete cascade,
  workspace_id integer references workspaces on delete cascade,
  check (num_nonnulls(user_id, workspace_id) = 1)
);
create unique index flag_targets_user on flag_targets (flag_key, user_id) where user_id is not null;
create unique index flag_targets_workspace on flag_targets (flag_key, workspace_id) where workspace_id is not null;

-- Who changed a flag, to what. Never changed itself; holds ids, no names.
create table flag_changes (
  id bigint generated always as identity primary key,
  flag_key text not null,
  at timestamptz not null,
  actor_user_id integer not null,
  before json not null,
  after json not null
);
create trigger flag_changes_append_only before update or delete or truncate on flag_changes
  for each statement execute function refuse_change();

-- How somebody came to register.
create table registrations (
  user_id integer primary key references users on delete cascade,
  method text not null check (method in ('password', 'google')),
  referral_code text check (length(referral_code) <= 64),
  page_url text check (length(page_url) <= 500),
  page_name text check (length(page_name) <= 200),
  tracking_cookie text check (length(tracking_cookie) <= 200),
  at timestamptz not null
);

-- What somebody is to the company, beside their roles.
alter table users add column standings text[] not null default '{}'
  check (standings <@ array['ambassador', 'filmmaker_admin', 'collection_admin', 'filmmaker_manager', 'owner']);
