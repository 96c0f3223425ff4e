create table users (
  id integer generated always as identity primary key,
  email citext not null unique check (length(email) between 3 and 254),
  username text not null unique,
  first_name text not null default '',
  last_name text not null default '',
  password_hash text,
  avatar_url text,
  company_url text,
  theme text check (theme in ('light', 'dark')),
  -- 1 customer, 2 platform admin, 3 support staff, 4 filmmaker, 5 collection admin, 6 partner preview, 7 suspended
  platform_roles integer[] not null default '{1}',
  has_completed_onboarding boolean not null default false,
  created_at timestamptz not null default now()
);

create table email_preferences (
  user_id integer not null references users on delete cascade,
  slug text not null,
  primary key (user_id, slug)
);

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  remember boolean not null,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- How often a login was tried with one e-mail, known or not: its SHA-256, so that no stranger's address is kept.
create table login_tries (
  account bytea primary key,
  tries integer not null,
  since timestamptz not null
);
create index login_tries_age on login_tries (since);
create index sessions_expired on sessions (expires_at);
