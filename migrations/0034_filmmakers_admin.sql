-- Invites to a filmmaker's portal. A mailed link accepts one; only its SHA-256 is stored.
create table filmmaker_invites (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers on delete cascade,
  email citext not null check (length(email::text) <= 254),
  token_hash bytea unique check (length(token_hash) = 32),
  invited_by integer not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by integer references users on delete set null,
  revoked_at timestamptz,
  check (num_nonnulls(accepted_at, revoked_at) <= 1)
);
-- An account is for one filmmaker.
create unique index filmmaker_invites_pending on filmmaker_invites (email)
  where accepted_at is null and revoked_at is null;
create index filmmaker_invites_filmmaker on filmmaker_invites (filmmaker_id);
create index filmmaker_invites_inviter on filmmaker_invites (invited_by);
create index filmmaker_invites_acceptor on filmmaker_invites (accepted_by) where accepted_by is not null;
