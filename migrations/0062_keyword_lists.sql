-- A table of keywords that one of our people sent: what it asks for, what is wrong with it, and how far it has been carried out.
create table keyword_lists (
  id integer generated always as identity primary key,
  staff_user_id integer not null,
  made_at timestamptz not null,
  file_name text not null check (length(file_name) <= 200),
  mode text not null check (mode in ('add', 'replace')),
  -- [{"line": 2, "clip_id": 7, "keywords": ["dusk"]}]; the lines that can be carried out.
  lines jsonb not null,
  -- [{"line": 3, "text": "There is no clip 9."}]
  mistakes jsonb not null,
  state text not null default 'read' check (state in ('read', 'running', 'done')),
  -- How many lines are behind it: the job goes on from there.
  done integer not null default 0,
  -- Clips that are different now.
  changed integer not null default 0
);
