-- The filmmakers' share of a license. A version applies to orders paid from its day on, and never changes.
create table splits (
  id integer generated always as identity primary key,
  starts_at timestamptz not null unique,
  -- Of an item's price after its discounts, before tax: 5000 is a half.
  filmmaker_basis_points integer not null check (filmmaker_basis_points between 0 and 10000)
);
insert into splits (starts_at, filmmaker_basis_points) values ('2000-01-01Z', 5000);
create trigger splits_append_only before update or delete or truncate on splits
  for each statement execute function refuse_change();

-- A filmmaker's own share of a license. A version applies to orders paid from its start on; a later one for the same start
-- replaces it. Without one, that of `splits` counts.
create table filmmaker_splits (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers,
  starts_at timestamptz not null,
  -- Of an item's price after its discounts, before tax: 5000 is a half. null: that of `splits` again.
  filmmaker_basis_points integer check (filmmaker_basis_points between 0 and 10000),
  -- Takes back what was planned for this start.
  is_withdrawn boolean not null,
  set_by integer not null references users,
  set_at timestamptz not null,
  -- Past sales never change.
  check (starts_at > set_at),
  check (not is_withdrawn or filmmaker_basis_points is null)
);
create index filmmaker_splits_filmmaker on filmmaker_splits (filmmaker_id);
create index filmmaker_splits_set_by on filmmaker_splits (set_by);
create trigger filmmaker_splits_append_only before update or delete or truncate on filmmaker_splits
  for each statement execute function refuse_change();

-- A double-entry ledger: the entries of a posting add up to zero.
create table ledger_postings (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('order', 'payout')),
  order_id integer references orders,
  -- The latest of the order's transitions that it covers: the same event posts once.
  transition_id bigint references order_transitions,
  at timestamptz not null,
  unique (order_id, transition_id),
  check ((kind = 'order') = (order_id is not null and transition_id is not null))
);
create table ledger_entries (
  posting_id bigint not null references ledger_postings,
  -- clearing: paid by buyers · filmmaker: owed to one · shop: the shop's share · tax: owed to the state · fees: for taking cards · payouts: sent to filmmakers
  account text not null check (account in ('clearing', 'filmmaker', 'shop', 'tax', 'fees', 'payouts')),
  filmmaker_id integer references filmmakers,
  -- null: not of a single item, such as the fee
  order_item_id integer references order_items,
  clip_id integer references clips,
  -- Debits are positive, credits negative.
  cents bigint not null check (cents <> 0),
  check ((account = 'filmmaker') = (filmmaker_id is not null))
);
create index ledger_entries_posting on ledger_entries (posting_id);
create index ledger_entries_filmmaker on ledger_entries (filmmaker_id, clip_id) where filmmaker_id is not null;
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create function refuse_unbalanced_posting() returns trigger language plpgsql as $$
begin
  if (select sum(cents) from ledger_entries where posting_id = new.posting_id) <> 0 then
    raise exception 'posting % does not balance', new.posting_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_unbalanced_posting();

-- The latest posted transition of each order.
create table ledger_orders (
  order_id integer primary key references orders,
  transition_id bigint not null references order_transitions
);

-- Where a filmmaker's payouts go: a PayPal address, no bank account numbers.
create table payout_settings (
  filmmaker_id integer primary key references filmmakers,
  payee_name text not null check (length(payee_name) between 1 and 120),
  paypal_email citext not null,
  changed_by integer references users on delete set null,
  changed_at timestamptz not null
);

-- Every change of a payout address. Both addresses get a mail.
create table payout_changes (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers on delete cascade,
  changed_by integer not null references users on delete cascade,
  -- null: the first one.
  old_email text,
  new_email text not null,
  changed_at timestamptz not null
);
create index payout_changes_user on payout_changes (changed_by);
create index payout_changes_filmmaker on payout_changes (filmmaker_id);

-- A filmmaker's monthly statement. Holds amounts, no names.
create table payout_statements (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- The prefix of its number when the month was closed.
  number_prefix text not null default 'LS' check (number_prefix ~ '^[A-Z0-9]{1,6}$'),
  -- Carried over from the month before. Negative after refunds.
  opening_cents bigint not null,
  earned_cents bigint not null check (earned_cents >= 0),
  refunded_cents bigint not null check (refunded_cents >= 0),
  paid_cents bigint not null check (paid_cents >= 0),
  closing_cents bigint not null check (closing_cents = opening_cents + earned_cents - refunded_cents - paid_cents),
  -- The payout. null: nothing was paid.
  posting_id bigint unique references ledger_postings,
  created_at timestamptz not null,
  unique (filmmaker_id, month),
  check ((paid_cents > 0) = (posting_id is not null))
);
create trigger payout_statements_append_only before update or delete or truncate on payout_statements
  for each statement execute function refuse_change();

-- The postings of a statement: each once for each filmmaker, however late it was written.
create table payout_statement_postings (
  filmmaker_id integer not null references filmmakers,
  posting_id bigint not null references ledger_postings,
  statement_id integer not null references payout_statements,
  primary key (filmmaker_id, posting_id)
);
create index payout_statement_postings_statement on payout_statement_postings (statement_id);
create trigger payout_statement_postings_append_only before update or delete or truncate on payout_statement_postings
  for each statement execute function refuse_change();

-- Payouts that staff marked as sent, with the reference in the shop's PayPal account. The statement itself never changes.
create table payouts_sent (
  statement_id integer primary key references payout_statements,
  -- yyyy-MM-dd
  sent_on text not null check (sent_on ~ '^\d{4}-\d{2}-\d{2}$'),
  reference text not null check (length(reference) between 1 and 120),
  marked_by integer not null references users,
  marked_at timestamptz not null
);
create trigger payouts_sent_append_only before update or delete or truncate on payouts_sent
  for each statement execute function refuse_change();

-- Name and address that a payout was sent to. Apart from payouts_sent, which never changes: this is deleted with the person.
create table payout_destinations (
  statement_id integer primary key references payout_statements,
  payee_name text not null,
  paypal_email citext not null,
  -- Who had set it. null after the account was deleted.
  set_by integer references users on delete set null
);
create index payout_destinations_user on payout_destinations (set_by);

-- Tax forms that filmmakers sent. Their files are in private storage.
create table filmmaker_tax_forms (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers,
  -- `vat`: a VAT registration, or a self-certification.
  kind text not null check (kind in ('w-9', 'w-8ben', 'w-8ben-e', 'vat')),
  -- yyyy-MM-dd
  received_on text not null check (received_on ~ '^\d{4}-\d{2}-\d{2}$'),
  -- The last day. null: it doesn't expire.
  expires_on text check (expires_on ~ '^\d{4}-\d{2}-\d{2}$' and expires_on > received_on),
  note text not null default '' check (length(note) <= 500),
  -- null: without a file.
  file_key text unique,
  file_type text check (file_type in ('pdf', 'jpg', 'png')),
  added_by integer not null references users,
  added_at timestamptz not null,
  -- Added by mistake.
  removed_at timestamptz,
  check ((file_key is null) = (file_type is null)),
  check (removed_at is null or file_key is null)
);
create index filmmaker_tax_forms_filmmaker on filmmaker_tax_forms (filmmaker_id);
create index filmmaker_tax_forms_added_by on filmmaker_tax_forms (added_by);

-- Invites to a filmmaker's portal. A mailed link accepts one; only its SHA-256 is stored.
create table filmmaker_invites (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers on delete cascade,
  email citext not null check (length(email::text) <= 254),
  token_hash bytea unique check (length(token_hash) = 32),
  invited_by integer not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by integer references users on delete set null,
  revoked_at timestamptz,
  check (num_nonnulls(accepted_at, revoked_at) <= 1)
);
-- An account is for one filmmaker.
create unique index filmmaker_invites_pending on filmmaker_invites (email)
  where accepted_at is null and revoked_at is null;
create index filmmaker_invites_filmmaker on filmmaker_invites (filmmaker_id);
create index filmmaker_invites_inviter on filmmaker_invites (invited_by);
create index filmmaker_invites_acceptor on filmmaker_invites (accepted_by) where accepted_by is not null;
