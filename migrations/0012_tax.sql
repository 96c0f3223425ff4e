-- How much of a currency one euro was worth on a day, by the European Central Bank. For the tax that documents state in the
-- currency of a country.
create table exchange_rates (
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  per_euro numeric not null check (per_euro > 0),
  fetched_at timestamptz not null,
  primary key (currency, day)
);
