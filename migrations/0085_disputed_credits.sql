-- A credit note for money that the buyer's bank took back in a dispute. Of a part of a payment no lines are named: its tax is kept then.
alter table credit_notes
  add column by_dispute boolean not null default false,
  add column tax_cents bigint check (tax_cents >= 0 and tax_cents <= total_cents),
  drop constraint credit_notes_order_item_ids_check,
  add check (cardinality(order_item_ids) > 0 or (by_dispute and tax_cents is not null)),
  add check (not by_dispute or refund_id is null);
