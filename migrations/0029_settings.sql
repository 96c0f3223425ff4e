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
