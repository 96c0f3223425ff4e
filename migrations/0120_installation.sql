-- What this database is for: a demo and a shop are never opened as each other.
create table installation (
  only_row boolean primary key default true check (only_row),
  is_demo boolean not null,
  -- Of the demo's accounts where other machines reach it, sealed with the shop's secret.
  sealed_demo_password bytea,
  created_at timestamptz not null default now()
);
-- Demos from before this table.
insert into installation (is_demo) select true where exists (select from users where email = 'ada@longtake.example');
