-- Prices that were negotiated with a workspace, and what they allow. Made, changed and ended by our own people.
create table preferred_rates (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  name text not null check (length(name) between 1 and 120),
  -- For each clip, whatever its tier; the file's surcharge is added for RAW alone.
  price_cents integer not null check (price_cents between 0 and 100000000),
  -- Empty: any client of that size and type.
  end_client_name text not null default '',
  end_client_size integer not null check (end_client_size between 1 and 5),
  end_client_type text not null check (end_client_type in ('personal', 'commercial', 'nonprofit')),
  usage_details text not null default '',
  -- [{distribution_ids, term, custom_term_value, custom_term_unit, territory, territory_name, advertising}]
  distribution_groups jsonb not null check (jsonb_typeof(distribution_groups) = 'array' and jsonb_array_length(distribution_groups) > 0),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  -- How many clips may be licensed under it; null: any number.
  clip_limit integer check (clip_limit > 0),
  -- When our people ended it, whatever its dates say.
  ended_at timestamptz,
  -- One more with each change: what somebody saw is compared with it.
  version integer not null default 1,
  created_at timestamptz not null
);
create index preferred_rates_workspace on preferred_rates (workspace_id);

-- Who of us did what to a rate. Never changed itself; holds ids, no names.
create table preferred_rate_changes (
  id bigint generated always as identity primary key,
  rate_id integer not null,
  version integer not null,
  at timestamptz not null,
  staff_user_id integer,
  -- The rate as it was from then on.
  after jsonb not null
);
create index preferred_rate_changes_rate on preferred_rate_changes (rate_id, id);
create trigger preferred_rate_changes_append_only before update or delete or truncate on preferred_rate_changes
  for each statement execute function refuse_change();

-- An item under a rate has the rate's client and distributions, as they were when it was put there.
alter table cart_items
  add column rate_id integer references preferred_rates on delete cascade,
  drop constraint cart_items_cart_id_clip_id_org_type_end_client_size_distrib_key;
create unique index cart_items_license on cart_items (cart_id, clip_id, org_type, end_client_size, distribution_ids) where rate_id is null;
create unique index cart_items_rate on cart_items (cart_id, clip_id, rate_id) where rate_id is not null;

-- What the rate was when it was sold. How much of a rate's limit is used is counted from these lines.
alter table order_items
  add column rate_id integer references preferred_rates,
  add column rate jsonb,
  add check ((rate_id is null) = (rate is null));
create index order_items_rate on order_items (rate_id) where rate_id is not null;

-- Until when the clip may be used; null: for good.
alter table licenses add column ends_at timestamptz;
