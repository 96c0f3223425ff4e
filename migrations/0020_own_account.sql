-- Links that a mail carries to whoever reads it. Only the SHA-256 of each token rests here; a row stays for a while after
-- it was used or ended, so that a second use can be told from an address that never was.

create table password_resets (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id);
create index password_resets_age on password_resets (expires_at);

create table email_changes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  old_email citext not null,
  new_email citext not null check (length(new_email) between 3 and 254),
  -- Made when the mail is written; none until then.
  token_hash bytea unique,
  expires_at timestamptz not null,
  -- Carried out, or ended by a later one, a cancellation or a new password.
  confirmed_at timestamptz,
  ended_at timestamptz,
  check (confirmed_at is null or ended_at is not null)
);
-- One waits at most.
create unique index email_changes_waiting on email_changes (user_id) where ended_at is null;
create index email_changes_user on email_changes (user_id);
create index email_changes_age on email_changes (expires_at);

create table preference_links (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamptz not null
);
create index preference_links_user on preference_links (user_id);
create index preference_links_age on preference_links (expires_at);
