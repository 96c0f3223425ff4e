-- What works once: SHA-256 of solved CAPTCHA challenges and of Google's credentials, until they would be too old anyway.
create table used_once (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_once_age on used_once (expires_at);

-- When somebody showed that mail to this email reaches them; null until then. Whoever was here before is believed.
alter table users add column email_verified_at timestamptz;
update users set email_verified_at = created_at;

-- Links that confirm the email of a new account.
create table email_verifications (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  email citext not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_verifications_user on email_verifications (user_id);
create index email_verifications_age on email_verifications (expires_at);

-- Whose Google account opens which of ours: one each. `subject` is Google's own name for somebody, which stays when their email changes.
create table google_accounts (
  user_id integer primary key references users on delete cascade,
  subject text not null unique,
  linked_at timestamptz not null
);

-- A Google account waits for the password of the account that it is to open.
create table google_challenges (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  subject text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index google_challenges_user on google_challenges (user_id);
create index google_challenges_age on google_challenges (expires_at);
