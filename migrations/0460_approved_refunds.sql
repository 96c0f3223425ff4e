-- The refund that an approval began: the payment provider may refuse it after the approval.
alter table approvals add column refund_id integer references refunds;
create unique index approvals_refund on approvals (refund_id) where refund_id is not null;
