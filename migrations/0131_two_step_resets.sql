-- Staff take a person's second step off only with two of them: one requests it, another approves it.
create table two_step_resets (
  id integer primary key generated always as identity,
  user_id integer not null references users,
  requested_by integer not null references users,
  reason text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  approved_by integer references users,
  -- When it was approved or withdrawn, or made room for another after it had expired.
  ended_at timestamptz,
  check (requested_by <> user_id),
  check (approved_by <> requested_by and approved_by <> user_id),
  check (approved_by is null or ended_at is not null)
);
create unique index two_step_resets_open on two_step_resets (user_id) where ended_at is null;
create index two_step_resets_user on two_step_resets (user_id);
create index two_step_resets_requested_by on two_step_resets (requested_by);
create index two_step_resets_approved_by on two_step_resets (approved_by) where approved_by is not null;
