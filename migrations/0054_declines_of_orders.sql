-- Set when anyone with the link in an invoice pays: the attempt counts for the order, not for its buyer.
alter table payment_attempt_log add column order_id integer references orders on delete cascade;
create index payment_attempt_log_order on payment_attempt_log (order_id, started_at) where order_id is not null;
