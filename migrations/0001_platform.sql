create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists citext;

-- News of one feature for the others: written in the transaction that made it true, handed to the job queue after.
create table events (
  id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  recorded_at timestamptz not null default now(),
  dispatched_at timestamptz
);
create index events_waiting on events (id) where dispatched_at is null;

-- Answers already given to a caller's Idempotency-Key.
create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  status integer,
  answer text,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
