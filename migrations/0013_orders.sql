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
  -- The note of the quote that became the order. It is a part of the license.
  agreed_terms text not null default '',
  -- A private buyer in the EU or the UK, who has a right of withdrawal.
  is_consumer boolean not null default false,
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
-- Deleting a cart looks for the rows that refer to it.
create index orders_of_cart on orders (cart_id);
create index orders_workspace on orders (workspace_id, id desc);
-- A daily job reads the unpaid orders on account.
create index orders_unpaid on orders (due_at) where state in ('invoiced', 'overdue');
-- Orders that wait for a payment or a decision, which are few.
create index orders_waiting on orders (state) where state in ('invoiced', 'overdue', 'disputed');
-- The dashboard sums payments by day.
create index orders_paid on orders (paid_at) where paid_at is not null;
-- The dashboard, the order list and its exports select by the day of an order or of a failed attempt.
create index orders_begun on orders (coalesce(placed_at, created_at));

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
  -- When a file of the line was first delivered. A day later its project is final.
  first_downloaded_at timestamptz,
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

-- The projects that the lines of orders were named for. Rows are never changed.
create table project_changes (
  id bigint generated always as identity primary key,
  order_item_id integer not null references order_items on delete cascade,
  kind text not null check (kind in ('named', 'corrected', 'amended')),
  project_id integer not null references project_details,
  previous_project_id integer references project_details,
  -- Numbers the amendments of an order from 1.
  amendment integer check (amendment > 0),
  user_id integer not null references users,
  -- Why staff amended it.
  reason text not null default '',
  changed_at timestamptz not null,
  check ((kind = 'named') = (previous_project_id is null)),
  check ((kind = 'amended') = (amendment is not null))
);
create index project_changes_item on project_changes (order_item_id, id);

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
  -- The text, and its hash.
  text_id integer not null references content_texts,
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  accepted_at timestamptz not null
);
create index order_acceptances_order on order_acceptances (order_id, id);

-- Consumers ask for delivery within the withdrawal period, and know that they give up the right with the first download.
create table delivery_consents (
  order_id integer primary key references orders on delete cascade,
  user_id integer not null references users,
  -- The withdrawal notice in content_texts, and its hash.
  text_id integer not null,
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  -- The exact sentence beside the choice.
  shown_text text not null,
  consented_at timestamptz not null
);
create trigger delivery_consents_append_only before update on delivery_consents
  for each statement execute function refuse_change();

-- A consumer's withdrawal from the clips that were not downloaded. The clip of a license that was upgraded can be withdrawn
-- from later than the other clips of its order.
create table order_withdrawals (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  user_id integer not null references users,
  order_item_ids integer[] not null check (cardinality(order_item_ids) > 0),
  withdrawn_at timestamptz not null
);
create index order_withdrawals_order on order_withdrawals (order_id);
create trigger order_withdrawals_append_only before update on order_withdrawals
  for each statement execute function refuse_change();

-- Where consumers are, besides their billing address: evidence for the place of taxation. Kept as long as the order.
create table order_evidence (
  order_id integer not null references orders on delete cascade,
  -- network: the country of the network address · card: where the card was issued
  kind text not null check (kind in ('network', 'card')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  recorded_at timestamptz not null,
  primary key (order_id, kind)
);

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
-- The dashboard sums disputes by day.
create index credit_notes_disputes on credit_notes (created_at) where by_dispute;
create trigger credit_notes_append_only before update or delete or truncate on credit_notes
  for each statement execute function refuse_change();

-- Documents as they were issued. Their bytes are in storage. A later state of what they are about is a new version.
create table documents (
  id integer generated always as identity primary key,
  kind text not null check (
    kind in ('receipt', 'invoice', 'credit-note', 'license-agreement', 'certificate', 'quote', 'statement')
  ),
  -- The number of the order, credit note, quote or statement, or the id of the license.
  subject text not null,
  -- null for what belongs to no order.
  order_id integer references orders on delete cascade,
  version integer not null check (version > 0),
  -- The version before.
  replaces_id integer unique references documents,
  -- The facts that may change later, as this version shows them.
  state_sha256 text not null check (state_sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null unique,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes integer not null check (size_bytes > 0),
  -- The electronic invoice of an invoice or a credit note, which is inside the PDF, too.
  xml_storage_key text unique,
  xml_sha256 text check (xml_sha256 ~ '^[0-9a-f]{64}$'),
  issued_at timestamptz not null,
  -- When the person whom it names was erased. A job deletes the file, and then the row.
  removed_at timestamptz,
  unique (kind, subject, version),
  check ((version = 1) = (replaces_id is null)),
  check ((order_id is null) = (kind in ('certificate', 'quote', 'statement'))),
  check ((xml_storage_key is null) = (xml_sha256 is null))
);
create index documents_order on documents (order_id) where order_id is not null;
create index documents_removed on documents (id) where removed_at is not null;

-- Corrections of the billing details of placed orders, each with a corrected document. Rows are never changed.
create table billing_corrections (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  -- Of the corrected document, such as LT-2026-000042-C1.
  number text not null unique check (number ~ '^[A-Z0-9]{1,6}-\d{4}-\d{6,}-C\d+$'),
  billing jsonb not null,
  vat_number text,
  previous_billing jsonb not null,
  previous_vat_number text,
  staff_user_id integer not null references users,
  reason text not null check (reason <> ''),
  corrected_at timestamptz not null
);
create index billing_corrections_order on billing_corrections (order_id, id);
