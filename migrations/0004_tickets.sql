-- Requests from forms: contact, footage research, support and others.
create table tickets (
  id integer generated always as identity primary key,
  -- Shown to the sender and to staff: eight hexadecimal digits.
  reference text not null unique,
  -- The list of kinds is in the code: a new form needs no migration.
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  topic text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  name text not null,
  email citext not null,
  message text not null,
  -- The form's other fields by their labels: topic, project, date.
  details jsonb not null,
  -- The sender and their workspace, when signed in.
  user_id integer references users on delete set null,
  workspace_id integer,
  assigned_to integer references users on delete set null,
  created_at timestamptz not null,
  -- When the promised response time ends.
  due_at timestamptz not null
);
create index tickets_open on tickets (due_at) where state = 'open';
create index tickets_email on tickets (email, created_at);
create index tickets_user on tickets (user_id) where user_id is not null;
create index tickets_workspace on tickets (workspace_id) where workspace_id is not null;
create index tickets_assigned on tickets (assigned_to) where assigned_to is not null;

create table ticket_replies (
  id integer generated always as identity primary key,
  ticket_id integer not null references tickets on delete cascade,
  -- null after the account was deleted.
  staff_user_id integer references users on delete set null,
  message text not null check (length(message) between 1 and 5000),
  -- The staff board that the reply links to.
  board_id integer,
  -- Its copy in the sender's boards, when the sender has an account.
  delivered_board_id integer,
  created_at timestamptz not null
);
create index ticket_replies_ticket on ticket_replies (ticket_id, id);
create index ticket_replies_staff on ticket_replies (staff_user_id) where staff_user_id is not null;
create index ticket_replies_board on ticket_replies (board_id) where board_id is not null;
create index ticket_replies_delivered on ticket_replies (delivered_board_id) where delivered_board_id is not null;

-- Each mail of a ticket is sent once: the sender claims its row first.
create table ticket_mails (
  ticket_id integer not null references tickets on delete cascade,
  -- 'reply:12' is the mail of the reply with the id 12.
  kind text not null check (kind ~ '^(staff|receipt|reply:[0-9]+)$'),
  claimed_at timestamptz not null,
  sent_at timestamptz,
  primary key (ticket_id, kind)
);
