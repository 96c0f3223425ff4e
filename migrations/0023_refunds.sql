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
  -- null: the buyer withdrew from the order.
  staff_user_id integer references users,
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
-- The dashboard sums refunds by day.
create index refunds_done on refunds (ended_at) where state = 'done';

alter table credit_notes add foreign key (refund_id) references refunds;

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
