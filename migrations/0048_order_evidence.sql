-- Where consumers are, besides their billing address: evidence for the place of taxation. Kept as long as the order.
create table order_evidence (
  order_id integer not null references orders on delete cascade,
  -- network: the country of the network address · card: where the card was issued
  kind text not null check (kind in ('network', 'card')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  recorded_at timestamptz not null,
  primary key (order_id, kind)
);
