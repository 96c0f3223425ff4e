-- The clip of a license that was upgraded can be withdrawn from later than the other clips of its order.
alter table order_withdrawals drop constraint order_withdrawals_pkey;
alter table order_withdrawals add column id integer generated always as identity primary key;
create index order_withdrawals_order on order_withdrawals (order_id);
