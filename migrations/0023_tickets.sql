-- What people ask us: mail by the contact form, footage to be looked for.
create table tickets (
  id integer generated always as identity primary key,
  -- How the sender and our people call it: eight hexadecimal digits.
  reference text not null unique,
  kind text not null check (kind in ('contact', 'footage_research')),
  topic text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  name text not null,
  email citext not null,
  message text not null,
  -- What else the form asks, by its labels: topic, project, date.
  details jsonb not null,
  -- Who was signed in.
  user_id integer references users on delete set null,
  workspace_id integer references workspaces on delete set null,
  created_at timestamptz not null,
  -- When the sender was promised an answer.
  due_at timestamptz not null
);
create index tickets_open on tickets (due_at) where state = 'open';
create index tickets_email on tickets (email, created_at);

-- Each mail of a ticket goes out once (decision 54).
create table ticket_mails (
  ticket_id integer not null references tickets on delete cascade,
  kind text not null check (kind in ('staff', 'receipt')),
  claimed_at timestamptz not null,
  sent_at timestamptz,
  primary key (ticket_id, kind)
);
