-- Payment attempts, committed before the gateway is called, so that no charge is ever lost.
create table payment_attempts (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces,
  user_id integer not null references users,
  -- The caller's Idempotency-Key.
  operation_key text not null,
  request_hash text not null,
  -- null: the payment of an existing order.
  cart_id integer references carts,
  order_id integer not null references orders,
  payment_type text not null check (payment_type in ('card', 'ach', 'paypal')),
  -- The saved payment method that is charged. null: a new one, or one that was deleted since.
  payment_method_id integer references payment_methods on delete set null,
  amount_cents bigint not null check (amount_cents > 0),
  -- started: the gateway may have been called · unknown: it was called, with an unknown result · processing: a bank debit is pending
  -- reversing: charged after the order was canceled, and being refunded · reversed: refunded
  state text not null check (state in ('started', 'unknown', 'processing', 'succeeded', 'declined', 'abandoned', 'reversing', 'reversed')),
  -- The shop's id for the gateway: 128 random bits, so that it is new even to a gateway that outlived a database.
  gateway_order_id text not null unique,
  gateway_transaction_id text unique,
  gateway_refund_id text unique,
  -- For accounting, never shown to the buyer.
  message text not null default '',
  started_at timestamptz not null,
  synced_at timestamptz,
  ended_at timestamptz,
  -- When the bank returned a pending debit.
  returned_at timestamptz,
  unique (workspace_id, operation_key),
  constraint payment_attempts_ended_check check ((ended_at is null) = (state in ('started', 'unknown', 'processing', 'reversing')))
);
-- One success per order, one open attempt per cart and per order.
create unique index payment_attempts_success on payment_attempts (order_id) where state = 'succeeded';
create unique index payment_attempts_cart on payment_attempts (cart_id) where state in ('started', 'unknown');
create unique index payment_attempts_order on payment_attempts (order_id) where state in ('started', 'unknown', 'processing');
create index payment_attempts_open on payment_attempts (started_at) where state in ('started', 'unknown', 'processing', 'reversing');
create index payment_attempts_abandoned on payment_attempts (ended_at) where state = 'abandoned';
create index payment_attempts_method on payment_attempts (payment_method_id) where payment_method_id is not null;

alter table payment_attempt_log add foreign key (attempt_id) references payment_attempts on delete cascade;

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
