-- Which mails a piece of news was answered with, so that handing it on again sends none of them twice. They go with the news, after a month.
create table event_mails (
  event_id bigint not null references events on delete cascade,
  -- A hash of the reaction, the reader and which of their mails it was: nobody can be known by it.
  mail_hash text not null,
  claimed_at timestamptz not null,
  sent_at timestamptz,
  primary key (event_id, mail_hash)
);
