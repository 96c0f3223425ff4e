-- The dashboard sums payments, refunds and disputes by day.
create index orders_paid on orders (paid_at) where paid_at is not null;
create index refunds_done on refunds (ended_at) where state = 'done';
create index credit_notes_disputes on credit_notes (created_at) where by_dispute;
-- The dashboard, the order list and its exports select by the day of an order or of a failed attempt.
create index orders_begun on orders (coalesce(placed_at, created_at));
-- Orders that wait for a payment or a decision, which are few.
create index orders_waiting on orders (state) where state in ('invoiced', 'overdue', 'disputed');
