-- The settings of the shop, one row for each group that was ever saved. A group without a row has its defaults.
create table settings (
  key text primary key check (key ~ '^[a-z][a-z_]{0,39}$'),
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  -- Counts the saves, so that two editors don't overwrite each other and every process notices a change.
  version integer not null default 1 check (version > 0),
  updated_at timestamptz not null,
  -- Null for a change by the command line or a setup without a signed-in user. No foreign key: accounts come later.
  updated_by integer
);

-- The prefixes of document numbers, and the kind that each belongs to. An earlier prefix stays with its kind, because its
-- numbers do: no number ever means two things.
create table document_prefixes (
  prefix text primary key check (prefix ~ '^[A-Z0-9]{1,6}$'),
  kind text not null check (kind in ('invoice', 'credit_note', 'quote', 'custom_cart', 'statement'))
);
insert into document_prefixes (prefix, kind) values
  ('LT', 'invoice'), ('LC', 'credit_note'), ('Q', 'quote'), ('C', 'custom_cart'), ('LS', 'statement');

-- Uploaded logos. Those that the look doesn't use are deleted after a while, because sent mails still show them.
create table logos (
  file text primary key check (file ~ '^[0-9a-f]{32}\.(svg|png)$'),
  -- Null while the look uses it.
  unused_since timestamptz
);
create index logos_unused on logos (unused_since);
