-- What changed in the search, for those who hold it in memory (src/catalog/engine, decision 105). A transaction's number and
-- not a sequence's: whoever reads up to the oldest one still running misses nothing, whatever the order of the commits.
alter table clip_search add column written_by xid8 not null default pg_current_xact_id();
create index clip_search_written on clip_search (written_by, clip_id);

create table clip_search_gone (
  clip_id integer primary key,
  written_by xid8 not null default pg_current_xact_id()
);
create index clip_search_gone_written on clip_search_gone (written_by, clip_id);

create function stamp_clip_search() returns trigger language plpgsql as $$
begin
  new.written_by = pg_current_xact_id();
  return new;
end $$;
create trigger stamp before update on clip_search for each row execute function stamp_clip_search();

create function remember_gone_clip() returns trigger language plpgsql as $$
begin
  insert into clip_search_gone (clip_id) values (old.clip_id)
  on conflict (clip_id) do update set written_by = excluded.written_by;
  return null;
end $$;
create trigger remember_gone after delete on clip_search for each row execute function remember_gone_clip();

-- The facets of the first limit_to matches, joined; null for none. For filters whose own choice is left out of their counts.
create function clip_facets(asked text, filters tsquery, limit_to integer) returns text language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set client_min_messages = warning
as $$
declare
  query tsquery := words_query(asked) && filters;
  joined text;
begin
  if querytree(query) in ('', 'T') then query := '''~clip'''::tsquery && query; end if;
  select string_agg(facets, '') into joined from (select facets from clip_search where words @@ query limit limit_to) matches;
  return joined;
end $$;
