-- A refund that waits can be canceled: nothing went back.
alter table refunds
  drop constraint refunds_state_check,
  add constraint refunds_state_check check (state in ('started', 'unknown', 'waiting', 'done', 'refused', 'canceled'));
