-- Prices negotiated with a workspace, and what they allow. Staff create, change and end them.
create table preferred_rates (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  name text not null check (length(name) between 1 and 120),
  -- Per clip of any tier. Only RAW adds its format surcharge.
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
  -- How many clips can be licensed under it. null: any number.
  clip_limit integer check (clip_limit > 0),
  -- When staff ended it, whatever its dates say.
  ended_at timestamptz,
  -- Incremented with each change, to refuse an edit of an outdated version.
  version integer not null default 1,
  created_at timestamptz not null
);
create index preferred_rates_workspace on preferred_rates (workspace_id);

alter table order_items add foreign key (rate_id) references preferred_rates;
