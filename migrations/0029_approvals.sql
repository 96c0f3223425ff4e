-- Staff requests beyond the requester's limits, which another staff member decides.
create table approvals (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('refund', 'paid', 'terms', 'coupon')),
  -- The input of the action that an approval carries out.
  payload jsonb not null,
  -- Of the payload and the requester: the same request is pending once.
  request_hash text not null,
  -- "Refund of $1,200.00 of order LT-2026-000001"
  summary text not null,
  -- The admin page of its subject. null: the subject does not exist yet.
  path text,
  requested_by integer not null references users,
  reason text not null check (length(reason) between 1 and 500),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'expired')),
  decided_by integer references users,
  decided_at timestamptz,
  decision_reason text,
  -- The refund that an approval started. The gateway may still refuse it.
  refund_id integer references refunds,
  check ((state in ('approved', 'rejected')) = (decided_by is not null and decided_at is not null)),
  check (decided_by <> requested_by)
);
create unique index approvals_pending on approvals (request_hash) where state = 'pending';
create unique index approvals_refund on approvals (refund_id) where refund_id is not null;
create index approvals_requested_by on approvals (requested_by);
create index approvals_decided_by on approvals (decided_by);
create index approvals_newest on approvals (state, id);
