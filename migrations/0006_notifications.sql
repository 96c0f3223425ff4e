-- Notifications that can wait are collected and mailed as one digest at eight in the morning of the recipient's time zone.

-- One mail to one user, created once: only one of several workers gets to insert the row.
create table digests (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- "day 2026-11-23", "week 2026-11-23" (its Monday), or for an immediate one "item 512" (its last item)
  period text not null,
  -- Set when it also covers the week before: "week 2026-11-23".
  week text,
  created_at timestamptz not null,
  -- When a worker claimed it. No other worker sends it, so that it never goes out twice.
  claimed_at timestamptz,
  -- null: being sent, or there was nothing left to report.
  sent_at timestamptz,
  unique (user_id, period),
  unique (user_id, week)
);
create index digests_age on digests (created_at);

-- One notification for one user, written in the transaction that makes it true.
create table digest_items (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null,
  -- Ids of its subjects, which are read again when the mail is written.
  payload jsonb not null,
  created_at timestamptz not null,
  -- null while it waits.
  digest_id integer references digests on delete set null
);
create index digest_items_waiting on digest_items (user_id) where digest_id is null;
create index digest_items_digest on digest_items (digest_id);
create index digest_items_user on digest_items (user_id);
create index digest_items_age on digest_items (created_at);

-- Announcements of new features to signed-in users.
create table feature_banners (
  id integer generated always as identity primary key,
  title text not null check (length(title) between 1 and 120),
  -- {{keys}} are rendered as keyboard keys.
  description text not null check (length(description) between 1 and 600),
  -- Shown instead on devices without a keyboard. Empty: a description with keys is not shown there.
  touch_description text not null default '' check (length(touch_description) <= 600),
  -- URLs of the picture, about 480 and 960 pixels wide.
  image_small text,
  image_medium text,
  -- The image host's id of the picture. null when it is hosted elsewhere.
  picture_public_id text,
  -- Paths on which it is not shown.
  exclude_on text[] not null default '{}',
  audience text not null default 'everyone' check (audience in ('everyone', 'filmmakers')),
  -- A draft is shown to nobody, and can lack its picture and its day.
  is_draft boolean not null default false,
  -- For a draft: when it is to start. null: as soon as it is published.
  published_at timestamptz,
  ends_at timestamptz,
  -- Incremented with each change, to refuse an edit of an outdated version.
  version integer not null default 1,
  constraint feature_banners_complete_check
    check (is_draft or (image_small is not null and image_medium is not null and published_at is not null)),
  constraint feature_banners_dates_check check (ends_at is null or published_at is null or ends_at >= published_at)
);

create table feature_banner_readers (
  banner_id integer not null references feature_banners on delete cascade,
  user_id integer not null references users on delete cascade,
  read_at timestamptz not null,
  dismissed_at timestamptz,
  primary key (banner_id, user_id)
);
create index feature_banner_readers_user on feature_banner_readers (user_id);
