-- What the gateway said last of each case of an order's disputes: its id, state, reason, amount and reply-by day.
alter table order_disputes add column cases jsonb;
-- Staff who get a mail about each new case.
create table dispute_mails (user_id integer primary key references users on delete cascade);
