-- A check that our machine gave up: the pieces stay a while, so that it can be tried again without sending them anew.
alter table uploads drop constraint uploads_state_check;
alter table uploads add constraint uploads_state_check
  check (state in ('uploading', 'checking', 'failed', 'refused', 'taken'));
-- Why it was refused or failed, for its filmmaker.
alter table uploads drop constraint uploads_check1;
alter table uploads add constraint uploads_reason_check check ((state in ('refused', 'failed')) = (reason <> ''));
-- How far its check is, in hundredths; null while it waits, and of those that are no more checked.
alter table uploads add column checked_percent integer check (checked_percent between 0 and 100);
alter table uploads add constraint uploads_checked_check check (state = 'checking' or checked_percent is null);
