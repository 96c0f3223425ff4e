-- Money that goes back to a buyer: written down before the gateway is asked.
create table refunds (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  -- The charge that it comes out of; null when it was paid past the gateway, and goes back past it.
  attempt_id integer references payment_attempts,
  -- The caller's Idempotency-Key.
  operation_key text not null,
  request_hash text not null,
  order_item_ids integer[] not null check (cardinality(order_item_ids) > 0),
  amount_cents bigint not null check (amount_cents >= 0),
  staff_user_id integer not null references users,
  reason text not null check (length(reason) between 1 and 500),
  -- What the buyer finds on the bank's statement, when it goes back past the gateway.
  reference text not null default '',
  -- started: the gateway may have been asked · unknown: it was, and nobody knows what it did · waiting: the charge has to settle first
  state text not null check (state in ('started', 'unknown', 'waiting', 'done', 'refused')),
  -- Our name for it at the gateway, new for each time that it is given back.
  gateway_name text not null unique,
  -- null: the whole charge was voided, or nothing went through the gateway.
  gateway_refund_id text unique,
  -- For the books.
  message text not null default '',
  started_at timestamptz not null,
  asked_at timestamptz not null,
  ended_at timestamptz,
  unique (order_id, operation_key),
  check ((ended_at is null) = (state in ('started', 'unknown', 'waiting')))
);
create index refunds_open on refunds (asked_at) where state in ('started', 'unknown', 'waiting');
create index refunds_attempt on refunds (attempt_id);

-- Gapless: the row is locked by the transaction that takes the next number.
create table credit_note_counters (
  year integer primary key,
  last_number integer not null
);

-- What takes back an invoice or a receipt, whole or in part.
create table credit_notes (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  -- null: the invoice was cancelled before it was paid.
  refund_id integer unique references refunds,
  number text not null unique check (number ~ '^LC-\d{4}-\d{6,}$'),
  order_item_ids integer[] not null check (cardinality(order_item_ids) > 0),
  -- Of a custom cart, with its last line.
  fee_cents bigint not null check (fee_cents >= 0),
  total_cents bigint not null check (total_cents >= 0),
  -- "Visa ending in 1111"; empty for what was never paid.
  given_back_to text not null,
  made_at timestamptz not null
);
create index credit_notes_order on credit_notes (order_id);
create trigger credit_notes_append_only before update or delete or truncate on credit_notes
  for each statement execute function refuse_change();
