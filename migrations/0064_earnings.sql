-- How much of a license is its filmmaker's. A version holds for orders paid from its day on, and is never edited.
create table splits (
  id integer generated always as identity primary key,
  starts_at timestamptz not null unique,
  -- Of a line's price after its discounts, before tax: 5000 is a half.
  filmmaker_basis_points integer not null check (filmmaker_basis_points between 0 and 10000)
);
insert into splits (starts_at, filmmaker_basis_points) values ('2000-01-01Z', 5000);
create trigger splits_append_only before update or delete or truncate on splits
  for each statement execute function refuse_change();

-- Who looks after a filmmaker's footage and earnings: one person or several, each for one filmmaker.
create table filmmaker_people (
  user_id integer primary key references users on delete cascade,
  filmmaker_id integer not null references filmmakers,
  linked_at timestamptz not null
);
create index filmmaker_people_filmmaker on filmmaker_people (filmmaker_id);

-- Double entry: the entries of a posting add up to nothing.
create table ledger_postings (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('order', 'payout')),
  order_id integer references orders,
  -- The last of the order's moves that it takes in: the same news twice posts once.
  move_id bigint references order_moves,
  at timestamptz not null,
  unique (order_id, move_id),
  check ((kind = 'order') = (order_id is not null and move_id is not null))
);
create table ledger_entries (
  posting_id bigint not null references ledger_postings,
  -- clearing: what buyers paid · filmmaker: owed to one · shop: our share · tax: owed to the state · fees: for taking cards · payouts: sent to filmmakers
  account text not null check (account in ('clearing', 'filmmaker', 'shop', 'tax', 'fees', 'payouts')),
  filmmaker_id integer references filmmakers,
  -- null: of no single line, such as the fee
  order_item_id integer references order_items,
  clip_id integer references clips,
  -- Debits are above nothing, credits below.
  cents bigint not null check (cents <> 0),
  check ((account = 'filmmaker') = (filmmaker_id is not null))
);
create index ledger_entries_posting on ledger_entries (posting_id);
create index ledger_entries_filmmaker on ledger_entries (filmmaker_id, clip_id) where filmmaker_id is not null;
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if (select sum(cents) from ledger_entries where posting_id = new.posting_id) <> 0 then
    raise exception 'posting % does not balance', new.posting_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_unbalanced();

-- How far the moves of each order have been taken in.
create table ledger_orders (
  order_id integer primary key references orders,
  move_id bigint not null references order_moves
);
