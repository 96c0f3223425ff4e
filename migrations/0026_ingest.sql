-- The result for each ingested file: a clip, or a reason. The same bytes are checked once by each version of the pipeline.
create table ingests (
  sha256 text primary key check (length(sha256) = 64),
  file_name text not null,
  outcome text not null check (outcome in ('ingested', 'refused')),
  -- Why it was refused, shown to its filmmaker.
  reason text not null default '' check ((outcome = 'refused') = (reason <> '')),
  -- Warnings about an accepted file, shown to its filmmaker.
  notes text[] not null default '{}',
  clip_id integer references clips on delete cascade check ((outcome = 'ingested') = (clip_id is not null)),
  pipeline integer not null,
  decided_at timestamptz not null
);
create index ingests_clip on ingests (clip_id);

-- Masters that are uploaded from a browser, and their check.
create table uploads (
  id integer generated always as identity primary key,
  -- null after the account was deleted.
  user_id integer references users on delete set null,
  filmmaker_id integer not null references filmmakers,
  by_staff boolean not null,
  -- The clip's shoot until its filmmaker changes it.
  shoot text not null check (length(shoot) between 1 and 120),
  file_name text not null,
  size_bytes bigint not null check (size_bytes > 0),
  -- Identifies the file together with its name and size when it is selected again.
  modified_ms bigint not null,
  received_bytes bigint not null default 0 check (received_bytes between 0 and size_bytes),
  -- Of the whole file, computed by the browser.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- failed: the check could not finish, and can be repeated without another upload
  state text not null default 'uploading' check (state in ('uploading', 'checking', 'failed', 'refused', 'accepted')),
  -- The step of the check and its progress. The percentage is null where nothing can be counted.
  check_step text check (check_step in ('joining', 'reading', 'making', 'saving')),
  checked_percent integer check (checked_percent between 0 and 100),
  -- Why it was refused or failed, shown to its filmmaker.
  reason text not null default '',
  -- Warnings about an accepted file, shown to its filmmaker.
  notes text[] not null default '{}',
  clip_id integer unique references clips on delete cascade,
  started_at timestamptz not null,
  -- When bytes last arrived, or the state changed.
  updated_at timestamptz not null,
  check (state = 'uploading' or (sha256 is not null and received_bytes = size_bytes)),
  check ((state = 'accepted') = (clip_id is not null)),
  constraint uploads_reason_check check ((state in ('refused', 'failed')) = (reason <> '')),
  constraint uploads_checked_check check (state = 'checking' or checked_percent is null),
  constraint uploads_step_check check (state = 'checking' or check_step is null)
);
create index uploads_filmmaker on uploads (filmmaker_id, id);
create index uploads_user on uploads (user_id);
create index uploads_open on uploads (updated_at) where state in ('uploading', 'checking');

-- Every submission of a clip to the editors, with the releases that the filmmaker declared.
create table clip_submissions (
  id integer generated always as identity primary key,
  clip_id integer not null references clips on delete cascade,
  user_id integer references users on delete set null,
  releases text[] not null,
  submitted_at timestamptz not null
);
create index clip_submissions_clip on clip_submissions (clip_id);
create index clip_submissions_user on clip_submissions (user_id);

-- What filmmakers did with unpublished clips: withdrew one from review, or deleted it.
create table draft_actions (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers,
  -- No foreign key: a deleted clip has no row.
  clip_id integer not null,
  clip_name text not null,
  action text not null check (action in ('withdrawn', 'deleted')),
  user_id integer references users on delete set null,
  at timestamptz not null
);
create index draft_actions_filmmaker on draft_actions (filmmaker_id);
create index draft_actions_user on draft_actions (user_id);

-- What staff asked filmmakers to shoot because buyers look for it.
create table footage_requests (
  id integer generated always as identity primary key,
  subject text not null check (length(subject) between 1 and 100),
  note text not null default '' check (length(note) <= 500),
  -- null after the account was deleted.
  requested_by integer references users on delete set null,
  requested_at timestamptz not null,
  closed_at timestamptz check (closed_at >= requested_at)
);
create unique index footage_requests_open on footage_requests (lower(subject)) where closed_at is null;
create index footage_requests_requested_by on footage_requests (requested_by);

create table footage_request_recipients (
  request_id integer not null references footage_requests on delete cascade,
  filmmaker_id integer not null references filmmakers on delete cascade,
  primary key (request_id, filmmaker_id)
);
create index footage_request_recipients_filmmaker on footage_request_recipients (filmmaker_id);
