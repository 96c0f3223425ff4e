-- The journal of the books, by double entry. Its entries are made from documents, payments and the filmmakers' ledger, each
-- of which is posted once.
create table journal_postings (
  id bigint generated always as identity primary key,
  -- What it was made from, such as "invoice 42".
  source text not null unique,
  -- The day in the books. A document of a locked period is on the first day after it.
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  -- The day of the document or payment.
  happened_on text not null check (happened_on ~ '^\d{4}-\d{2}-\d{2}$' and happened_on <= day),
  -- The number of the document; '' for none.
  document text not null default '',
  text text not null,
  order_id integer references orders
);
create index journal_postings_day on journal_postings (day, id);
create index journal_postings_order on journal_postings (order_id) where order_id is not null;

create table journal_entries (
  posting_id bigint not null references journal_postings,
  account text not null check (account in
    ('receivables', 'gateway', 'bank', 'sales', 'card_fees', 'tax', 'filmmaker_shares', 'filmmakers_payable')),
  -- The place that the tax is owed to, such as DE or US-TX.
  place text,
  -- Debits are positive, credits negative.
  cents bigint not null check (cents <> 0),
  check ((account = 'tax') = (place is not null))
);
create index journal_entries_posting on journal_entries (posting_id);
create trigger journal_postings_append_only before update or delete or truncate on journal_postings
  for each statement execute function refuse_change();
create trigger journal_entries_append_only before update or delete or truncate on journal_entries
  for each statement execute function refuse_change();
create function refuse_unbalanced_journal() returns trigger language plpgsql as $$
begin
  if (select sum(cents) from journal_entries where posting_id = new.posting_id) <> 0 then
    raise exception 'journal posting % does not balance', new.posting_id;
  end if;
  return null;
end $$;
create constraint trigger journal_entries_balance after insert on journal_entries
  deferrable initially deferred for each row execute function refuse_unbalanced_journal();

-- Periods that are closed for good: nothing can be posted on or before the last day.
create table journal_locks (
  last_day text primary key check (last_day ~ '^\d{4}-\d{2}-\d{2}$'),
  -- No foreign key: the lock outlives the account.
  locked_by integer not null,
  locked_at timestamptz not null
);
create trigger journal_locks_append_only before update or delete or truncate on journal_locks
  for each statement execute function refuse_change();
create function refuse_locked_day() returns trigger language plpgsql as $$
begin
  if exists (select from journal_locks where last_day >= new.day) then
    raise exception 'journal posting on %, which is locked', new.day;
  end if;
  return new;
end $$;
create trigger journal_postings_locked before insert on journal_postings
  for each row execute function refuse_locked_day();

-- The figures of a quarter's tax returns as they were when its last day was locked. Exchange rates and orders that change later
-- don't change them.
create table tax_reports (
  quarter text primary key check (quarter ~ '^\d{4}-Q[1-4]$'),
  rows jsonb not null check (jsonb_typeof(rows) = 'array'),
  stored_at timestamptz not null
);
create trigger tax_reports_append_only before update or delete or truncate on tax_reports
  for each statement execute function refuse_change();
