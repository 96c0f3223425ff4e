-- What filmmakers did with clips that were not in the shop yet: took one back from the editors, or deleted it.
create table draft_acts (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers,
  -- No reference: what was deleted is gone.
  clip_id integer not null,
  clip_name text not null,
  action text not null check (action in ('taken_back', 'deleted')),
  user_id integer references users on delete set null,
  acted_at timestamptz not null
);
create index draft_acts_filmmaker on draft_acts (filmmaker_id);
create index draft_acts_user on draft_acts (user_id);

-- Which part of the check is at work; its percent counts within it, and is null where nothing can be counted.
alter table uploads add column check_step text check (check_step in ('joining', 'reading', 'making', 'saving'));
alter table uploads add constraint uploads_step_check check (state = 'checking' or check_step is null);
