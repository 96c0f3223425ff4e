-- A workspace as the payment gateway knows it.
create table payment_customers (
  workspace_id integer primary key references workspaces on delete cascade,
  gateway_customer_id text not null unique
);

-- A saved way to pay. Card numbers never reach us: the gateway's token stands for them.
create table payment_methods (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  gateway_token text not null unique,
  type text not null check (type in ('card', 'ach', 'paypal')),
  card_brand text,
  last_4 text,
  paypal_email text,
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index payment_methods_default on payment_methods (workspace_id) where is_default;
