-- What our people changed on the sales side, who of them and why. Never changed itself; holds ids and numbers, no names.
create table staff_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  staff_user_id integer not null,
  about text not null check (about in ('workspace', 'quote', 'rate', 'coupon', 'prices')),
  -- An id, or a quote's number.
  about_key text not null,
  action text not null check (length(action) between 1 and 60),
  reason text not null check (length(reason) <= 500),
  -- What it was and what it became, for each field that changed: {"credit_limit_cents": [0, 500000]}
  changes jsonb not null
);
create index staff_changes_about on staff_changes (about, about_key, id);
create trigger staff_changes_append_only before update or delete or truncate on staff_changes
  for each statement execute function refuse_change();

-- Who looked at which version of an offer, and when; nobody's name for a custom cart, which a link opens.
create table quote_views (
  quote_id integer not null,
  version integer not null,
  user_id integer references users on delete cascade,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1,
  foreign key (quote_id, version) references quote_versions on delete cascade
);
create unique index quote_views_one on quote_views (quote_id, version, coalesce(user_id, 0));
create index quote_views_user on quote_views (user_id) where user_id is not null;

-- When our people ended a coupon, whatever its dates say.
alter table coupons add column ended_at timestamptz;
