-- null: kept before this was written down, or not a card
alter table payment_methods
  add column expiration_month integer check (expiration_month between 1 and 12),
  add column expiration_year integer check (expiration_year between 2000 and 2999),
  add check ((expiration_month is null) = (expiration_year is null));
