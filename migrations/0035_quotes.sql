-- Carts that the sales team prepared are carts like any other: priced, taxed, drafted and paid in one place.
alter table carts
  add column kind text not null default 'own' check (kind in ('own', 'quote', 'custom')),
  add column po_number text,
  drop constraint carts_check,
  -- A quote is a workspace's, a custom cart whoever's has its link.
  add constraint carts_owner_check check (case kind
    when 'own' then (user_id is null) = (workspace_id is null)
    when 'quote' then user_id is null and workspace_id is not null
    else user_id is null and workspace_id is null end);

-- What the sales team agreed on for the line, whatever the table says; null: the table's price.
alter table cart_items add column agreed_cents integer check (agreed_cents >= 0);

-- Who is billed, where it is nobody of the workspace: guests have none.
alter table cart_billing
  add column first_name text not null default '',
  add column last_name text not null default '',
  add column email text not null default '';

-- For taking a card, on custom carts alone.
alter table orders
  add column processing_fee_cents bigint not null default 0 check (processing_fee_cents >= 0),
  drop constraint orders_check,
  add constraint orders_total_check check (
    total_cents = sub_total_cents - non_profit_discount_cents - discount_cents + processing_fee_cents + tax_cents
    and total_cents >= 0);

create table quotes (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('quote', 'custom')),
  -- Q-2026-000001, or C-2026-000001 for a custom cart
  number text not null unique check (number ~ '^[QC]-\d{4}-\d{6,}$'),
  workspace_id integer references workspaces on delete cascade,
  -- What opens a custom cart, hashed.
  link_hash bytea unique,
  -- The one that counts.
  version integer not null default 1,
  -- open: expired, paid or being paid is read from its version and its cart
  state text not null default 'open' check (state in ('open', 'declined', 'revoked')),
  ended_at timestamptz,
  ended_by integer references users on delete set null,
  -- Why it was declined, in the buyer's words.
  reason text not null default '',
  created_at timestamptz not null,
  check ((kind = 'quote') = (workspace_id is not null)),
  check ((kind = 'custom') = (link_hash is not null)),
  check ((state = 'open') = (ended_at is null))
);
create index quotes_workspace on quotes (workspace_id, id desc) where workspace_id is not null;

-- Each is a cart of its own, so that what was offered once stays readable.
create table quote_versions (
  quote_id integer not null references quotes on delete cascade,
  version integer not null check (version > 0),
  cart_id integer not null unique references carts on delete cascade,
  expires_at timestamptz not null,
  note text not null default '',
  made_by integer references users on delete set null,
  made_at timestamptz not null,
  primary key (quote_id, version)
);

create table quote_counters (
  prefix text not null,
  year integer not null,
  last_number integer not null,
  primary key (prefix, year)
);
