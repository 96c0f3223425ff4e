-- Documents as they were issued. Their bytes are in storage. A later state of what they are about is a new version.
create table documents (
  id integer generated always as identity primary key,
  kind text not null check (
    kind in ('receipt', 'invoice', 'credit-note', 'license-agreement', 'certificate', 'quote', 'statement')
  ),
  -- The number of the order, credit note, quote or statement, or the id of the license.
  subject text not null,
  -- null for what belongs to no order.
  order_id integer references orders on delete cascade,
  version integer not null check (version > 0),
  -- The version before.
  replaces_id integer unique references documents,
  -- The facts that may change later, as this version shows them.
  state_sha256 text not null check (state_sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null unique,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes integer not null check (size_bytes > 0),
  issued_at timestamptz not null,
  -- When the person whom it names was erased. A job deletes the file, and then the row.
  removed_at timestamptz,
  unique (kind, subject, version),
  check ((version = 1) = (replaces_id is null)),
  check ((order_id is null) = (kind in ('certificate', 'quote', 'statement')))
);
create index documents_order on documents (order_id) where order_id is not null;
create index documents_removed on documents (id) where removed_at is not null;
