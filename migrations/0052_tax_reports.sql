-- The figures of a quarter's tax returns as they were when its last day was locked. Exchange rates and orders that change later
-- don't change them.
create table tax_reports (
  quarter text primary key check (quarter ~ '^\d{4}-Q[1-4]$'),
  rows jsonb not null check (jsonb_typeof(rows) = 'array'),
  stored_at timestamptz not null
);
create trigger tax_reports_append_only before update or delete or truncate on tax_reports
  for each statement execute function refuse_change();
