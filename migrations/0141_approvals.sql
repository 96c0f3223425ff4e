-- What goes beyond the limits of the staff member who wants it: somebody else decides.
create table approvals (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('refund', 'paid', 'terms', 'coupon')),
  -- What is carried out once it is approved.
  payload jsonb not null,
  -- Of the payload and who requested it: the same request waits once.
  request_hash text not null,
  -- "Refund of $1,200.00 of order LT-2026-000001"
  summary text not null,
  -- Where it is looked at; null for what does not exist yet.
  path text,
  requested_by integer not null references users,
  reason text not null check (length(reason) between 1 and 500),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'expired')),
  decided_by integer references users,
  decided_at timestamptz,
  decision_reason text,
  check ((state in ('approved', 'rejected')) = (decided_by is not null and decided_at is not null)),
  check (decided_by <> requested_by)
);
create unique index approvals_pending on approvals (request_hash) where state = 'pending';
create index approvals_requested_by on approvals (requested_by);
create index approvals_decided_by on approvals (decided_by);
create index approvals_newest on approvals (state, id);

-- The staff member who links somebody to a filmmaker does not mark that filmmaker's payouts as sent.
alter table filmmaker_people add column linked_by integer references users on delete set null;
create index filmmaker_people_linked_by on filmmaker_people (linked_by);
