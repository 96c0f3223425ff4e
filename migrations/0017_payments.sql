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

-- Attempts to charge or save a payment method, written before the gateway is called. Declined ones delay the next.
create table payment_attempt_log (
  id bigint generated always as identity primary key,
  -- null: a payment method that is saved without a payment
  attempt_id integer unique,
  user_id integer not null references users,
  workspace_id integer not null references workspaces,
  cart_id integer references carts on delete set null,
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
