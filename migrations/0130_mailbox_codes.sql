-- A code that was mailed: whoever adds the first second factor to an account that needs one reads its mailbox, too.
create table mailbox_codes (
  user_id integer primary key references users on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null
);
