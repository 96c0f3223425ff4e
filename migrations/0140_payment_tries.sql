-- Each try to charge or save a payment method, written before the gateway is asked: declined ones make the next wait.
create table payment_tries (
  id bigint generated always as identity primary key,
  -- null: a payment method that is saved by itself
  attempt_id integer unique references payment_attempts on delete cascade,
  user_id integer not null references users,
  workspace_id integer not null references workspaces,
  cart_id integer references carts on delete set null,
  address text not null,
  -- open: the gateway has not answered, which counts as declined · void: it says nothing about what was tried
  state text not null default 'open' check (state in ('open', 'declined', 'approved', 'void')),
  started_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null))
);
create index payment_tries_of_user on payment_tries (user_id, started_at);
create index payment_tries_of_workspace on payment_tries (workspace_id, started_at);
create index payment_tries_of_cart on payment_tries (cart_id, started_at);
create index payment_tries_of_address on payment_tries (address, started_at);
create index payment_tries_declined on payment_tries (ended_at) where state = 'declined';
create index payment_tries_by_age on payment_tries (started_at);

-- Bursts of declined payments that platform admins were mailed about.
create table payment_alarms (
  id integer generated always as identity primary key,
  alarmed_at timestamptz not null,
  declines integer not null check (declines > 0),
  -- The address with the most of them.
  address text not null,
  address_declines integer not null check (address_declines > 0)
);
