-- Whoever had chosen to get no mails before there were digests gets none of these either.
update users u set digest_pace = 'never'
where u.digest_pace = 'daily'
  and u.email_preferences_chosen_at < (select applied_at from schema_migrations where name = '0082_digests.sql')
  and not exists (select from email_preferences p where p.user_id = u.id);
