-- Sign-ins, failures, refusals and changes of accounts. No foreign keys: an entry outlives the account that it names by its id.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  type text not null check (length(type) between 1 and 60),
  user_id integer,
  -- A keyed hash of the email that somebody typed: it can be searched for, and not read.
  email_hash bytea,
  address text not null default '',
  user_agent text not null default '' check (length(user_agent) <= 200),
  country text check (country ~ '^[A-Z]{2}$'),
  -- Method and path of the endpoint, without ids.
  route text not null default '',
  request_id text not null default '',
  detail jsonb not null
);
create index security_events_at on security_events (at, id);
create index security_events_user on security_events (user_id, at);
create index security_events_address on security_events (address, at);
create index security_events_alarms on security_events (at) where type = 'alarm';

-- Rows are never changed. Only the job that keeps 180 days deletes, and it says so in its transaction.
create function keep_security_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('security_events.retention', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger security_events_append_only before update or delete or truncate on security_events
  for each statement execute function keep_security_events();
