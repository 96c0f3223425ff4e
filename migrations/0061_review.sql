-- What our people said when they sent a clip back or took it out of sale; empty while there is nothing to say.
alter table clips add column review_note text not null default '' check (length(review_note) <= 500);
-- The rooms read clips by their state, those that changed last first.
create index clips_review on clips (status, updated_at desc, id desc);

-- Which subjects there are is the code's to say (src/platform/staff-log.server.ts): each room brings its own.
alter table staff_changes drop constraint staff_changes_about_check;
alter table staff_changes add constraint staff_changes_about_check check (about ~ '^[a-z_]{1,30}$');
