-- A cart that was handed to those who buy: it stays as it was asked for, and nobody's live cart any more.
alter table carts drop constraint carts_state_check;
alter table carts add constraint carts_state_check check (state in ('open', 'paying', 'ordered', 'merged', 'requested'));

create table purchase_requests (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  -- What is asked for.
  cart_id integer not null unique references carts on delete cascade,
  requested_by integer not null references users on delete cascade,
  note text not null,
  -- What it came to when it was asked for, before tax.
  asked_cents integer not null check (asked_cents >= 0),
  state text not null default 'open' check (state in ('open', 'approved', 'declined', 'withdrawn', 'ordered')),
  requested_at timestamptz not null,
  decided_by integer references users on delete set null,
  decided_at timestamptz,
  -- Why not, in the words of whoever declined.
  answer text not null default '',
  -- The cart that the clips went into, and the order that it became.
  into_cart_id integer references carts on delete set null,
  order_id integer references orders on delete set null,
  check ((state = 'open') = (decided_at is null)),
  check (state <> 'ordered' or order_id is not null)
);
create index purchase_requests_of_workspace on purchase_requests (workspace_id, id);
create index purchase_requests_into on purchase_requests (into_cart_id) where state = 'approved';
