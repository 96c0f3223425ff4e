-- Our people acting as a client: with a reason, in the one session it began in, for an hour. No foreign keys: what was done outlives who did it.
create table masquerades (
  id integer generated always as identity primary key,
  session_id bigint not null,
  staff_user_id integer not null,
  client_user_id integer not null,
  -- Which of the client's workspaces is looked at; the client's own choice stays as it is.
  workspace_id integer not null,
  reason text not null check (length(reason) between 1 and 500),
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
-- One at a time in a session.
create unique index masquerades_open on masquerades (session_id) where ended_at is null;
create index masquerades_client on masquerades (client_user_id, started_at);

-- Everything that somebody tried to change while acting as a client, written before it is carried out.
create table masquerade_actions (
  id bigint generated always as identity primary key,
  masquerade_id integer not null references masquerades,
  at timestamptz not null,
  request_id text not null,
  -- The endpoint, and the address without its query.
  endpoint text not null,
  path text not null,
  refused boolean not null
);
create index masquerade_actions_masquerade on masquerade_actions (masquerade_id);
create trigger masquerade_actions_append_only before update or delete or truncate on masquerade_actions
  for each statement execute function refuse_change();

-- What our people did about somebody's account.
create table staff_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  staff_user_id integer not null,
  user_id integer not null,
  action text not null check (action in ('suspended', 'unsuspended', 'masquerade')),
  reason text not null check (length(reason) between 1 and 500)
);
create index staff_actions_user on staff_actions (user_id, id);
create trigger staff_actions_append_only before update or delete or truncate on staff_actions
  for each statement execute function refuse_change();

alter table tickets drop constraint tickets_kind_check;
alter table tickets add constraint tickets_kind_check
  check (kind in ('contact', 'footage_research', 'workspace_support', 'enterprise', 'billing_change'));

-- Word of something new, for whoever is signed in.
create table feature_banners (
  id integer generated always as identity primary key,
  title text not null check (length(title) between 1 and 120),
  -- {{keys}} are shown as keys.
  description text not null check (length(description) between 1 and 600),
  -- Addresses of the picture, about 480 and 960 pixels wide.
  image_small text not null,
  image_medium text not null,
  -- Paths on which it stays away.
  exclude_on text[] not null default '{}',
  published_at timestamptz not null,
  ends_at timestamptz
);

create table feature_banner_readers (
  banner_id integer not null references feature_banners on delete cascade,
  user_id integer not null references users on delete cascade,
  read_at timestamptz not null,
  dismissed_at timestamptz,
  primary key (banner_id, user_id)
);
create index feature_banner_readers_user on feature_banner_readers (user_id);
