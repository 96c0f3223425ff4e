-- The payment gateway's customer of a workspace.
create table payment_customers (
  workspace_id integer primary key references workspaces on delete cascade,
  gateway_customer_id text not null unique
);

-- Saved payment methods. The shop never receives card numbers, only the gateway's token.
create table payment_methods (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  gateway_token text not null unique,
  type text not null check (type in ('card', 'ach', 'paypal')),
  card_brand text,
  last_4 text,
  -- null for what is not a card, or when the gateway did not report it.
  expiration_month integer check (expiration_month between 1 and 12),
  expiration_year integer check (expiration_year between 2000 and 2999),
  paypal_email text,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  check ((expiration_month is null) = (expiration_year is null))
);
create unique index payment_methods_default on payment_methods (workspace_id) where is_default;

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
-- Deleting a cart looks for the rows that refer to it.
create index payment_attempts_of_cart on payment_attempts (cart_id);

-- Attempts to charge or save a payment method, written before the gateway is called. Declined ones delay the next.
create table payment_attempt_log (
  id bigint generated always as identity primary key,
  -- null: a payment method that is saved without a payment
  attempt_id integer unique references payment_attempts on delete cascade,
  user_id integer not null references users,
  workspace_id integer not null references workspaces,
  cart_id integer references carts on delete set null,
  -- Set when anyone with the link in an invoice pays: the attempt counts for the order, not for its buyer.
  order_id integer references orders on delete cascade,
  address text not null,
  -- open: the gateway has not answered, which counts as declined · void: the result is unknown and does not count
  state text not null default 'open' check (state in ('open', 'declined', 'approved', 'void')),
  started_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null))
);
create index payment_attempt_log_user on payment_attempt_log (user_id, started_at);
create index payment_attempt_log_workspace on payment_attempt_log (workspace_id, started_at);
create index payment_attempt_log_cart on payment_attempt_log (cart_id, started_at);
create index payment_attempt_log_order on payment_attempt_log (order_id, started_at) where order_id is not null;
create index payment_attempt_log_address on payment_attempt_log (address, started_at);
create index payment_attempt_log_declined on payment_attempt_log (ended_at) where state = 'declined';
create index payment_attempt_log_age on payment_attempt_log (started_at);

-- Bursts of declined payments that platform admins were mailed about.
create table payment_alarms (
  id integer generated always as identity primary key,
  alarmed_at timestamptz not null,
  declines integer not null check (declines > 0),
  -- The IP address with the most of them.
  address text not null,
  address_declines integer not null check (address_declines > 0)
);
