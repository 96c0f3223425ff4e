-- English stems, without accents.
create text search configuration footage (copy = english);
alter text search configuration footage alter mapping for word, hword, hword_part with unaccent, english_stem;

/*
 * Search terms and what else they match. `alternatives` is in the syntax of the search: words, "phrases", `or`. Curated, not learned.
 * A row works in one direction: words with the same meaning have a row each.
 */
create table synonyms (
  term text primary key check (term = lower(term)),
  alternatives text not null,
  -- A concept is an idea that nobody tags, such as "hope": its alternatives are what shows it.
  kind text not null default 'synonym' check (kind in ('synonym', 'concept')),
  -- The stems that a query must have to contain the term. Lookups use the first.
  stems text[] not null generated always as (tsvector_to_array(to_tsvector('footage', term))) stored,
  stem text not null generated always as ((tsvector_to_array(to_tsvector('footage', term)))[1]) stored,
  target tsquery not null generated always as (plainto_tsquery('footage', term)) stored,
  substitute tsquery not null generated always as (plainto_tsquery('footage', term) || websearch_to_tsquery('footage', alternatives)) stored
);
create unique index synonyms_stems on synonyms (stems);
create index synonyms_stem on synonyms (stem);

-- Words of other languages, with their English. A word can have several meanings, and be a word of several languages.
create table translations (
  language text not null check (language in ('de', 'fr', 'es', 'it', 'pt', 'nl', 'ja')),
  term text not null check (term = lower(term)),
  english text not null,
  primary key (language, term, english)
);

/*
 * One search in one round trip, planned once per connection. `query` is over the words and the filter terms; relevance is by the
 * typed words (`exact`), and less by everything that they match (`typed`). Returns the cards of one page as JSON, how many clips
 * match (limit_to + 1: that many or more), and the joined facets of the first limit_to matches (null unless `counted`).
 */
create function search_clips(
  query tsquery, typed tsquery, exact tsquery, sorted text, skip integer, size integer, counted boolean, limit_to integer,
  out cards text, out total integer, out facets text
) language plpgsql stable
  set plan_cache_mode = force_generic_plan
  -- The planner ignores that words are stored out of line: a comparison row by row costs far more than it estimates.
  set enable_seqscan = off
  -- Stop words would raise notices.
  set client_min_messages = warning
as $$
#variable_conflict use_column
declare
  place_column constant text := case sorted when 'newest' then 'published_at' when 'popular' then 'popularity'
                                            when 'duration' then 'duration_ms' else 'score' end;
  -- Only the best by score are ranked by their words: whole pages, so that no page mixes both orders.
  compared constant integer := greatest(size, 200 / size * size);
  ranked constant boolean := sorted = 'relevance' and numnode(typed) > 0 and skip < compared;
  row_count constant integer := case when ranked then compared else skip + size end;
  -- Computed once, because comparing text for every row is slow.
  by_date constant boolean := sorted = 'newest';
  by_popularity constant boolean := sorted = 'popular';
  by_length constant boolean := sorted = 'duration';
begin
  with matched as materialized (
    select ctid as row_id, clip_id, facets,
           case when by_date then extract(epoch from published_at)::double precision when by_popularity then popularity
                when by_length then duration_ms else score end as place
    from clip_search where words @@ query limit limit_to + 1
  ),
  counts as (
    select count(*)::integer as n, string_agg(facets, '') filter (where counted) as facets from matched
  ),
  head as (
    select row_id, clip_id, place from matched where (select n from counts) <= limit_to
    order by place desc, clip_id desc limit row_count
  ),
  page as (
    select row_id, clip_id,
           case when ranked then place / 20 + (select ts_rank(words, exact) + ts_rank(words, typed) * 0.3 from clip_search where ctid = row_id) else place end as rank
    from head order by rank desc, clip_id desc offset skip limit size
  )
  select (select '[' || coalesce(string_agg(card, ',' order by rank desc, page.clip_id desc), '') || ']'
          from page join clip_search on clip_search.ctid = row_id),
         counts.n, counts.facets
  into cards, total, facets
  from counts;
  -- With this many matches, reading along an index can be faster than collecting all: this query is planned each time.
  if total > limit_to then
    execute format($broad$
      with head as (
        select ctid as row_id, clip_id, score, row_number() over (order by %1$I desc, clip_id desc) as nth
        from clip_search where words @@ $1 order by %1$I desc, clip_id desc limit $2
      ),
      page as (
        select row_id, clip_id,
               case when $3 then score / 20 + (select ts_rank(words, $7) + ts_rank(words, $4) * 0.3 from clip_search where ctid = row_id) else -nth end as rank
        from head order by rank desc, clip_id desc offset $5 limit $6
      )
      select '[' || coalesce(string_agg(card, ',' order by rank desc, page.clip_id desc), '') || ']'
      from page join clip_search on clip_search.ctid = row_id
    $broad$, place_column) into cards using query, row_count, ranked, typed, skip, size, exact;
  end if;
end $$;

-- The joined facets of the first limit_to matches, null for none. For filters whose own selection is left out of their counts.
create function clip_facets(query tsquery, limit_to integer) returns text language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set client_min_messages = warning
as $$
declare
  joined text;
begin
  select string_agg(facets, '') into joined from (select facets from clip_search where words @@ query limit limit_to) matches;
  return joined;
end $$;

-- Words, and keywords of several words, in the names and keywords of the catalog, with the number of clips. Suggestions and
-- corrections use it. A job recounts it (src/search/search-terms.server.ts).
create table search_terms (
  term text primary key,
  clips integer not null
);
create index search_terms_clips on search_terms (clips desc, term);

-- Searches by term and day, for popular searches and for editors who look for gaps in the catalog.
create table search_log (
  day date not null,
  -- Lower case, single spaces.
  term text not null,
  searches integer not null default 0,
  -- Clips that were opened from the results.
  clicks integer not null default 0,
  -- The sum of the places of these clips among the results, from 1.
  clicked_places bigint not null default 0,
  -- Of these clips, those without any of the words of the search: the meaning alone found them.
  meaning_clicks integer not null default 0,
  -- The number of results of the latest search, and of those with every word; the others are close matches.
  result_count integer not null default 0,
  full_count integer not null default 0,
  primary key (day, term)
);
create index search_log_term on search_log (term);

-- Progress of rebuilding clip_search after a change of the code (src/search/reindex.server.ts).
create table reindexing (
  only_row boolean primary key default true check (only_row),
  version integer not null default 0,
  -- Every clip up to this id is done for the target version.
  last_clip_id integer not null default 0,
  target_version integer not null default 0
);
insert into reindexing default values;

-- Clip ids (four bytes) and descriptors, concatenated: those of the first cell, then of the next, up to a maximum.
create function descriptors_in_cells(cells integer[], max_rows integer) returns bytea
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  -- One cell is read in order and never as a whole.
  set enable_bitmapscan = off
as $$
begin
  return (
    select string_agg(int4send(clip_id) || descriptor, '')
    from (
      select near.clip_id, near.descriptor
      from unnest(cells) with ordinality as requested(cell, nth)
      cross join lateral (select clip_id, descriptor from clip_descriptors where clip_descriptors.cell = requested.cell limit max_rows) near
      limit max_rows
    ) nearest
  );
end $$;

-- The same for colors: a clip with several of the colors is returned as often.
create function descriptors_with_colors(colors integer[], max_rows integer) returns bytea
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
begin
  return (
    select string_agg(int4send(clip_id) || descriptor, '')
    from (
      select near.clip_id, near.descriptor
      from unnest(descriptors_with_colors.colors) with ordinality as requested(color, nth)
      cross join lateral (
        select clip_id, descriptor from clip_descriptors where clip_descriptors.colors @> array[requested.color] limit max_rows
      ) near
      limit max_rows
    ) nearest
  );
end $$;

-- What each clip is about, as a vector of 8-bit integers: see src/search/meaning. Jobs write them.
create table clip_embeddings (
  clip_id integer primary key references clips on delete cascade,
  model text not null,
  -- Of the text that was embedded.
  text_hash text not null,
  vector bytea not null,
  embedded_at timestamptz not null default now()
);
create index clip_embeddings_at on clip_embeddings (embedded_at);

-- How an endpoint embeds pictures in the space of its texts, if it does.
create table embedding_endpoints (
  -- Hashes its address and the model.
  endpoint text primary key,
  pictures text not null check (pictures in ('none', 'infinity', 'jina')),
  -- Why the last job with pictures failed; empty otherwise.
  problem text not null default '',
  probed_at timestamptz not null
);

-- Vectors of stills of published clips, 8-bit integers.
create table clip_picture_embeddings (
  clip_id integer not null references clips on delete cascade,
  still smallint not null check (still between 0 and 3),
  model text not null,
  -- The storage key of the clip's first still: it changes with the picture.
  picture_key text not null,
  -- Empty when the still can't be read.
  vector bytea not null,
  embedded_at timestamptz not null default now(),
  primary key (clip_id, still)
);
create index clip_picture_embeddings_at on clip_picture_embeddings (embedded_at);
