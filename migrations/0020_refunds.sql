-- Refunds, committed before the gateway is called.
create table refunds (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  -- The charge that is refunded. null: paid outside the gateway, and refunded outside it.
  attempt_id integer references payment_attempts,
  -- The caller's Idempotency-Key.
  operation_key text not null,
  request_hash text not null,
  order_item_ids integer[] not null check (cardinality(order_item_ids) > 0),
  amount_cents bigint not null check (amount_cents >= 0),
  staff_user_id integer not null references users,
  reason text not null check (length(reason) between 1 and 500),
  -- The reference on the buyer's bank statement, for a refund outside the gateway.
  reference text not null default '',
  -- started: the gateway may have been called · unknown: it was called, with an unknown result · waiting: the charge has to settle first
  state text not null check (state in ('started', 'unknown', 'waiting', 'done', 'refused', 'canceled')),
  -- The shop's id for the gateway, new for each retry.
  gateway_refund_key text not null unique,
  -- null: the whole charge was voided, or the gateway was not involved.
  gateway_refund_id text unique,
  -- For accounting.
  message text not null default '',
  started_at timestamptz not null,
  synced_at timestamptz not null,
  ended_at timestamptz,
  unique (order_id, operation_key),
  check ((ended_at is null) = (state in ('started', 'unknown', 'waiting')))
);
create index refunds_open on refunds (synced_at) where state in ('started', 'unknown', 'waiting');
create index refunds_attempt on refunds (attempt_id);

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
  refund_id integer unique references refunds,
  by_dispute boolean not null default false,
  number text not null unique check (number ~ '^LC-\d{4}-\d{6,}$'),
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

-- The latest state of an order's disputes at the gateway.
create table order_disputes (
  order_id integer primary key references orders,
  state text not null check (state in ('none', 'open', 'won', 'lost', 'partly')),
  -- Disputes that staff closed. Later records of them change nothing.
  closed_disputes text[] not null default '{}',
  -- The latest state of each dispute: its id, state, reason, amount and reply-by day.
  disputes jsonb
);

-- Staff who get a mail about each new dispute.
create table dispute_mails (user_id integer primary key references users on delete cascade);

-- Staff requests beyond the requester's limits, which another staff member decides.
create table approvals (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('refund', 'paid', 'terms', 'coupon')),
  -- The input of the action that an approval carries out.
  payload jsonb not null,
  -- Of the payload and the requester: the same request is pending once.
  request_hash text not null,
  -- "Refund of $1,200.00 of order LT-2026-000001"
  summary text not null,
  -- The admin page of its subject. null: the subject does not exist yet.
  path text,
  requested_by integer not null references users,
  reason text not null check (length(reason) between 1 and 500),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'expired')),
  decided_by integer references users,
  decided_at timestamptz,
  decision_reason text,
  -- The refund that an approval started. The gateway may still refuse it.
  refund_id integer references refunds,
  check ((state in ('approved', 'rejected')) = (decided_by is not null and decided_at is not null)),
  check (decided_by <> requested_by)
);
create unique index approvals_pending on approvals (request_hash) where state = 'pending';
create unique index approvals_refund on approvals (refund_id) where refund_id is not null;
create index approvals_requested_by on approvals (requested_by);
create index approvals_decided_by on approvals (decided_by);
create index approvals_newest on approvals (state, id);
