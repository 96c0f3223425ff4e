-- Offers that one of us has begun and not sent: nobody else sees them, and no price is held for anybody.
create table offer_drafts (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('quote', 'custom')),
  workspace_id integer references workspaces on delete cascade,
  -- Clips under their licenses as they were typed; an agreed price is a text, the table's own is not among them.
  groups jsonb not null,
  last_day text not null check (last_day ~ '^(\d{4}-\d\d-\d\d)?$'),
  note text not null check (length(note) <= 2000),
  ein text not null check (length(ein) <= 20),
  po_number text not null check (length(po_number) <= 80),
  -- Whose prices stood beside it, to say what is another by the time it is taken up again.
  price_version_id integer not null references price_versions,
  -- Another with each time it is saved: whoever read an older one is told.
  version integer not null default 1,
  saved_at timestamptz not null,
  saved_by integer references users on delete set null
);
create index offer_drafts_workspace on offer_drafts (workspace_id);
