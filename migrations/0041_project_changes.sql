-- When a file of the line was first delivered. A day later its project is final.
alter table order_items add column first_downloaded_at timestamptz;

-- The projects that the lines of orders were named for. Rows are never changed.
create table project_changes (
  id bigint generated always as identity primary key,
  order_item_id integer not null references order_items on delete cascade,
  kind text not null check (kind in ('named', 'corrected', 'amended')),
  project_id integer not null references project_details,
  previous_project_id integer references project_details,
  -- Numbers the amendments of an order from 1.
  amendment integer check (amendment > 0),
  user_id integer not null references users,
  -- Why staff amended it.
  reason text not null default '',
  changed_at timestamptz not null,
  check ((kind = 'named') = (previous_project_id is null)),
  check ((kind = 'amended') = (amendment is not null))
);
create index project_changes_item on project_changes (order_item_id, id);
