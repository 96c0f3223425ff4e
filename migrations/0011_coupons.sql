create table coupons (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
  kind text not null check (kind in ('percent', 'fixed', 'free_clips')),
  -- percent: of what it applies to · fixed: cents · free_clips: how many, the cheapest first
  value integer not null check (value > 0 and (kind <> 'percent' or value <= 100)),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  -- When staff ended it, whatever its dates say.
  ended_at timestamptz,
  -- The cart's minimum subtotal.
  minimum_cents bigint not null default 0 check (minimum_cents >= 0),
  -- How many orders can use it, in total and per workspace. null: any number.
  total_limit integer check (total_limit > 0),
  workspace_limit integer check (workspace_limit > 0),
  -- What it applies to. null: everything.
  clip_ids integer[] check (cardinality(clip_ids) > 0),
  format_ids integer[] check (cardinality(format_ids) > 0),
  -- It gives no discount in workspaces that its creator is a member of.
  created_by integer references users,
  created_at timestamptz not null default now()
);

-- One row for each order with a coupon. A reserved use counts, so that nobody else gets the last one during a payment.
create table coupon_uses (
  id integer generated always as identity primary key,
  coupon_id integer not null references coupons,
  workspace_id integer not null references workspaces,
  cart_id integer not null,
  order_id integer not null unique,
  discount_cents bigint not null check (discount_cents > 0),
  state text not null default 'reserved' check (state in ('reserved', 'redeemed', 'released')),
  reserved_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'reserved') = (ended_at is null))
);
create index coupon_uses_counted on coupon_uses (coupon_id, workspace_id) where state <> 'released';
-- Deleting a cart looks for the rows that refer to it.
create index coupon_uses_of_cart on coupon_uses (cart_id);
