create table coupons (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
  kind text not null check (kind in ('percent', 'fixed', 'free_clips')),
  -- percent: of what it applies to · fixed: cents · free_clips: how many, the cheapest first
  value integer not null check (value > 0 and (kind <> 'percent' or value <= 100)),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  -- What the cart's clips have to cost together before it counts.
  minimum_cents bigint not null default 0 check (minimum_cents >= 0),
  -- How many orders may use it, of all and of one workspace; null: any number.
  total_limit integer check (total_limit > 0),
  workspace_limit integer check (workspace_limit > 0),
  -- What it applies to; null: everything.
  clip_ids integer[] check (cardinality(clip_ids) > 0),
  format_ids integer[] check (cardinality(format_ids) > 0),
  created_at timestamptz not null default now()
);

-- The ledger: one row for each order that took a coupon. Held counts as used, so that nobody else can take the last one
-- while a payment is under way.
create table coupon_uses (
  id integer generated always as identity primary key,
  coupon_id integer not null references coupons,
  workspace_id integer not null references workspaces,
  cart_id integer not null references carts,
  order_id integer not null unique references orders,
  discount_cents bigint not null check (discount_cents > 0),
  state text not null default 'held' check (state in ('held', 'redeemed', 'released')),
  held_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'held') = (ended_at is null))
);
create index coupon_uses_counted on coupon_uses (coupon_id, workspace_id) where state <> 'released';

alter table carts
  add column coupon_id integer references coupons on delete set null,
  -- When and by whom the VAT number was checked.
  add column vat_check jsonb;

alter table orders
  add column discount_code text,
  drop constraint orders_payment_type_check,
  -- none: there was nothing to pay
  add constraint orders_payment_type_check check (payment_type in ('card', 'ach', 'paypal', 'invoice', 'none'));

-- A line's part of the order's discounts and of its tax: price - discount + tax of all lines add up to the total.
alter table order_items
  add column discount_cents integer not null default 0 check (discount_cents between 0 and price_cents),
  add column tax_cents integer not null default 0 check (tax_cents >= 0);

-- Earlier orders: each line gets what the running sum up to it has more than the one before, so that nothing is lost.
with sums as (
  select i.id, i.price_cents, o.non_profit_discount_cents as whole,
    sum(i.price_cents) over (partition by i.order_id order by i.id) as upto,
    sum(i.price_cents) over (partition by i.order_id) as every
  from order_items i join orders o on o.id = i.order_id
  where o.non_profit_discount_cents > 0 and i.org_type = 'nonprofit'
)
update order_items i
set discount_cents = div(s.whole * s.upto, s.every) - div(s.whole * (s.upto - s.price_cents), s.every)
from sums s where s.id = i.id and s.every > 0;
with sums as (
  select i.id, i.price_cents - i.discount_cents as net, o.tax_cents as whole,
    sum(i.price_cents - i.discount_cents) over (partition by i.order_id order by i.id) as upto,
    sum(i.price_cents - i.discount_cents) over (partition by i.order_id) as every
  from order_items i join orders o on o.id = i.order_id
  where o.tax_cents > 0
)
update order_items i
set tax_cents = div(s.whole * s.upto, s.every) - div(s.whole * (s.upto - s.net), s.every)
from sums s where s.id = i.id and s.every > 0;
