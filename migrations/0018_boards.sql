create table boards (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  user_id integer not null references users on delete cascade,
  name text not null check (length(name) between 1 and 120),
  -- A share link opens the board without an account: the seed of its key, and the hash to check a key against.
  share_seed text,
  share_hash bytea,
  share_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A deleted board is kept for a while, so that it can be restored.
  deleted_at timestamptz,
  check ((share_seed is null) = (share_hash is null) and (share_seed is null) = (share_expires_at is null))
);
create index boards_live on boards (workspace_id, user_id) where deleted_at is null;
create index boards_deleted on boards (deleted_at) where deleted_at is not null;

alter table ticket_replies
  add foreign key (board_id) references boards on delete set null,
  add foreign key (delivered_board_id) references boards on delete set null;

create table board_clips (
  board_id integer not null references boards on delete cascade,
  clip_id integer not null references clips on delete cascade,
  -- From 1.
  position integer not null,
  added_at timestamptz not null default now(),
  -- The in and out marks with which somebody put it on the board: frames from 0, both in the marked range.
  mark_in integer check (mark_in >= 0),
  mark_out integer check (mark_out >= 0),
  primary key (board_id, clip_id),
  constraint board_clips_marks_check check (mark_in <= mark_out)
);
create index board_clips_order on board_clips (board_id, position);

create table board_favorites (
  user_id integer not null references users on delete cascade,
  board_id integer not null references boards on delete cascade,
  primary key (user_id, board_id)
);
