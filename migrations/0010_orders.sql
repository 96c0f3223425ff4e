create table orders (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces,
  user_id integer not null references users,
  cart_id integer not null,
  state text not null check (state in ('pending', 'paid', 'processing', 'invoiced', 'overdue', 'failed', 'cancelled', 'refunded', 'partially_refunded', 'disputed')),
  universal_invoice_number text unique check (universal_invoice_number ~ '^[A-Z0-9]{1,6}-\d{4}-\d{6,}$'),
  -- none: there was nothing to pay
  payment_type text not null check (payment_type in ('card', 'ach', 'paypal', 'invoice', 'none')),
  payment_method text not null default '',
  price_version_id integer not null references price_versions,
  currency text not null default 'USD' check (currency = 'USD'),
  sub_total_cents bigint not null check (sub_total_cents >= 0),
  non_profit_discount_cents bigint not null default 0 check (non_profit_discount_cents >= 0),
  discount_code text,
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  upgrade_credit_cents bigint not null default 0 check (upgrade_credit_cents >= 0),
  -- For card payments of custom carts.
  processing_fee_cents bigint not null default 0 check (processing_fee_cents >= 0),
  -- The part of the fee that the buyer's bank withdrew in closed disputes.
  withdrawn_fee_cents bigint not null default 0 check (withdrawn_fee_cents between 0 and processing_fee_cents),
  tax_cents bigint not null default 0 check (tax_cents >= 0),
  total_cents bigint not null,
  -- Rate, base, jurisdiction and evidence when the order was placed.
  tax jsonb not null,
  -- Company, contact and address when the order was placed.
  billing jsonb not null,
  ein text,
  vat_number text,
  po_number text,
  created_at timestamptz not null default now(),
  placed_at timestamptz,
  due_at timestamptz,
  paid_at timestamptz,
  -- When the bank returned the latest debit. null once another payment is in progress or done.
  debit_returned_at timestamptz,
  constraint orders_total_check check (
    total_cents = sub_total_cents - non_profit_discount_cents - discount_cents - upgrade_credit_cents
      + processing_fee_cents + tax_cents
    and total_cents >= 0),
  -- A placed order has its number and its date. An order that was never placed has neither.
  check ((universal_invoice_number is null) = (placed_at is null)),
  check (state <> 'pending' or universal_invoice_number is null),
  check (state in ('pending', 'failed', 'cancelled') or universal_invoice_number is not null),
  check (state not in ('paid', 'partially_refunded', 'disputed', 'refunded') or paid_at is not null),
  check (state not in ('invoiced', 'overdue') or due_at is not null)
);
-- A cart becomes one order.
create unique index orders_cart on orders (cart_id) where state not in ('failed', 'cancelled');
create index orders_workspace on orders (workspace_id, id desc);
-- A daily job reads the unpaid orders on account.
create index orders_unpaid on orders (due_at) where state in ('invoiced', 'overdue');

alter table coupon_uses add foreign key (order_id) references orders;

-- The buyer's projects that order items are licensed for.
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

create table order_items (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  clip_id integer not null references clips,
  format_id integer not null check (format_id between 1 and 4),
  org_type text not null check (org_type in ('personal', 'commercial', 'nonprofit')),
  end_client_size integer not null check (end_client_size between 1 and 5),
  distribution_ids integer[] not null check (cardinality(distribution_ids) between 1 and 9),
  project_id integer references project_details on delete set null,
  -- Before the order's discounts and tax.
  price_cents integer not null check (price_cents >= 0),
  -- The item's share of the order's discounts and tax: price - discount + tax of all items is the order's total without its fee.
  discount_cents integer not null default 0 check (discount_cents between 0 and price_cents),
  tax_cents integer not null default 0 check (tax_cents >= 0),
  -- What the buyer's bank withdrew in closed disputes, before tax and of the tax. Nobody earns it, and it is not refunded again.
  withdrawn_cents bigint not null default 0 check (withdrawn_cents between 0 and price_cents - discount_cents),
  withdrawn_tax_cents bigint not null default 0 check (withdrawn_tax_cents between 0 and tax_cents),
  -- The clip's name, id, filmmaker and size when it was sold.
  clip_snapshot jsonb not null,
  -- The preferred rate, and its terms when it was sold. Use of a rate's clip limit is counted from these items.
  rate_id integer,
  rate jsonb,
  -- The item that it upgrades: the buyer pays the difference.
  upgrades_item_id integer references order_items,
  -- What was paid for the upgraded license, a part of discount_cents.
  upgrade_credit_cents integer not null default 0,
  -- When the upgrade was not paid or was refunded. The earlier license can be upgraded again.
  upgrade_ended_at timestamptz,
  refunded boolean not null default false,
  check ((rate_id is null) = (rate is null)),
  constraint order_items_upgrade_check check (
    upgrade_credit_cents between 0 and discount_cents
    and (upgrades_item_id is not null or (upgrade_credit_cents = 0 and upgrade_ended_at is null)))
);
create index order_items_order on order_items (order_id);
create index order_items_rate on order_items (rate_id) where rate_id is not null;
-- One upgrade of a license at a time, paid or being paid.
create unique index order_items_upgrade on order_items (upgrades_item_id)
  where upgrades_item_id is not null and upgrade_ended_at is null;

-- Every change of an order's state.
create table order_transitions (
  id bigint generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  from_state text,
  to_state text not null,
  -- null: a job or a webhook
  user_id integer references users,
  reason text not null,
  transitioned_at timestamptz not null
);
create index order_transitions_order on order_transitions (order_id);

-- Who accepted which version of the license terms. The first version is the order's.
create table order_acceptances (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  user_id integer not null references users,
  -- The text in content_texts, and its hash.
  text_id integer not null,
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  accepted_at timestamptz not null
);
create index order_acceptances_order on order_acceptances (order_id, id);

-- Gapless: the transaction that takes the next number locks the row.
create table invoice_counters (
  year integer primary key,
  last_number integer not null
);

-- Each mail of an order is sent once, even if its reaction runs twice: the sender claims its row first.
create table order_mails (
  order_id integer not null references orders on delete cascade,
  kind text not null,
  claimed_at timestamptz not null,
  sent_at timestamptz,
  primary key (order_id, kind)
);

-- Gapless: the transaction that takes the next number locks the row.
create table credit_note_counters (
  year integer primary key,
  last_number integer not null
);

-- A credit note cancels an invoice or a receipt, whole or in part.
create table credit_notes (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  -- null: the invoice was canceled before it was paid, or the buyer's bank withdrew the money.
  refund_id integer unique,
  by_dispute boolean not null default false,
  number text not null unique check (number ~ '^[A-Z0-9]{1,6}-\d{4}-\d{6,}$'),
  -- Empty for a dispute about a part of a payment, which names no items.
  order_item_ids integer[] not null,
  -- The processing fee of a custom cart, refunded with its last item.
  fee_cents bigint not null check (fee_cents >= 0),
  -- Only where it cannot be computed from the items.
  tax_cents bigint check (tax_cents >= 0 and tax_cents <= total_cents),
  total_cents bigint not null check (total_cents >= 0),
  -- "Visa ending in 1111". Empty when it was never paid.
  refunded_to text not null,
  created_at timestamptz not null,
  check (cardinality(order_item_ids) > 0 or (by_dispute and tax_cents is not null)),
  check (not by_dispute or refund_id is null)
);
create index credit_notes_order on credit_notes (order_id);
create trigger credit_notes_append_only before update or delete or truncate on credit_notes
  for each statement execute function refuse_change();
