-- Answers to the questions after registration that have no other table.
create table onboarding (
  user_id integer primary key references users on delete cascade,
  -- When the user invited teammates, or skipped it.
  invite_answered_at timestamptz not null
);
