-- The prefixes of document numbers, and the kind that each belongs to. An earlier prefix stays with its kind, because its
-- numbers do: no number ever means two things.
create table document_prefixes (
  prefix text primary key check (prefix ~ '^[A-Z0-9]{1,6}$'),
  kind text not null check (kind in ('invoice', 'credit_note', 'quote', 'custom_cart', 'statement'))
);
insert into document_prefixes (prefix, kind) values
  ('LT', 'invoice'), ('LC', 'credit_note'), ('Q', 'quote'), ('C', 'custom_cart'), ('LS', 'statement');

-- The prefix of a statement's number when the month was closed.
alter table payout_statements add column number_prefix text not null default 'LS' check (number_prefix ~ '^[A-Z0-9]{1,6}$');
