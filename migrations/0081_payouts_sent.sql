-- That a payout has left: said by one of us, with what finds it in our account. A statement itself never changes.
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
