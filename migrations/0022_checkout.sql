-- Webhooks of the gateway, stored before they are processed. They only say what to look up: the gateway itself is asked for the facts.
create table payment_webhooks (
  id integer generated always as identity primary key,
  -- The gateway's webhooks have no ids: their content identifies them.
  payload_hash text not null unique,
  kind text not null,
  transaction_id text,
  gateway_order_id text,
  gateway_token text,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  -- For accounting.
  outcome text not null default ''
);
-- Saving a new payment method checks whether its owner revoked it at the gateway.
create index payment_webhooks_gateway_token on payment_webhooks (gateway_token) where gateway_token is not null;

-- Daily comparison of the shop's payments with the gateway's.
create table payment_reconciliations (
  id integer generated always as identity primary key,
  from_at timestamptz not null,
  to_at timestamptz not null,
  transactions_count integer not null,
  attempts_count integer not null,
  differences jsonb not null,
  created_at timestamptz not null,
  unique (from_at, to_at),
  check (from_at < to_at)
);
