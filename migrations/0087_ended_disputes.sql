-- What the buyer's bank took of a line in disputes that one of us has ended: before tax, and of its tax. It is earned by nobody and goes back to nobody again.
alter table order_items
  add column taken_cents bigint not null default 0 check (taken_cents between 0 and price_cents - discount_cents),
  add column taken_tax_cents bigint not null default 0 check (taken_tax_cents between 0 and tax_cents);
-- The same of the fee, which belongs to no line.
alter table orders
  add column taken_fee_cents bigint not null default 0 check (taken_fee_cents between 0 and processing_fee_cents);

-- What the gateway said last of an order's cases, and the cases of the disputes that were ended: later records of those move nothing.
create table order_disputes (
  order_id integer primary key references orders,
  said text not null check (said in ('none', 'open', 'won', 'lost', 'partly')),
  ended_cases text[] not null default '{}'
);
