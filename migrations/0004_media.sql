-- An original file and what our pipeline made of it. Storage keys are ours, never a client's path.
create table masters (
  id integer generated always as identity primary key,
  sha256 text not null unique check (length(sha256) = 64),
  storage_key text not null,
  file_name text not null,
  size_bytes bigint not null,
  facts jsonb not null,
  renditions jsonb not null,
  descriptors jsonb not null,
  created_at timestamptz not null default now()
);
