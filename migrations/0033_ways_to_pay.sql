alter table payment_attempts
  add column payment_type text not null default 'card' check (payment_type in ('card', 'ach', 'paypal')),
  -- The kept method that is charged; null: a new one, or one deleted since.
  add column payment_method_id integer references payment_methods on delete set null,
  -- The gateway's record of money that went back.
  add column gateway_refund_id text unique,
  -- null: nothing becomes of a cart, an order that stands already is paid.
  alter column cart_id drop not null,
  drop constraint payment_attempts_state_check,
  drop constraint payment_attempts_check,
  -- processing: a bank debit is on its way
  add constraint payment_attempts_state_check check (state in ('started', 'unknown', 'processing', 'succeeded', 'declined', 'abandoned', 'reversing', 'reversed')),
  add constraint payment_attempts_ended_check check ((ended_at is null) = (state in ('started', 'unknown', 'processing', 'reversing')));
alter table payment_attempts alter column payment_type drop default;

-- What paid an order that stands already is not paid by anybody else meanwhile.
create unique index payment_attempts_order on payment_attempts (order_id) where state in ('started', 'unknown', 'processing');
drop index payment_attempts_open;
create index payment_attempts_open on payment_attempts (started_at) where state in ('started', 'unknown', 'processing', 'reversing');
create index payment_attempts_method on payment_attempts (payment_method_id) where payment_method_id is not null;
