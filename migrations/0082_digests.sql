-- News that may wait is gathered for people, and mailed to them in one mail at eight o'clock where they are.
alter table users
  -- How often: each piece at once, all of a day, all of a week, or none of it.
  add column digest_pace text not null default 'daily' check (digest_pace in ('at_once', 'daily', 'weekly', 'never')),
  -- As browsers call it, "Europe/Berlin"; null while none has told: then it is UTC.
  add column time_zone text check (length(time_zone) between 1 and 64);

-- One mail to one person, made once: of several workers who want to make the same one gets the row.
create table digests (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- "day 2026-11-23", "week 2026-11-23" (its Monday), or for news at once "item 512" (its last one)
  turn text not null,
  -- Set when it tells of the week before, too: "week 2026-11-23".
  week text,
  made_at timestamptz not null,
  -- Whoever sends it took it then: nobody else does, so that it never goes out twice.
  taken_at timestamptz,
  -- null: there was nothing to say any more, or it is on its way.
  sent_at timestamptz,
  unique (user_id, turn),
  unique (user_id, week)
);
create index digests_age on digests (made_at);

-- One piece of news for one person, written in the transaction that makes it true.
create table digest_items (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null,
  -- What it is about, by ids: it is read again when it is told.
  about jsonb not null,
  at timestamptz not null,
  -- null: it waits.
  digest_id integer references digests on delete set null
);
create index digest_items_waiting on digest_items (user_id) where digest_id is null;
create index digest_items_digest on digest_items (digest_id);
create index digest_items_user on digest_items (user_id);
create index digest_items_age on digest_items (at);
