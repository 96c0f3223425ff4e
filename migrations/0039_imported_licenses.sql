-- Licenses that were sold elsewhere, before the shop: without an order, an amount or an invoice.
create table imported_licenses (
  id integer generated always as identity primary key,
  -- The person whom it was sold to.
  user_id integer not null references users,
  -- The number of the order in the other system.
  reference text not null check (length(reference) between 1 and 100),
  -- The company and the contact that the license was sold to, as in an order's billing.
  licensee jsonb not null,
  -- The clip as in an order line.
  clip_snapshot jsonb not null,
  client_name text,
  project_name text,
  imported_at timestamptz not null,
  check ((client_name is null) = (project_name is null))
);
create index imported_licenses_user on imported_licenses (user_id);

alter table licenses
  alter column order_item_id drop not null,
  add column imported_license_id integer unique references imported_licenses,
  add constraint licenses_source_check check (num_nonnulls(order_item_id, imported_license_id) = 1);

alter table imported_records
  drop constraint imported_records_kind_check,
  add constraint imported_records_kind_check check (kind in ('customers', 'workspaces', 'licenses', 'rates'));
