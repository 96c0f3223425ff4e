-- Carts of buyers, and those that the sales team prepared: all are priced, taxed and paid by the same code.
create table carts (
  id integer generated always as identity primary key,
  kind text not null default 'own' check (kind in ('own', 'quote', 'custom')),
  -- 128 random bits. For a guest's cart the SHA-256 of its key, because the key alone opens the cart.
  hash text not null unique,
  user_id integer references users on delete cascade,
  workspace_id integer references workspaces on delete cascade,
  -- requested: sent to the workspace's purchasers, and fixed
  state text not null default 'open' check (state in ('open', 'paying', 'ordered', 'merged', 'requested')),
  coupon_id integer references coupons on delete set null,
  ein text,
  vat_number text,
  -- When and by which service the VAT number was checked.
  vat_check jsonb,
  po_number text,
  -- How many clips a login added to a guest's cart from an earlier one. null once the cart was changed.
  merged_items_count integer check (merged_items_count > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A quote belongs to a workspace, a custom cart to everyone who has its link.
  constraint carts_owner_check check (case kind
    when 'own' then (user_id is null) = (workspace_id is null)
    when 'quote' then user_id is null and workspace_id is not null
    else user_id is null and workspace_id is null end)
);
-- One open cart per user and workspace.
create unique index carts_open on carts (user_id, workspace_id) where user_id is not null and state in ('open', 'paying');
-- The nightly purge.
create index carts_of_guests on carts (updated_at) where kind = 'own' and user_id is null;
alter table coupon_uses add foreign key (cart_id) references carts;
alter table orders add foreign key (cart_id) references carts;

create table cart_billing (
  cart_id integer primary key references carts on delete cascade,
  company text not null,
  billing_contact_user_id integer references users on delete set null,
  billing_contact text not null default '',
  -- The contact, when it is not a member of the workspace.
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  address text not null,
  address2 text not null default '',
  city text not null,
  postal_code text not null,
  country_id integer not null references countries,
  country_region_id integer references country_regions,
  region text not null default ''
);

create table cart_items (
  id integer generated always as identity primary key,
  cart_id integer not null references carts on delete cascade,
  clip_id integer not null references clips,
  format_id integer not null,
  org_type text not null check (org_type in ('personal', 'commercial', 'nonprofit')),
  end_client_size integer not null check (end_client_size between 1 and 5),
  -- Sorted and distinct. Identifies the license group together with org_type and end_client_size.
  distribution_ids integer[] not null check (cardinality(distribution_ids) between 1 and 9),
  -- The price when the item was added, to report a change.
  seen_price_cents integer not null check (seen_price_cents >= 0),
  -- The price that the sales team agreed to. null: the price list applies.
  agreed_price_cents integer check (agreed_price_cents >= 0),
  -- The preferred rate. The item's client and distributions are those of the rate when it was added.
  rate_id integer references preferred_rates on delete cascade,
  -- The licensed order item that this item upgrades.
  upgrades_item_id integer references order_items on delete set null,
  added_at timestamptz not null default now()
);
create unique index cart_items_license on cart_items (cart_id, clip_id, org_type, end_client_size, distribution_ids) where rate_id is null;
create unique index cart_items_rate on cart_items (cart_id, clip_id, rate_id) where rate_id is not null;
create unique index cart_items_upgrade on cart_items (cart_id, upgrades_item_id) where upgrades_item_id is not null;

-- Carts that members without purchasing rights sent to the workspace's purchasers.
create table purchase_requests (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  -- The requested cart, which stays as it was sent.
  cart_id integer not null unique references carts on delete cascade,
  requested_by integer not null references users on delete cascade,
  note text not null,
  -- Its total before tax when it was sent.
  requested_cents integer not null check (requested_cents >= 0),
  state text not null default 'open' check (state in ('open', 'approved', 'declined', 'withdrawn', 'ordered')),
  requested_at timestamptz not null,
  decided_by integer references users on delete set null,
  decided_at timestamptz,
  -- The purchaser's reason for declining.
  decline_reason text not null default '',
  -- The purchaser's cart that the clips were added to, and the order that it became.
  target_cart_id integer references carts on delete set null,
  order_id integer references orders on delete set null,
  check ((state = 'open') = (decided_at is null)),
  check (state <> 'ordered' or order_id is not null)
);
create index purchase_requests_workspace on purchase_requests (workspace_id, id);
create index purchase_requests_into on purchase_requests (target_cart_id) where state = 'approved';
