-- Who was asked into a workspace and has not come yet. Ended ones stay, so that a used link can say so.
create table workspace_invites (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  email citext not null check (length(email) between 3 and 254),
  -- Owners are made by handing over alone.
  role text not null check (role in ('admin', 'purchaser', 'asset_manager', 'guest')),
  invited_by integer references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- null while its mail waits to be sent.
  mailed_at timestamptz,
  accepted_at timestamptz,
  revoked_at timestamptz,
  check (accepted_at is null or revoked_at is null)
);
create unique index workspace_invites_open on workspace_invites (workspace_id, email)
  where accepted_at is null and revoked_at is null;

-- The links that open an invite: one in its mail, one for each time that its link was copied. SHA-256 of the token.
create table workspace_invite_tokens (
  token_hash bytea primary key,
  invite_id integer not null references workspace_invites on delete cascade
);
create index workspace_invite_tokens_invite on workspace_invite_tokens (invite_id);

-- What was changed about a workspace, by whom: never changed itself, each row holding the hash of the one before.
-- No foreign keys: the log outlives what it tells of, and holds ids, no names or addresses of people.
create table workspace_audit (
  id bigint generated always as identity primary key,
  workspace_id integer not null,
  number integer not null check (number > 0),
  at timestamptz not null,
  actor_user_id integer not null,
  action text not null,
  details json not null,
  previous_hash bytea not null,
  hash bytea not null,
  unique (workspace_id, number)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger workspace_audit_append_only before update or delete or truncate on workspace_audit
  for each statement execute function refuse_change();
