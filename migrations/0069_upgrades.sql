-- A license is upgraded by the difference: a line takes the place of an earlier one, and what was paid for that is taken off.
alter table cart_items add column upgrades_item_id integer references order_items on delete set null;
create unique index cart_items_upgrade on cart_items (cart_id, upgrades_item_id) where upgrades_item_id is not null;

alter table order_items
  add column upgrades_item_id integer references order_items,
  -- What was paid for the earlier license, a part of discount_cents.
  add column upgrade_credit_cents integer not null default 0,
  -- When it came to nothing or was taken back: the earlier license can be upgraded again.
  add column upgrade_ended_at timestamptz,
  add constraint order_items_upgrade_check check (
    upgrade_credit_cents between 0 and discount_cents
    and (upgrades_item_id is not null or (upgrade_credit_cents = 0 and upgrade_ended_at is null)));
-- One upgrade of a license at a time, whether it is paid or being paid.
create unique index order_items_upgrade on order_items (upgrades_item_id)
  where upgrades_item_id is not null and upgrade_ended_at is null;

alter table orders
  add column upgrade_credit_cents bigint not null default 0 check (upgrade_credit_cents >= 0),
  drop constraint orders_total_check,
  add constraint orders_total_check check (
    total_cents = sub_total_cents - non_profit_discount_cents - discount_cents - upgrade_credit_cents
      + processing_fee_cents + tax_cents
    and total_cents >= 0);

-- The license that took its place; it is in force again when that one ends.
alter table licenses add column superseded_by integer references licenses;
