-- Offers of the sales team: quotes for a workspace, and custom carts for everyone who has the link.
create table quotes (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('quote', 'custom')),
  -- Q-2026-000001, or C-2026-000001 for a custom cart
  number text not null unique check (number ~ '^[A-Z0-9]{1,6}-\d{4}-\d{6,}$'),
  workspace_id integer references workspaces on delete cascade,
  -- The hash of a custom cart's key.
  link_hash bytea unique,
  -- The current version.
  version integer not null default 1,
  -- open: the version and its cart tell whether it is expired, being paid or paid
  state text not null default 'open' check (state in ('open', 'declined', 'revoked')),
  ended_at timestamptz,
  ended_by integer references users on delete set null,
  -- The buyer's reason for declining.
  reason text not null default '',
  created_at timestamptz not null,
  check ((kind = 'quote') = (workspace_id is not null)),
  check ((kind = 'custom') = (link_hash is not null)),
  check ((state = 'open') = (ended_at is null))
);
create index quotes_workspace on quotes (workspace_id, id desc) where workspace_id is not null;

-- Each version is a cart of its own, so that earlier offers stay readable.
create table quote_versions (
  quote_id integer not null references quotes on delete cascade,
  version integer not null check (version > 0),
  cart_id integer not null unique references carts on delete cascade,
  expires_at timestamptz not null,
  note text not null default '',
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  primary key (quote_id, version)
);

-- Gapless: the transaction that takes the next number locks the row.
create table quote_counters (
  kind text not null check (kind in ('quote', 'custom_cart')),
  year integer not null,
  last_number integer not null,
  primary key (kind, year)
);

-- Who viewed which version, and when. user_id is null for a custom cart, which is opened by its link.
create table quote_views (
  quote_id integer not null,
  version integer not null,
  user_id integer references users on delete cascade,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1,
  foreign key (quote_id, version) references quote_versions on delete cascade
);
create unique index quote_views_one on quote_views (quote_id, version, coalesce(user_id, 0));
create index quote_views_user on quote_views (user_id) where user_id is not null;

-- Offers that staff have not sent yet. Only staff see them, and they guarantee no price.
create table offer_drafts (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('quote', 'custom')),
  workspace_id integer references workspaces on delete cascade,
  -- Clips by license, as entered. An agreed price is text. Prices of the price list are not stored.
  groups jsonb not null,
  last_day text not null check (last_day ~ '^(\d{4}-\d\d-\d\d)?$'),
  note text not null check (length(note) <= 2000),
  ein text not null check (length(ein) <= 20),
  po_number text not null check (length(po_number) <= 80),
  -- The price list that was shown, to report changed prices when the draft is opened again.
  price_version_id integer not null references price_versions,
  -- Incremented with each save, to refuse an edit of an outdated version.
  version integer not null default 1,
  saved_at timestamptz not null,
  saved_by integer references users on delete set null
);
create index offer_drafts_workspace on offer_drafts (workspace_id);
