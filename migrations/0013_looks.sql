-- What clips look like, for searches by eye (decision 80). Derived, and always written whole by src/catalog/looks/index-looks.server.ts.

-- Looks that others are kept under: those of some clips, as they were when they first came.
create table look_landmarks (
  -- The clip's. It may be gone meanwhile; its landmark stays.
  id integer primary key,
  look bytea not null check (length(look) = 87)
);

create table clip_looks (
  clip_id integer primary key references clip_search on delete cascade,
  look bytea not null check (length(look) = 87),
  -- The landmark that it is most like, and how many there were to choose from.
  cell integer not null,
  known integer not null,
  -- A number for each of its colors (src/catalog/looks/color-words.ts).
  colors integer[] not null
);
-- Neighbors lie side by side in it, with all that is needed to compare them.
create index clip_looks_cell on clip_looks (cell, clip_id) include (look);
create index clip_looks_colors on clip_looks using gin (colors) with (fastupdate = off);
create index clip_looks_known on clip_looks (known);

/*
 * Clip ids (four bytes) and looks, one after the other: those of the first cell, then of the next, until there are enough.
 */
create function looks_in_cells(wanted integer[], most integer) returns bytea
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  -- One cell is read in order and never as a whole.
  set enable_bitmapscan = off
as $$
begin
  return (
    select string_agg(int4send(clip_id) || look, '')
    from (
      select near.clip_id, near.look
      from unnest(wanted) with ordinality as asked(cell, nth)
      cross join lateral (select clip_id, look from clip_looks where clip_looks.cell = asked.cell limit most) near
      limit most
    ) found
  );
end $$;

/* The same for colors: a clip with several of them comes as often. */
create function looks_with_colors(wanted integer[], most integer) returns bytea
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
begin
  return (
    select string_agg(int4send(clip_id) || look, '')
    from (
      select near.clip_id, near.look
      from unnest(wanted) with ordinality as asked(color, nth)
      cross join lateral (
        select clip_id, look from clip_looks where clip_looks.colors @> array[asked.color] limit most
      ) near
      limit most
    ) found
  );
end $$;
