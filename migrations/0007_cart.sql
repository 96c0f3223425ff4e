create table carts (
  id integer generated always as identity primary key,
  -- What a link alone opens: 128 random bits.
  hash text not null unique,
  user_id integer references users on delete cascade,
  workspace_id integer references workspaces on delete cascade,
  state text not null default 'open' check (state in ('open', 'paying', 'ordered', 'merged')),
  ein text,
  vat_number text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((user_id is null) = (workspace_id is null))
);
-- One open cart per person and workspace.
create unique index carts_open on carts (user_id, workspace_id) where user_id is not null and state in ('open', 'paying');

create table cart_billing (
  cart_id integer primary key references carts on delete cascade,
  company text not null,
  billing_contact_user_id integer references users on delete set null,
  billing_contact text not null default '',
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
  -- Sorted, without repeats: together with org_type and end_client_size it names the license group.
  distribution_ids integer[] not null check (cardinality(distribution_ids) between 1 and 9),
  -- The price when it was put in, to say so when it changed since.
  noted_price_cents integer not null check (noted_price_cents >= 0),
  added_at timestamptz not null default now(),
  unique (cart_id, clip_id, org_type, end_client_size, distribution_ids)
);
