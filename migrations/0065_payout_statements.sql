-- How a filmmaker is paid. No bank numbers: payouts go to a PayPal address.
create table payout_settings (
  filmmaker_id integer primary key references filmmakers,
  payee_name text not null check (length(payee_name) between 1 and 120),
  paypal_email citext not null,
  changed_by integer references users on delete set null,
  changed_at timestamptz not null
);

-- What a month came to for a filmmaker. Holds what it said, and nobody's name.
create table payout_statements (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- What was carried over from the one before; below nothing after refunds.
  opening_cents bigint not null,
  earned_cents bigint not null check (earned_cents >= 0),
  given_back_cents bigint not null check (given_back_cents >= 0),
  paid_cents bigint not null check (paid_cents >= 0),
  closing_cents bigint not null check (closing_cents = opening_cents + earned_cents - given_back_cents - paid_cents),
  -- The payout; null when nothing was paid.
  posting_id bigint unique references ledger_postings,
  made_at timestamptz not null,
  unique (filmmaker_id, month),
  check ((paid_cents > 0) = (posting_id is not null))
);
create trigger payout_statements_append_only before update or delete or truncate on payout_statements
  for each statement execute function refuse_change();

-- Which postings a statement takes in: each once for each filmmaker, however late it came.
create table payout_statement_postings (
  filmmaker_id integer not null references filmmakers,
  posting_id bigint not null references ledger_postings,
  statement_id integer not null references payout_statements,
  primary key (filmmaker_id, posting_id)
);
create index payout_statement_postings_statement on payout_statement_postings (statement_id);
create trigger payout_statement_postings_append_only before update or delete or truncate on payout_statement_postings
  for each statement execute function refuse_change();
