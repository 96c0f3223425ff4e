-- What each user chose about mails, as they chose it. Rows are only added, and go with the account.
create table mail_consents (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- The address at that time.
  email citext not null,
  -- A mailing list by its slug, or 'updates' for the digest frequency.
  subject text not null,
  -- 'yes' or 'no' for a mailing list, the frequency for updates.
  choice text not null,
  -- The exact text beside the choice. null: nothing was shown, as where the law asks for no opt-in.
  shown_text text,
  place text not null check (place in ('registration', 'onboarding', 'preferences', 'preferences_link', 'unsubscribe')),
  at timestamptz not null
);
create index mail_consents_user on mail_consents (user_id, id);

create function refuse_mail_consent_change() returns trigger language plpgsql as $$
begin
  raise exception 'A mail consent is never changed.';
end $$;
create trigger mail_consents_append_only before update on mail_consents
  for each row execute function refuse_mail_consent_change();
