-- What our people did is read newest first over all tables that it stands in.
create index staff_changes_at on staff_changes (at, id);
create index staff_actions_at on staff_actions (at, id);
create index flag_changes_at on flag_changes (at, id);
create index ticket_actions_at on ticket_actions (at, id);
create index masquerade_actions_at on masquerade_actions (at, id);
