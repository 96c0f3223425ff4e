-- Corrections of the billing details of placed orders, each with a corrected document. Rows are never changed.
create table billing_corrections (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  -- Of the corrected document, such as LT-2026-000042-C1.
  number text not null unique check (number ~ '^[A-Z0-9]{1,6}-\d{4}-\d{6,}-C\d+$'),
  billing jsonb not null,
  vat_number text,
  previous_billing jsonb not null,
  previous_vat_number text,
  staff_user_id integer not null references users,
  reason text not null check (reason <> ''),
  corrected_at timestamptz not null
);
create index billing_corrections_order on billing_corrections (order_id, id);
