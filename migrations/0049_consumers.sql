alter table orders
  -- The note of the quote that became the order. It is a part of the license.
  add column agreed_terms text not null default '',
  -- A private buyer in the EU or the UK, who has a right of withdrawal.
  add column is_consumer boolean not null default false;

update orders o set agreed_terms = v.note from quote_versions v where v.cart_id = o.cart_id and v.note <> '';
update orders set is_consumer = true
where billing->>'company' = '' and vat_number is null and tax->'evidence'->>'country' in (
  'AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV',
  'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK');

-- Consumers ask for delivery within the withdrawal period, and know that they give up the right with the first download.
create table delivery_consents (
  order_id integer primary key references orders on delete cascade,
  user_id integer not null references users,
  -- The withdrawal notice in content_texts, and its hash.
  text_id integer not null,
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  -- The exact sentence beside the choice.
  shown_text text not null,
  consented_at timestamptz not null
);
create trigger delivery_consents_append_only before update on delivery_consents
  for each statement execute function refuse_change();

-- A consumer's withdrawal from the clips that were not downloaded.
create table order_withdrawals (
  order_id integer primary key references orders on delete cascade,
  user_id integer not null references users,
  order_item_ids integer[] not null check (cardinality(order_item_ids) > 0),
  withdrawn_at timestamptz not null
);
create trigger order_withdrawals_append_only before update on order_withdrawals
  for each statement execute function refuse_change();

-- null: the buyer withdrew from the order.
alter table refunds alter column staff_user_id drop not null;

insert into content_pages (slug, is_built_in, created_at) values ('withdrawal', true, '2026-11-28');
