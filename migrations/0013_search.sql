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
  -- The stems that a query must have to contain the term. Lookups use the first.
  stems text[] not null generated always as (tsvector_to_array(to_tsvector('footage', term))) stored,
  stem text not null generated always as ((tsvector_to_array(to_tsvector('footage', term)))[1]) stored,
  target tsquery not null generated always as (plainto_tsquery('footage', term)) stored,
  substitute tsquery not null generated always as (plainto_tsquery('footage', term) || websearch_to_tsquery('footage', alternatives)) stored
);
create unique index synonyms_stems on synonyms (stems);
create index synonyms_stem on synonyms (stem);

-- A query in which all words must match, each expanded by its synonyms.
create function expand_synonyms(search_text text) returns tsquery language plpgsql stable as $$
declare
  -- "ocean stock footage" is a search for oceans: the whole catalog is stock footage.
  bare constant text := regexp_replace(search_text, '\m(royalty free )?(stock (footage|videos?|clips?)|footage|b roll|broll)\M', ' ', 'gi');
  words constant text := case when bare ~ '\w' then bare else search_text end;
  parsed constant tsquery := plainto_tsquery('footage', words);
  all_stems constant text[] := tsvector_to_array(to_tsvector('footage', words));
  matching_terms constant text[] := array(select s.term from synonyms s where s.stem = any (all_stems) and s.stems <@ all_stems);
begin
  if cardinality(matching_terms) = 0 then return parsed; end if;
  -- One pass: added synonyms are not expanded again. Phrases come before their words.
  return ts_rewrite(parsed, format('select target, substitute from synonyms where term = any (%L) order by cardinality(stems) desc', matching_terms));
end $$;

/*
 * The query over `clip_search.words` for a typed text: -word, -"phrase", "phrase" and `or`. All else is words, expanded by their
 * synonyms. Quoted and excluded words are not expanded. Accepts any text and never raises: text without meaning gives an empty query.
 */
create function parse_search_query(search_text text) returns tsquery language plpgsql stable
  -- Stop words would raise notices.
  set client_min_messages = warning
as $$
declare
  max_length constant integer := 1000;
  part text;
  -- "time-lapse" and "sunrise/sunset" are two words each, to match clips that write them as two words.
  bare text;
  plain_words text := '';
  exact_words text := '';
  parsed tsquery := '';
begin
  for part in select parts[1] from regexp_matches(left(search_text, max_length), '-?"[^"]*"?|[^\s"]+', 'g') parts loop
    bare := translate(part, '-/@~\"', '     ');
    if lower(part) = 'or' then
      parsed := parsed || (expand_synonyms(plain_words) && websearch_to_tsquery('footage', exact_words));
      plain_words := '';
      exact_words := '';
    elsif part like '-%' then exact_words := exact_words || ' -"' || bare || '"';
    elsif part like '"%' then exact_words := exact_words || ' "' || bare || '"';
    else plain_words := plain_words || ' ' || bare;
    end if;
  end loop;
  return parsed || (expand_synonyms(plain_words) && websearch_to_tsquery('footage', exact_words));
end $$;

/*
 * One search in one round trip, planned once per connection. `search_text` is the typed text, `filters` a query over the words with
 * tildes. Returns the cards of one page as JSON, how many clips match (limit_to + 1: that many or more), and the joined facets of
 * the first limit_to matches (null unless `counted`).
 */
create function search_clips(
  search_text text, filters tsquery, sorted text, skip integer, size integer, counted boolean, limit_to integer,
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
  typed constant tsquery := parse_search_query(search_text);
  exact constant tsquery := websearch_to_tsquery('footage', search_text);
  query tsquery := typed && filters;
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
  -- A query of exclusions alone needs all clips to exclude from.
  if querytree(query) in ('', 'T') then query := '''~clip'''::tsquery && query; end if;
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
create function clip_facets(search_text text, filters tsquery, limit_to integer) returns text language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set client_min_messages = warning
as $$
declare
  query tsquery := parse_search_query(search_text) && filters;
  joined text;
begin
  if querytree(query) in ('', 'T') then query := '''~clip'''::tsquery && query; end if;
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
  -- The number of results of the latest search.
  result_count integer not null default 0,
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

-- The first synonyms. Staff edit them later.
with groups (words) as (values
  -- water
  ('ocean, sea'), ('shore, shoreline, coast, coastline, seashore, seaside'), ('beach, seashore'), ('wave, swell, surf'),
  ('river, stream, creek'), ('lake, pond, lagoon'), ('waterfall, cascade'), ('harbor, harbour, port, marina'), ('seabed, ocean floor, sea floor'),
  ('reef, coral'), ('underwater, subsea'), ('ship, vessel'), ('boat, dinghy'), ('sailboat, sailing boat, yacht'), ('rapids, white water, whitewater'),
  ('whitecap, foam'), ('bubble, fizz'), ('droplet, drop'), ('puddle, pool of water'), ('dive, scuba, snorkel'),
  -- sky and weather
  ('cloud, cloudscape'), ('overcast, cloudy'), ('fog, mist, haze'), ('storm, tempest'), ('thunderstorm, lightning storm, electrical storm'), ('thunder, lightning'),
  ('rain, rainfall, downpour'), ('drizzle, light rain'), ('snow, snowfall'), ('snowstorm, blizzard'), ('ice, frost'), ('frozen, icy'), ('hurricane, cyclone, typhoon'),
  ('tornado, twister'), ('wind, breeze'), ('windy, breezy'), ('rainbow, spectrum'), ('aurora, northern lights, aurora borealis, polar lights'),
  ('starry, star filled'), ('milky way, galaxy'), ('meteor, shooting star, falling star'), ('moonlight, moonlit'), ('sunlight, sunshine'), ('sunbeam, sun ray, god rays, light shaft'),
  ('cosmos, outer space'), ('earth, globe'), ('orbit, orbital'), ('spacecraft, spaceship, rocket'),
  -- time
  ('sunrise, dawn, daybreak'), ('sunset, sundown'), ('dusk, twilight, nightfall'), ('night, nighttime'), ('midday, noon'), ('golden hour, magic hour'), ('blue hour, civil twilight'),
  ('autumn, fall season, fall foliage'), ('winter, wintertime'), ('summer, summertime'), ('spring, springtime'), ('christmas, xmas'), ('halloween, all hallows'), ('new year, new years eve'),
  -- land
  ('mountain, mount'), ('peak, summit'), ('hill, hillside'), ('valley, vale, glen'), ('cliff, bluff, crag'), ('canyon, gorge, ravine'), ('desert, arid'), ('dune, sand dune'),
  ('forest, wood, woodland'), ('jungle, rainforest'), ('conifer, pine, spruce, fir'), ('meadow, pasture'), ('field, farmland, cropland'), ('farm, ranch, homestead'),
  ('crop, harvest'), ('wheat, grain, barley'), ('grass, lawn'), ('leaf, foliage'), ('flower, blossom, bloom'), ('countryside, rural, pastoral'), ('landscape, scenery, scenic'),
  ('nature, outdoors'), ('wilderness, wild nature'), ('volcano, volcanic'), ('lava, magma'), ('glacier, ice sheet'), ('iceberg, ice floe'), ('arctic, polar'), ('rock, stone, boulder'),
  ('cave, cavern'), ('island, isle'), ('swamp, marsh, wetland'), ('path, trail, footpath'),
  -- city and roads
  ('city, urban, town'), ('metropolis, megacity'), ('downtown, city center, inner city'), ('skyline, cityscape'), ('skyscraper, high rise, tower block'), ('building, architecture'), ('street, avenue'),
  ('alley, alleyway, back street'), ('road, roadway'), ('highway, motorway, freeway, expressway, interstate'), ('sidewalk, pavement'), ('traffic, rush hour'), ('traffic jam, congestion, gridlock'),
  ('intersection, crossroads, junction'), ('streetlight, street lamp, lamppost'), ('neon, neon sign'), ('subway, metro, underground railway'), ('train, railway, railroad'), ('tram, streetcar, trolley'),
  ('car, auto, automobile'), ('truck, lorry'), ('bicycle, bike, cycle'), ('motorcycle, motorbike'), ('airplane, plane, aeroplane, aircraft, airliner'), ('airport, airfield'), ('helicopter, chopper'),
  ('taxi, cab'), ('bus, coach'), ('gas station, petrol station, filling station'), ('apartment, condo'), ('house, home'), ('factory, manufacturing plant'), ('construction, building site'),
  ('store, shop, retail'), ('mall, shopping center'), ('cafe, coffee shop, coffeehouse'), ('restaurant, diner'), ('bar, pub, tavern'), ('church, chapel, cathedral'), ('movie theater, cinema'),
  -- people
  ('people, person, human'), ('man, men, guy, male'), ('woman, women, lady, female'), ('child, children, kid'), ('baby, infant, newborn'), ('toddler, small child'), ('boy, lad'), ('girl, lass'),
  ('teenager, teen, adolescent'), ('elderly, senior citizen, old people'), ('mother, mom, mum'), ('father, dad'), ('couple, lovers'), ('friend, buddy'), ('crowd, throng, mass of people'),
  ('doctor, physician'), ('hospital, clinic'), ('lawyer, attorney'), ('police, cop'), ('firefighter, fireman'), ('soldier, army, military'), ('athlete, sportsman, sportswoman'), ('farmer, grower'), ('worker, laborer'),
  ('businessman, businesswoman, businessperson'), ('office, workplace'), ('meeting, conference'), ('student, pupil'), ('school, classroom'), ('university, college, campus'),
  -- doing
  ('walk, stroll'), ('run, jog'), ('hike, trek'), ('jump, leap'), ('fly, flight, soar'), ('cook, cuisine'), ('eat, dine'), ('drink, beverage'), 
  ('party, celebration, festivity'), ('wedding, marriage, bridal'), ('birthday, birthday party'), ('holiday, vacation'), ('travel, journey, trip'), ('exercise, workout, fitness'), ('soccer, association football'),
  ('laugh, laughter'), ('smile, grin'), ('cry, weep'), ('fight, brawl'), ('happy, cheerful, joyful'), ('sad, unhappy, sorrow'), ('angry, furious'), ('calm, peaceful, tranquil, serene'), ('lonely, solitude, solitary'),
  -- animals
  ('animal, creature'), ('dog, puppy, canine'), ('cat, kitten, feline'), ('horse, pony, equine'), ('cow, cattle, livestock'), ('wildlife, wild animal'), ('bird, avian'), ('insect, bug'), ('butterfly, moth'), ('jellyfish, medusa'),
  ('rabbit, bunny'), ('deer, stag, doe'), ('pig, hog'), ('whale, cetacean'),
  -- food and things
  ('food, meal'), ('soda, soft drink'), ('coffee, espresso'), ('sparkling wine, champagne, prosecco'), ('cocktail, mixed drink'), ('cup, mug'), ('candy, sweets'), ('dessert, cake'), ('vegetable, veggie'),
  ('phone, smartphone, cellphone, mobile phone'), ('computer, laptop, pc'), ('tv, television'), ('film, movie'), ('photo, photograph, picture'), ('money, cash'), ('gold, golden'), ('fabric, cloth, textile'),
  ('silk, satin'), ('window, windowpane'), ('couch, sofa'), ('garbage, trash, rubbish, waste'), ('technology, tech'), ('robot, android'), ('artificial intelligence, machine learning'), ('science, scientific'), ('lab, laboratory'),
  ('medicine, medication, drug'), ('solar panel, photovoltaic'), ('wind turbine, wind farm, windmill'), ('pollution, smog'), ('global warming, climate change'), ('eco friendly, sustainable, green energy'),
  -- fire and abstract
  ('fire, flame, blaze'), ('bonfire, campfire'), ('spark, ember'), ('explosion, blast, detonation'), ('smoke, vapor'), ('steam, water vapor'), ('firework, pyrotechnics'), ('ink, dye'),
  ('paint, pigment'), ('liquid, fluid'), ('particle, dust'), ('glitter, sparkle, shimmer'), ('glow, luminous, shine'), ('bokeh, out of focus, defocused'), ('lens flare, optical flare'), ('light leak, film burn'), ('grain, film grain'),
  ('abstract, experimental'), ('background, backdrop'), ('pattern, motif'), ('texture, surface'), ('overlay, composite'), ('color, colour'), ('vivid, vibrant'), ('gray, grey'), ('black and white, monochrome'),
  ('purple, violet'), ('teal, turquoise, cyan'), ('red, crimson, scarlet'), ('bright, luminous'), ('dark, gloomy'), ('vintage, retro, nostalgic'), ('futuristic, sci fi, science fiction'), ('luxury, upscale'), ('creepy, spooky, scary, eerie'),
  -- the shot
  ('aerial, drone'), ('timelapse, time lapse'), ('hyperlapse, hyper lapse'), ('slow motion, slow mo, slomo, slowmo'), ('macro, close up, closeup'), ('extreme close up, ecu'), ('handheld, hand held, shaky'), ('wide shot, wide angle, establishing shot'), ('overhead, top down, birds eye view'),
  ('pov, point of view'), ('tracking shot, dolly shot'), ('loop, loopable, seamless'), ('vertical, portrait'), ('silhouette, backlit'), ('reflection, mirrored'), ('swirl, vortex, whirl')
),
members as (select ordinality as set, trim(term) as term
            from (select words, row_number() over () as ordinality from groups) g, regexp_split_to_table(words, ',') as term),
pairs as (
  select a.term, b.term as alternative from members a join members b on b.set = a.set and b.term <> a.term
  union
  -- One direction: a search for the first also finds the others, not the reverse.
  select term, trim(alternative) from (values
    ('water', 'ocean, sea, river, lake'), ('weather', 'storm, rain, snow, wind'), ('sky', 'cloud'), ('space', 'galaxy, nebula, planet, orbit'), ('planet', 'earth, mars, moon'),
    ('vehicle', 'car, truck, bus, motorcycle'), ('transport', 'train, bus, car, airplane, ship'), ('pet', 'dog, cat'), ('bird', 'eagle, gull, owl, heron'), ('fish', 'salmon, shark, tuna'),
    ('sport', 'soccer, basketball, tennis, running'), ('fruit', 'apple, orange, berry'), ('tree', 'pine, oak, palm, birch'), ('flower', 'rose, tulip, lavender'), ('people', 'man, woman, child, crowd'),
    ('kid', 'toddler'), ('crowd', 'audience'), ('mountain', 'peak, alps, himalaya, summit'), ('desert', 'dune, sahara'), ('city', 'downtown, skyline'), ('evening', 'dusk, sunset'), ('morning', 'sunrise, dawn'),
    ('road trip', 'driving, highway'), ('science fiction', 'space'), ('celebration', 'confetti, firework, toast'), ('drink', 'wine, coffee, tea, beer'), ('food', 'bread, fruit, vegetable'), ('wine', 'prosecco, champagne'),
    ('noir', 'black and white'), ('bw', 'black and white'), ('tropical', 'palm, lagoon'), ('christmas', 'snow'), ('romantic', 'couple, candle'), ('farm', 'tractor, harvest, field'), ('agriculture', 'farm, crop, field'),
    ('nyc', 'new york'), ('la', 'los angeles'), ('sf', 'san francisco'), ('uk', 'united kingdom, england, britain'), ('usa', 'united states, america'), ('uae', 'dubai'), ('deep sea', 'underwater'), ('mediterranean', 'sea'),
    ('dive', 'underwater'), ('ski', 'snow'), ('camping', 'tent, campfire'), ('psychedelic', 'swirl, kaleidoscope'), ('outer space', 'galaxy, nebula')
  ) as one_direction (term, others), regexp_split_to_table(others, ',') as alternative
)
insert into synonyms (term, alternatives)
select term, string_agg('"' || alternative || '"', ' or ' order by alternative) from pairs
where to_tsvector('footage', term) <> ''::tsvector and to_tsvector('footage', alternative) <> ''::tsvector
  and plainto_tsquery('footage', term) <> plainto_tsquery('footage', alternative)
group by term;
