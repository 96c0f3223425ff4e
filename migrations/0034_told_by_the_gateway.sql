-- What the gateway told us: written down before anybody works on it. What it says is only where to look; who is asked what is true is the gateway.
create table payment_webhooks (
  id integer generated always as identity primary key,
  -- The gateway gives its events no names: what they say is their name.
  payload_hash text not null unique,
  kind text not null,
  transaction_id text,
  gateway_order_id text,
  gateway_token text,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  worked_at timestamptz,
  -- For the books.
  outcome text not null default ''
);

-- Once a day the books are held against the gateway's.
create table payment_reconciliations (
  id integer generated always as identity primary key,
  from_at timestamptz not null,
  to_at timestamptz not null,
  transactions_count integer not null,
  attempts_count integer not null,
  differences jsonb not null,
  made_at timestamptz not null,
  unique (from_at, to_at),
  check (from_at < to_at)
);
