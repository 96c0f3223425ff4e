-- Those on account that are not paid yet: looked through every day.
create index orders_owed on orders (due_at) where state in ('invoiced', 'overdue');
