create table orders (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces,
  user_id integer not null references users,
  cart_id integer not null references carts,
  state text not null check (state in ('pending', 'paid', 'processing', 'invoiced', 'overdue', 'failed', 'cancelled', 'refunded', 'partially_refunded', 'disputed')),
  universal_invoice_number text unique check (universal_invoice_number ~ '^LT-\d{4}-\d{6,}$'),
  payment_type text not null check (payment_type in ('card', 'ach', 'paypal', 'invoice')),
  payment_method text not null default '',
  price_version_id integer not null references price_versions,
  currency text not null default 'USD' check (currency = 'USD'),
  sub_total_cents bigint not null check (sub_total_cents >= 0),
  non_profit_discount_cents bigint not null default 0 check (non_profit_discount_cents >= 0),
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  tax_cents bigint not null default 0 check (tax_cents >= 0),
  total_cents bigint not null check (total_cents = sub_total_cents - non_profit_discount_cents - discount_cents + tax_cents and total_cents >= 0),
  -- rate, base, jurisdiction and evidence, as they were
  tax jsonb not null,
  -- company, contact and address, as they were
  billing jsonb not null,
  ein text,
  vat_number text,
  po_number text,
  created_at timestamptz not null default now(),
  placed_at timestamptz,
  due_at timestamptz,
  paid_at timestamptz,
  -- What left pending for good has its number and its day; what never did has neither.
  check ((universal_invoice_number is null) = (placed_at is null)),
  check (state <> 'pending' or universal_invoice_number is null),
  check (state in ('pending', 'failed', 'cancelled') or universal_invoice_number is not null),
  check (state not in ('paid', 'partially_refunded', 'disputed', 'refunded') or paid_at is not null),
  check (state not in ('invoiced', 'overdue') or due_at is not null)
);
-- A cart becomes one order.
create unique index orders_cart on orders (cart_id) where state not in ('failed', 'cancelled');
create index orders_workspace on orders (workspace_id, id desc);

create table order_items (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  clip_id integer not null references clips,
  format_id integer not null check (format_id between 1 and 4),
  org_type text not null check (org_type in ('personal', 'commercial', 'nonprofit')),
  end_client_size integer not null check (end_client_size between 1 and 5),
  distribution_ids integer[] not null check (cardinality(distribution_ids) between 1 and 9),
  -- Before the order's discounts and tax.
  price_cents integer not null check (price_cents >= 0),
  -- The clip's name, number, filmmaker and size, as they were sold.
  sold_as jsonb not null,
  refunded boolean not null default false
);
create index order_items_order on order_items (order_id);

-- One row for each move of an order: from, to, who and why.
create table order_moves (
  id bigint generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  from_state text,
  to_state text not null,
  -- null: the shop itself (a sweeper, a webhook)
  user_id integer references users,
  reason text not null,
  moved_at timestamptz not null
);
create index order_moves_order on order_moves (order_id);

-- Gapless: the row is locked by the transaction that takes the next number.
create table invoice_counters (
  year integer primary key,
  last_number integer not null
);

-- The right to use a clip: what downloads ask for.
create table licenses (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces,
  order_item_id integer not null unique references order_items,
  clip_id integer not null references clips,
  format_id integer not null,
  org_type text not null,
  end_client_size integer not null,
  distribution_ids integer[] not null,
  territory text not null default 'worldwide',
  term text not null default 'perpetual',
  granted_at timestamptz not null,
  revoked_at timestamptz
);
create index licenses_workspace on licenses (workspace_id, clip_id);

create table project_details (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  client_name text not null,
  project_name text not null,
  project_description text not null,
  start_date text not null check (start_date ~ '^\d{4}-\d{2}-\d{2}$'),
  po_number text,
  created_at timestamptz not null default now()
);
alter table order_items add column project_id integer references project_details on delete set null;

-- Each mail of an order goes out once, though its reaction may run twice: whoever sends it claims it first.
create table order_mails (
  order_id integer not null references orders on delete cascade,
  kind text not null,
  claimed_at timestamptz not null,
  sent_at timestamptz,
  primary key (order_id, kind)
);
