create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists citext;

-- For triggers of append-only tables.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- Whether this database is a demo. A demo is never opened as a shop, nor a shop as a demo.
create table installation (
  only_row boolean primary key default true check (only_row),
  is_demo boolean not null,
  -- The password of the demo accounts when other machines can reach the demo, encrypted with the shop's secret.
  sealed_demo_password bytea,
  created_at timestamptz not null default now()
);

-- The transactional outbox: an event is written in the transaction that makes it true and dispatched to the job queue afterwards.
create table events (
  id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  recorded_at timestamptz not null default now(),
  dispatched_at timestamptz
);
create index events_waiting on events (id) where dispatched_at is null;

-- Mails that reactions sent for an event, so that a second dispatch sends none of them twice. No foreign key: a reaction can be
-- retried for as long as its dead letter exists, which is longer than the event does.
create table event_mails (
  event_id bigint not null,
  -- A hash of the reaction, the recipient and which of the recipient's mails it is. It identifies nobody.
  mail_hash text not null,
  claimed_at timestamptz not null,
  sent_at timestamptz,
  primary key (event_id, mail_hash)
);
create index event_mails_age on event_mails (claimed_at);

-- Responses to requests with an Idempotency-Key.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  status integer,
  response text,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- SHA-256 of single-use tokens that were used: solved CAPTCHA challenges and Google credentials, until they expire anyway.
create table used_tokens (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_tokens_age on used_tokens (expires_at);

-- Uploaded avatars of users and workspaces.
create table image_uploads (
  -- 'avatars/users/12/…': the folder that the upload was signed for, and 128 random bits. The files have the same name.
  public_id text primary key check (length(public_id) <= 200),
  folder text not null,
  -- waiting: uploaded, not shown anywhere · used · deleting: its files are being deleted
  state text not null default 'waiting' check (state in ('waiting', 'used', 'deleting')),
  updated_at timestamptz not null
);
create index image_uploads_unused on image_uploads (updated_at) where state <> 'used';
create index image_uploads_folder on image_uploads (folder) where state = 'waiting';

-- Feature flags. A flag without a row has the default from src/platform/flags/flags.ts.
create table flags (
  key text primary key,
  is_on boolean not null,
  -- Percentage of devices it is on for, in addition to the targeted users and workspaces.
  share integer not null default 100 check (share between 0 and 100),
  updated_by integer,
  updated_at timestamptz not null
);

-- Users and workspaces that a flag is on for.
create table flag_targets (
  flag_key text not null references flags on delete cascade,
  user_id integer,
  workspace_id integer,
  check (num_nonnulls(user_id, workspace_id) = 1)
);
create unique index flag_targets_user on flag_targets (flag_key, user_id) where user_id is not null;
create unique index flag_targets_workspace on flag_targets (flag_key, workspace_id) where workspace_id is not null;

-- The audit log of staff, and those of the workspaces. Holds ids and numbers, no names. No foreign keys: an entry
-- outlives its subject.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_user_id integer not null,
  -- Who reads the entry: staff, or owners and admins of the workspace that is its subject.
  log text not null check (log in ('staff', 'workspace')),
  -- src/platform/audit/audit-subjects.ts has the list.
  subject_type text not null check (subject_type ~ '^[a-z_]{1,30}$'),
  -- An id, or a quote's number.
  subject_key text not null,
  -- src/platform/audit/staff-actions.ts and src/workspaces/audit-actions.ts have the lists.
  action text not null check (action ~ '^[a-z][a-z_.-]{0,59}$'),
  reason text not null default '' check (length(reason) <= 500),
  -- In staff's log the old and new value of each changed field: {"credit_limit_cents": [0, 500000]}
  details json not null,
  -- In a workspace's log the position, and the hashes of the previous entry and of this one.
  number integer check (number > 0),
  previous_hash bytea,
  hash bytea,
  check (num_nonnulls(number, previous_hash, hash) = case log when 'workspace' then 3 else 0 end)
);
create index audit_log_subject on audit_log (log, subject_type, subject_key, id);
create index audit_log_at on audit_log (log, at, id);
create unique index audit_log_number on audit_log (subject_key, number) where log = 'workspace';
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
