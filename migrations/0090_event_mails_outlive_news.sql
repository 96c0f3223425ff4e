-- A reaction may be tried again when its news is forgotten: what is known of its mails stays as long as a dead letter does.
alter table event_mails drop constraint event_mails_event_id_fkey;
create index event_mails_age on event_mails (claimed_at);
