-- One try to pay: committed before the gateway is asked, so that nothing charged is ever forgotten.
create table payment_attempts (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces,
  user_id integer not null references users,
  -- The caller's Idempotency-Key.
  operation_key text not null,
  request_hash text not null,
  cart_id integer not null references carts,
  order_id integer not null references orders,
  amount_cents bigint not null check (amount_cents > 0),
  -- started: the gateway may have been asked · unknown: it was, and nobody knows what it did
  -- reversing: charged after the order was given up, the money goes back · reversed: it has
  state text not null check (state in ('started', 'unknown', 'succeeded', 'declined', 'abandoned', 'reversing', 'reversed')),
  -- Our name for it at the gateway: 128 random bits, so that it is new even to a gateway that outlived a database.
  gateway_order_id text not null unique,
  gateway_transaction_id text unique,
  -- For the books, never for the buyer.
  message text not null default '',
  started_at timestamptz not null,
  asked_at timestamptz,
  ended_at timestamptz,
  unique (workspace_id, operation_key),
  check ((ended_at is null) = (state in ('started', 'unknown', 'reversing')))
);
-- One success per order, one open attempt per cart.
create unique index payment_attempts_success on payment_attempts (order_id) where state = 'succeeded';
create unique index payment_attempts_cart on payment_attempts (cart_id) where state in ('started', 'unknown');
create index payment_attempts_open on payment_attempts (started_at) where state in ('started', 'unknown', 'reversing');
create index payment_attempts_given_up on payment_attempts (ended_at) where state = 'abandoned';
