create table users (
  id integer generated always as identity primary key,
  email citext not null unique check (length(email) between 3 and 254),
  -- When the user proved that mail to this address reaches them. null: not yet.
  email_verified_at timestamptz,
  username text not null unique,
  first_name text not null default '',
  last_name text not null default '',
  password_hash text,
  avatar_url text,
  -- The image host's id of the picture at avatar_url.
  avatar_public_id text,
  company_url text,
  theme text check (theme in ('light', 'dark')),
  -- An IANA name such as "Europe/Berlin". null: no browser has reported one yet, and UTC is used.
  time_zone text check (length(time_zone) between 1 and 64),
  -- 1 customer, 2 platform admin, 3 support staff, 4 filmmaker, 5 collection admin, 6 partner preview, 7 suspended
  platform_roles integer[] not null default '{1}',
  -- Relations to the company beside the roles.
  affiliations text[] not null default '{}'
    check (affiliations <@ array['ambassador', 'filmmaker_admin', 'collection_admin', 'filmmaker_manager', 'owner']),
  -- Kinds of work, by the names in src/accounts/verticals.ts.
  verticals text[] not null default '{}',
  has_completed_onboarding boolean not null default false,
  -- When the user chose which mails to get. null: never beyond registration.
  email_preferences_chosen_at timestamptz,
  -- Off until chosen.
  digest_pace text not null default 'never' check (digest_pace in ('immediate', 'daily', 'weekly', 'never')),
  -- When the user was last mailed that someone tried to register with their email: once a day is enough.
  registration_mailed_at timestamptz,
  created_at timestamptz not null default now()
);
-- Staff are few among many users.
create index users_staff on users (id) where platform_roles && '{2,3}'::integer[];

alter table flags add foreign key (updated_by) references users on delete set null;
alter table flag_targets add foreign key (user_id) references users on delete cascade;

-- Mails that a user opted in to.
create table email_preferences (
  user_id integer not null references users on delete cascade,
  slug text not null,
  primary key (user_id, slug)
);

-- What each user chose about mails, as they chose it. Rows are only added, and go with the account.
create table mail_consents (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The address at that time.
  email citext not null,
  -- A mailing list by its slug, or 'updates' for the digest frequency.
  subject text not null,
  -- 'yes' or 'no' for a mailing list, the frequency for updates.
  choice text not null,
  -- The exact text beside the choice. null: nothing was shown, as where the law asks for no opt-in.
  shown_text text,
  place text not null check (place in ('registration', 'onboarding', 'preferences', 'preferences_link', 'unsubscribe')),
  at timestamptz not null
);
create index mail_consents_user on mail_consents (user_id, id);

create function refuse_mail_consent_change() returns trigger language plpgsql as $$
begin
  raise exception 'A mail consent is never changed.';
end $$;
create trigger mail_consents_append_only before update on mail_consents
  for each row execute function refuse_mail_consent_change();

-- Where a registration came from.
create table registrations (
  user_id integer primary key references users on delete cascade,
  method text not null check (method in ('password', 'google')),
  referral_code text check (length(referral_code) <= 64),
  page_url text check (length(page_url) <= 500),
  page_name text check (length(page_name) <= 200),
  tracking_cookie text check (length(tracking_cookie) <= 200),
  at timestamptz not null
);

create table business_types (
  id integer primary key,
  name text not null unique,
  position integer not null unique
);

create table occupation_types (
  id integer primary key,
  business_type_id integer not null references business_types,
  name text not null,
  unique (business_type_id, name),
  unique (business_type_id, id)
);

insert into business_types (id, name, position) values
  (1, 'Production company', 1),
  (2, 'Advertising agency', 2),
  (3, 'Post-production house', 3),
  (4, 'Brand or in-house team', 4),
  (5, 'Broadcaster or streaming service', 5),
  (6, 'Independent filmmaker', 6),
  (7, 'Freelancer', 7),
  (8, 'Nonprofit', 8),
  (9, 'House of worship', 9),
  (10, 'School or university', 10);

-- Ids begin with that of their business.
insert into occupation_types (id, business_type_id, name) values
  (101, 1, 'Director'),
  (102, 1, 'Producer'),
  (103, 1, 'Editor'),
  (104, 1, 'Cinematographer'),
  (105, 1, 'Production coordinator'),
  (106, 1, 'Owner or executive producer'),
  (201, 2, 'Creative director'),
  (202, 2, 'Art director'),
  (203, 2, 'Copywriter'),
  (204, 2, 'Producer'),
  (205, 2, 'Editor'),
  (206, 2, 'Account manager'),
  (207, 2, 'Art buyer'),
  (301, 3, 'Editor'),
  (302, 3, 'Assistant editor'),
  (303, 3, 'Colorist'),
  (304, 3, 'Motion designer'),
  (305, 3, 'Visual effects artist'),
  (306, 3, 'Post producer'),
  (401, 4, 'Marketing manager'),
  (402, 4, 'Creative director'),
  (403, 4, 'Video producer'),
  (404, 4, 'Editor'),
  (405, 4, 'Designer'),
  (406, 4, 'Procurement'),
  (501, 5, 'Producer'),
  (502, 5, 'Promo producer'),
  (503, 5, 'Editor'),
  (504, 5, 'Archive researcher'),
  (505, 5, 'Clearance and legal'),
  (601, 6, 'Director'),
  (602, 6, 'Documentary maker'),
  (603, 6, 'Cinematographer'),
  (604, 6, 'Editor'),
  (605, 6, 'Wedding and event filmmaker'),
  (701, 7, 'Editor'),
  (702, 7, 'Motion designer'),
  (703, 7, 'Videographer'),
  (704, 7, 'Producer'),
  (705, 7, 'Content creator'),
  (801, 8, 'Communications manager'),
  (802, 8, 'Video producer'),
  (803, 8, 'Fundraiser'),
  (804, 8, 'Director'),
  (901, 9, 'Creative director'),
  (902, 9, 'Media director'),
  (903, 9, 'Editor'),
  (904, 9, 'Volunteer'),
  (1001, 10, 'Student'),
  (1002, 10, 'Teacher'),
  (1003, 10, 'Video producer'),
  (1004, 10, 'Researcher');

-- A user's occupation: chosen from the lists or entered as text.
create table user_occupations (
  user_id integer primary key references users on delete cascade,
  business_type_id integer references business_types,
  occupation_type_id integer,
  custom_business_type text check (length(custom_business_type) between 1 and 255),
  custom_occupation_type text check (length(custom_occupation_type) between 1 and 255),
  foreign key (business_type_id, occupation_type_id) references occupation_types (business_type_id, id),
  check ((business_type_id is null) <> (custom_business_type is null)),
  check (occupation_type_id is null or custom_occupation_type is null),
  -- A business from the list needs an occupation, from the list or as text.
  check (business_type_id is null or occupation_type_id is not null or custom_occupation_type is not null)
);

-- Sessions and logins

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  remember boolean not null,
  -- Whether it began with a proof that is as good as the user's mailbox: the setup's code, or a mailed invite. Its user adds the
  -- first second factor without a mailed code.
  proves_mailbox boolean not null default false,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expired on sessions (expires_at);

-- Login attempts in the current window, for each counter: an email, registered or not, and others. Only its SHA-256 is stored.
create table login_attempts (
  counter_hash bytea primary key,
  -- SHA-256 of the email of the account whose secret was guessed, so that staff can unlock it.
  account_hash bytea,
  attempts integer not null,
  window_started_at timestamptz not null
);
create index login_attempts_age on login_attempts (window_started_at);
create index login_attempts_account on login_attempts (account_hash) where account_hash is not null;

-- Links in mails. Only the SHA-256 of each token is stored. A row stays for a while after its use, so that a used link can be
-- distinguished from one that never existed.

create table password_resets (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id);
create index password_resets_age on password_resets (expires_at);

create table email_verifications (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  email citext not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_verifications_user on email_verifications (user_id);
create index email_verifications_age on email_verifications (expires_at);

create table email_changes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  old_email citext not null,
  new_email citext not null check (length(new_email) between 3 and 254),
  -- null until the mail is written, which creates the token.
  token_hash bytea unique,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- Confirmed, or ended by a later change, a cancellation or a new password.
  ended_at timestamptz,
  check (confirmed_at is null or ended_at is not null)
);
-- One pending change per user.
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

-- Google sign-in

-- One Google account per user. `subject` is Google's id, which stays when the email changes.
create table google_accounts (
  user_id integer primary key references users on delete cascade,
  subject text not null unique,
  linked_at timestamptz not null
);

-- A Google account that is linked once the user enters the password of the existing account.
create table google_challenges (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  subject text not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index google_challenges_user on google_challenges (user_id);
create index google_challenges_age on google_challenges (expires_at);

-- Two-step sign-in

-- Authenticator apps. Not in use until `confirmed_at`: before that the user has not entered a code.
create table authenticator_apps (
  user_id integer primary key references users on delete cascade,
  -- Encrypted with a key derived from the shop's secret: the database alone is not enough to compute codes.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last used code, so that no code works twice.
  last_step bigint
);

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The authenticator's id, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- The authenticator's last signature counter. Some never count.
  counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- SHA-256 of recovery codes of 80 random bits. A used code is deleted.
create table recovery_codes (
  code_hash bytea primary key,
  user_id integer not null references users on delete cascade
);
create index recovery_codes_user on recovery_codes (user_id);

-- Logins with a correct password that still need the second factor. SHA-256 of a token that only the browser has.
create table pending_logins (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  remember boolean not null,
  -- The key of the guest cart that the login merges.
  cart_hash text,
  expires_at timestamptz not null
);
create index pending_logins_user on pending_logins (user_id);
create index pending_logins_age on pending_logins (expires_at);

-- Single-use WebAuthn challenges. SHA-256 of a token that only the browser has.
create table passkey_challenges (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'second_step')),
  -- null only for a sign-in without a password.
  user_id integer references users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null,
  check (purpose = 'sign_in' or user_id is not null)
);
create index passkey_challenges_age on passkey_challenges (expires_at);

-- Mailed codes: adding the first required second factor also needs access to the mailbox.
create table email_codes (
  user_id integer primary key references users on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null
);

-- Registrations that wait for the code mailed to their email. A job deletes expired ones.
create table pending_registrations (
  id integer generated always as identity primary key,
  -- The token is in a cookie: only the browser that registered can use the code.
  token_hash bytea not null unique,
  email citext not null check (length(email) between 3 and 254),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  -- Where the registration came from, for the table registrations.
  source jsonb not null,
  -- null until a code is mailed, and for an email that has an account.
  code_hash bytea,
  expires_at timestamptz not null
);
create index pending_registrations_age on pending_registrations (expires_at);

-- Staff remove a user's second factor in pairs: one requests it, another approves it.
create table two_step_resets (
  id integer primary key generated always as identity,
  user_id integer not null references users,
  requested_by integer not null references users,
  reason text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  approved_by integer references users,
  -- Approved, withdrawn, or replaced after it expired.
  ended_at timestamptz,
  check (requested_by <> user_id),
  check (approved_by <> requested_by and approved_by <> user_id),
  check (approved_by is null or ended_at is not null)
);
create unique index two_step_resets_open on two_step_resets (user_id) where ended_at is null;
create index two_step_resets_user on two_step_resets (user_id);
create index two_step_resets_requested_by on two_step_resets (requested_by);
create index two_step_resets_approved_by on two_step_resets (approved_by) where approved_by is not null;

-- Privacy

create table data_exports (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  requested_at timestamptz not null,
  -- null until the file is ready.
  storage_key text,
  size_bytes bigint,
  expires_at timestamptz,
  check ((storage_key is null) = (size_bytes is null) and (storage_key is null) = (expires_at is null))
);
create unique index data_exports_waiting on data_exports (user_id) where storage_key is null;
create index data_exports_user on data_exports (user_id);
create index data_exports_age on data_exports (expires_at);

-- Requested and completed account deletions.
create table account_deletions (
  user_id integer primary key references users on delete cascade,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  -- Of the link that cancels it. null until the mail is written, which creates the token.
  token_hash bytea unique,
  -- When it was due and could not be completed because the user owns a workspace with other members.
  blocked_at timestamptz,
  completed_at timestamptz
);
create index account_deletions_due on account_deletions (due_at) where completed_at is null;

-- Logins, failures, refusals and account changes. No foreign keys: an entry outlives the account that it names by id.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  type text not null check (length(type) between 1 and 60),
  user_id integer,
  -- A keyed hash of the email that was entered: it can be searched for, and not read.
  email_hash bytea,
  address text not null default '',
  user_agent text not null default '' check (length(user_agent) <= 200),
  country text check (country ~ '^[A-Z]{2}$'),
  -- Method and path of the endpoint, without ids.
  route text not null default '',
  request_id text not null default '',
  detail jsonb not null
);
create index security_events_at on security_events (at, id);
create index security_events_user on security_events (user_id, at);
create index security_events_address on security_events (address, at);
create index security_events_alarms on security_events (at) where type = 'alarm';

-- Rows never change. Only the retention job deletes them, after 180 days, and declares it in its transaction.
create function refuse_security_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('security_events.retention', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger security_events_append_only before update or delete or truncate on security_events
  for each statement execute function refuse_security_event_change();
