create table boards (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  -- Who made it.
  user_id integer not null references users on delete cascade,
  name text not null check (length(name) between 1 and 120),
  -- A link lets in whoever has it: what its key is made from, and what a key is held against (decision 120).
  share_seed text,
  share_hash bytea,
  share_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Kept for a while, so that deleting can be undone.
  deleted_at timestamptz,
  check ((share_seed is null) = (share_hash is null) and (share_seed is null) = (share_expires_at is null))
);
create index boards_live on boards (workspace_id, user_id) where deleted_at is null;
create index boards_deleted on boards (deleted_at) where deleted_at is not null;

create table board_clips (
  board_id integer not null references boards on delete cascade,
  clip_id integer not null references clips on delete cascade,
  -- From 1 on, along the board.
  position integer not null,
  added_at timestamptz not null default now(),
  primary key (board_id, clip_id)
);
create index board_clips_order on board_clips (board_id, position);

create table board_favorites (
  user_id integer not null references users on delete cascade,
  board_id integer not null references boards on delete cascade,
  primary key (user_id, board_id)
);
