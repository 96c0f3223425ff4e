-- Uploaded logos. Those that the look doesn't use are deleted after a while, because sent mails still show them.
create table logos (
  file text primary key check (file ~ '^[0-9a-f]{32}\.(svg|png)$'),
  -- Null while the look uses it.
  unused_since timestamptz
);
create index logos_unused on logos (unused_since);
insert into logos (file)
select distinct logo ->> 'file'
from settings, lateral (values (value -> 'logo_light'), (value -> 'logo_dark'), (value -> 'mark')) as logos_of (logo)
where key = 'look' and logo ->> 'file' is not null;
