-- Price lists with the day they take effect. A row never changes: orders keep the version that they were priced with.
create table price_versions (
  id integer generated always as identity primary key,
  effective_from timestamptz not null unique,
  prices jsonb not null,
  note text not null default '',
  created_at timestamptz not null default now()
);

create function refuse_price_change() returns trigger language plpgsql as $$
begin
  raise exception 'A price version is never changed: add a new one.';
end $$;
create trigger price_versions_append_only before update or delete on price_versions
  for each row execute function refuse_price_change();

insert into price_versions (effective_from, note, prices) values ('2026-01-01T00:00:00Z', 'Opening prices', '{
  "distributions": {
    "1": [7900, 9900, 14900, 24900, 39900],
    "2": [9900, 12900, 19900, 34900, 54900],
    "3": [14900, 19900, 29900, 49900, 79900],
    "5": [24900, 34900, 54900, 89900, 149900],
    "6": [29900, 39900, 69900, 119900, 199900],
    "7": [39900, 59900, 99900, 179900, 299900],
    "8": [29900, 39900, 69900, 119900, 199900],
    "9": [24900, 34900, 54900, 89900, 149900]
  },
  "further_distribution_percent": 50,
  "tier_percent": { "standard": 100, "premium": 150, "signature": 200 },
  "format_cents": { "1": 19900, "2": 9900, "3": 0, "4": 9900 },
  "nonprofit_discount_percent": 25
}');
