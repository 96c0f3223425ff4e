-- Two-step sign-in: what somebody proves beside the password.

-- The authenticator app of an account. It counts from `confirmed_at` on: until then its code was never shown to us.
create table authenticator_apps (
  user_id integer primary key references users on delete cascade,
  -- Sealed with a key made from the shop's secret: whoever reads the database alone cannot make codes.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was used: none works twice.
  last_step bigint
);

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- As the authenticator calls it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- What the authenticator counted last; some never count.
  counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Codes for when the phone is lost: SHA-256 of 80 random bits. A used one is gone.
create table recovery_codes (
  code_hash bytea primary key,
  user_id integer not null references users on delete cascade
);
create index recovery_codes_user on recovery_codes (user_id);

-- Somebody gave the right password and not yet the rest. SHA-256 of a token that the one browser has.
create table second_steps (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  remember boolean not null,
  -- The guest cart that came along.
  cart_hash text,
  expires_at timestamptz not null
);
create index second_steps_user on second_steps (user_id);
create index second_steps_age on second_steps (expires_at);

-- What an authenticator is asked to sign, once. SHA-256 of a token that the one browser has.
create table passkey_challenges (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'second_step')),
  -- Who registers, or who gave the right password; null for somebody who just comes in.
  user_id integer references users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null,
  check (purpose = 'sign_in' or user_id is not null)
);
create index passkey_challenges_age on passkey_challenges (expires_at);

-- Privacy: what we hold about somebody, and how they leave.

create table data_exports (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  asked_at timestamptz not null,
  -- null until the file is there.
  storage_key text,
  size_bytes bigint,
  expires_at timestamptz,
  check ((storage_key is null) = (size_bytes is null) and (storage_key is null) = (expires_at is null))
);
create unique index data_exports_waiting on data_exports (user_id) where storage_key is null;
create index data_exports_user on data_exports (user_id);
create index data_exports_age on data_exports (expires_at);

-- An account that is to be deleted, or was. No row, no wish to.
create table account_deletions (
  user_id integer primary key references users on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  -- Of the link that takes it back; made when the mail is written.
  token_hash bytea unique,
  -- When it was due but could not be: the person owns something that others work in.
  held_at timestamptz,
  done_at timestamptz
);
create index account_deletions_due on account_deletions (due_at) where done_at is null;
