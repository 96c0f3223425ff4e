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

-- A filmmaker's own share of a license. A version applies to orders paid from its start on; a later one for the same start
-- replaces it. Without one, that of `splits` counts.
create table filmmaker_splits (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers,
  starts_at timestamptz not null,
  -- Of an item's price after its discounts, before tax: 5000 is a half. null: that of `splits` again.
  filmmaker_basis_points integer check (filmmaker_basis_points between 0 and 10000),
  -- Takes back what was planned for this start.
  is_withdrawn boolean not null,
  set_by integer not null references users,
  set_at timestamptz not null,
  -- Past sales never change.
  check (starts_at > set_at),
  check (not is_withdrawn or filmmaker_basis_points is null)
);
create index filmmaker_splits_filmmaker on filmmaker_splits (filmmaker_id);
create index filmmaker_splits_set_by on filmmaker_splits (set_by);
create trigger filmmaker_splits_append_only before update or delete or truncate on filmmaker_splits
  for each statement execute function refuse_change();

-- Tax forms that filmmakers sent. Their files are in private storage.
create table filmmaker_tax_forms (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers,
  -- `vat`: a VAT registration, or a self-certification.
  kind text not null check (kind in ('w-9', 'w-8ben', 'w-8ben-e', 'vat')),
  -- yyyy-MM-dd
  received_on text not null check (received_on ~ '^\d{4}-\d{2}-\d{2}$'),
  -- The last day. null: it doesn't expire.
  expires_on text check (expires_on ~ '^\d{4}-\d{2}-\d{2}$' and expires_on > received_on),
  note text not null default '' check (length(note) <= 500),
  -- null: without a file.
  file_key text unique,
  file_type text check (file_type in ('pdf', 'jpg', 'png')),
  added_by integer not null references users,
  added_at timestamptz not null,
  -- Added by mistake.
  removed_at timestamptz,
  check ((file_key is null) = (file_type is null)),
  check (removed_at is null or file_key is null)
);
create index filmmaker_tax_forms_filmmaker on filmmaker_tax_forms (filmmaker_id);
create index filmmaker_tax_forms_added_by on filmmaker_tax_forms (added_by);
