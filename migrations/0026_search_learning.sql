-- What the search learns: clicks that the meaning alone led to, and pictures in the space of the texts.

-- Clicked clips without any of the words of the search: the meaning alone found them.
alter table search_log add column meaning_clicks integer not null default 0;

-- How an endpoint embeds pictures in the space of its texts, if it does.
create table embedding_endpoints (
  -- Hashes its address and the model.
  endpoint text primary key,
  pictures text not null check (pictures in ('none', 'infinity', 'jina')),
  -- Why the last job with pictures failed; empty otherwise.
  problem text not null default '',
  probed_at timestamptz not null
);

-- Vectors of stills of published clips, 8-bit integers.
create table clip_picture_embeddings (
  clip_id integer not null references clips on delete cascade,
  still smallint not null check (still between 0 and 3),
  model text not null,
  -- The storage key of the clip's first still: it changes with the picture.
  picture_key text not null,
  -- Empty when the still can't be read.
  vector bytea not null,
  embedded_at timestamptz not null default now(),
  primary key (clip_id, still)
);
create index clip_picture_embeddings_at on clip_picture_embeddings (embedded_at);
