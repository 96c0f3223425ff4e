-- Our people's inbox: whose a ticket is, what was answered, and what was done about it.
alter table tickets add column assigned_to integer references users on delete set null;
create index tickets_assigned on tickets (assigned_to) where assigned_to is not null;
create index tickets_workspace on tickets (workspace_id) where workspace_id is not null;
create index tickets_user on tickets (user_id) where user_id is not null;

-- Whom a ticket can be given to, found among all people.
create index users_staff on users (id) where platform_roles && '{2,3}'::integer[];

create table ticket_replies (
  id integer generated always as identity primary key,
  ticket_id integer not null references tickets on delete cascade,
  -- Who of us; gone with their account.
  staff_user_id integer references users on delete set null,
  message text not null check (length(message) between 1 and 5000),
  -- The board that goes with it: ours, by its link.
  board_id integer references boards on delete set null,
  -- Its copy among the boards of whoever asked, when they have an account.
  delivered_board_id integer references boards on delete set null,
  created_at timestamptz not null
);
create index ticket_replies_ticket on ticket_replies (ticket_id, id);
create index ticket_replies_staff on ticket_replies (staff_user_id) where staff_user_id is not null;
create index ticket_replies_board on ticket_replies (board_id) where board_id is not null;
create index ticket_replies_delivered on ticket_replies (delivered_board_id) where delivered_board_id is not null;

-- A reply is a mail of its ticket like the others: 'reply:12'.
alter table ticket_mails drop constraint ticket_mails_kind_check;
alter table ticket_mails add constraint ticket_mails_kind_check check (kind ~ '^(staff|receipt|reply:[0-9]+)$');

-- What our people did about a ticket. No foreign keys: the record outlives the ticket and who did it.
create table ticket_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  ticket_id integer not null,
  staff_user_id integer not null,
  action text not null check (action in ('assigned', 'unassigned', 'replied', 'closed', 'reopened')),
  -- To whom it was assigned.
  to_user_id integer check ((to_user_id is not null) = (action = 'assigned')),
  reply_id integer check ((reply_id is not null) = (action = 'replied'))
);
create index ticket_actions_ticket on ticket_actions (ticket_id, id);
create trigger ticket_actions_append_only before update or delete or truncate on ticket_actions
  for each statement execute function refuse_change();
