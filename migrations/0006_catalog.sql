create table filmmakers (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  location text not null default '',
  bio text not null default '',
  -- Published ones; the search index keeps it.
  clip_count integer not null default 0
);

create table categories (
  id integer generated always as identity primary key,
  parent_id integer references categories,
  slug text not null unique,
  name text not null,
  description text not null default '',
  position integer not null default 0
);

-- Footage that belongs together: one filmmaker's shoot, or a set curated by the editors.
create table collections (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('shoot', 'curated')),
  slug text not null unique,
  name text not null,
  description text not null default '',
  filmmaker_id integer references filmmakers,
  trailer_clip_id integer,
  featured boolean not null default false,
  position integer not null default 0,
  -- Published ones; the search index keeps it. Without any a collection is shown to nobody.
  clip_count integer not null default 0,
  created_at timestamptz not null default now(),
  check ((kind = 'shoot') = (filmmaker_id is not null))
);
create index collections_filmmaker on collections (filmmaker_id);
create index categories_parent on categories (parent_id);

create table scenes (
  id integer generated always as identity primary key,
  shoot_id integer not null references collections,
  slug text not null,
  name text not null,
  position integer not null default 0,
  unique (shoot_id, slug)
);

create table clips (
  id integer generated always as identity primary key,
  slug text not null,
  name text not null,
  description text not null default '',
  filmmaker_id integer not null references filmmakers,
  shoot_id integer not null references collections,
  scene_id integer references scenes,
  category_id integer not null references categories,
  subcategory_id integer references categories,
  keywords text[] not null default '{}',
  master_id integer not null references masters,
  -- From the probe of the master, never typed.
  width integer not null,
  height integer not null,
  fps double precision not null,
  duration_ms integer not null,
  -- What the shot is like.
  camera_look text not null,
  motion text not null,
  time_of_day text not null,
  location_type text not null default '',
  people_count integer not null default 0,
  loopable boolean not null default false,
  flashing boolean not null default false,
  production text not null default 'filmed' check (production in ('filmed', 'computer-generated')),
  tier text not null default 'standard' check (tier in ('standard', 'premium', 'signature')),
  status text not null default 'draft' check (status in ('draft', 'in_review', 'published', 'withdrawn')),
  published_at timestamptz,
  -- 0 to 1, as buyers' interest has it.
  popularity real not null default 0,
  updated_at timestamptz not null default now(),
  unique (shoot_id, slug)
);
create index clips_scene on clips (scene_id);
create index clips_category on clips (category_id);
create index clips_subcategory on clips (subcategory_id);
create index clips_filmmaker on clips (filmmaker_id);
alter table collections add foreign key (trailer_clip_id) references clips;

create table collection_clips (
  collection_id integer not null references collections on delete cascade,
  clip_id integer not null references clips on delete cascade,
  position integer not null,
  primary key (collection_id, clip_id)
);
create index collection_clips_clip on collection_clips (clip_id);

-- What a buyer can download of a clip. Ids: 1 RAW, 2 Highest Res, 3 HD, 4 LOG.
create table clip_formats (
  clip_id integer not null references clips on delete cascade,
  format_id integer not null check (format_id between 1 and 4),
  priority integer not null,
  width integer not null,
  height integer not null,
  codec text not null,
  size_bytes bigint not null,
  storage_key text not null,
  file_name text not null,
  primary key (clip_id, format_id)
);

-- What the search reads. It follows from the tables above (src/catalog/index.server.ts); only published clips are in it.

-- English stems, without accents.
create text search configuration footage (copy = english);
alter text search configuration footage alter mapping for word, hword, hword_part with unaccent, english_stem;

-- Every value that a filter can have, numbered for the search.
create table facets (
  id integer generated always as identity primary key,
  filter text not null,
  value text not null,
  label text not null,
  unique (filter, value)
);

/*
 * A row for each published clip, narrow, because a broad search reads thousands. The three wide columns rest beside the table:
 * together they are over the 2 kB from which PostgreSQL moves columns out, and the target makes it move all three.
 */
create table clip_search (
  clip_id integer primary key references clips on delete cascade,
  -- Popularity and freshness in one number: the order before any words are compared.
  score real not null,
  popularity real not null,
  duration_ms integer not null,
  published_at timestamptz not null,
  -- The numbers of its facets, four letters each (src/catalog/facet-codes.ts): a result's are joined here and counted by us.
  facets text not null,
  -- name A, keywords B, collection and filmmaker C, description D; the values of filters as words of their own (~look=aerial)
  words tsvector not null,
  -- What the API answers, as JSON that is ready to send.
  card text not null,
  detail text not null
) with (toast_tuple_target = 128);
alter table clip_search alter column words set storage external;
alter table clip_search alter column card set storage external;
create index clip_search_words on clip_search using gin (words) with (fastupdate = off);
create index clip_search_relevance on clip_search (score desc, clip_id desc);
create index clip_search_newest on clip_search (published_at desc, clip_id desc);
create index clip_search_popular on clip_search (popularity desc, clip_id desc);
create index clip_search_duration on clip_search (duration_ms desc, clip_id desc);

/*
 * One search in one round trip, planned once for each connection (decision 31). `asked` is what a person typed, `filters` a
 * query over the words with tildes. Answers the cards of one page as JSON; how many clips match (limit_to + 1: that many and
 * more); and the facets of the first limit_to matches, joined, null when not `counted`.
 */
create function search_clips(
  asked text, filters tsquery, sorted text, skip integer, size integer, counted boolean, limit_to integer,
  out cards text, out total integer, out facets text
) language plpgsql stable
  set plan_cache_mode = force_generic_plan
  -- The planner does not see that words rest beside the table: to compare them row by row costs far more than it thinks.
  set enable_seqscan = off
  -- Typed words that mean nothing are no news.
  set client_min_messages = warning
as $$
#variable_conflict use_column
declare
  -- Made in 0012, with the synonyms that it knows.
  typed constant tsquery := words_query(asked);
  exact constant tsquery := websearch_to_tsquery('footage', asked);
  query tsquery := typed && filters;
  place_column constant text := case sorted when 'newest' then 'published_at' when 'popular' then 'popularity'
                                            when 'duration' then 'duration_ms' else 'score' end;
  -- Only the best by score are compared word by word: whole pages of them, so that no page has some of either.
  compared constant integer := 200 / size * size;
  ranked constant boolean := sorted = 'relevance' and numnode(typed) > 0 and skip < compared;
  wanted constant integer := case when ranked then compared else skip + size end;
  -- Asked once here, because texts are slow to compare for every row.
  by_age constant boolean := sorted = 'newest';
  by_likes constant boolean := sorted = 'popular';
  by_length constant boolean := sorted = 'duration';
begin
  -- What only leaves out needs something to leave it out of.
  if querytree(query) in ('', 'T') then query := '''~clip'''::tsquery && query; end if;
  with matched as materialized (
    select ctid as spot, clip_id, facets,
           case when by_age then extract(epoch from published_at)::double precision when by_likes then popularity
                when by_length then duration_ms else score end as place
    from clip_search where words @@ query limit limit_to + 1
  ),
  counts as (
    select count(*)::integer as n, string_agg(facets, '') filter (where counted) as facets from matched
  ),
  head as (
    select spot, clip_id, place from matched where (select n from counts) <= limit_to
    order by place desc, clip_id desc limit wanted
  ),
  page as (
    select spot, clip_id,
           case when ranked then place / 20 + (select ts_rank(words, exact) + ts_rank(words, typed) * 0.3 from clip_search where ctid = spot) else place end as rank
    from head order by rank desc, clip_id desc offset skip limit size
  )
  select (select '[' || coalesce(string_agg(card, ',' order by rank desc, page.clip_id desc), '') || ']'
          from page join clip_search on clip_search.ctid = spot),
         counts.n, counts.facets
  into cards, total, facets
  from counts;
  -- Where so many match, walking down an order may find the first of them sooner than gathering all: this is planned each time.
  if total > limit_to then
    execute format($broad$
      with head as (
        select ctid as spot, clip_id, score, row_number() over (order by %1$I desc, clip_id desc) as nth
        from clip_search where words @@ $1 order by %1$I desc, clip_id desc limit $2
      ),
      page as (
        select spot, clip_id,
               case when $3 then score / 20 + (select ts_rank(words, $7) + ts_rank(words, $4) * 0.3 from clip_search where ctid = spot) else -nth end as rank
        from head order by rank desc, clip_id desc offset $5 limit $6
      )
      select '[' || coalesce(string_agg(card, ',' order by rank desc, page.clip_id desc), '') || ']'
      from page join clip_search on clip_search.ctid = spot
    $broad$, place_column) into cards using query, wanted, ranked, typed, skip, size, exact;
  end if;
end $$;
