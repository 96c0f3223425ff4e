/*
 * What a person says and what else is meant by it. `also` is in the search's own syntax: words, "phrases", `or`.
 * Curated, not learned: a row goes one way; words that mean the same have a row each.
 */
create table synonyms (
  said text primary key check (said = lower(said)),
  also text not null,
  -- The stems that a query must have for `said` to be in it; the first is what a look-up goes by.
  stems text[] not null generated always as (tsvector_to_array(to_tsvector('footage', said))) stored,
  stem text not null generated always as ((tsvector_to_array(to_tsvector('footage', said)))[1]) stored,
  target tsquery not null generated always as (plainto_tsquery('footage', said)) stored,
  substitute tsquery not null generated always as (plainto_tsquery('footage', said) || websearch_to_tsquery('footage', also)) stored
);
create unique index synonyms_stems on synonyms (stems);
create index synonyms_stem on synonyms (stem);

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
members as (select ordinality as set, trim(said) as said
            from (select words, row_number() over () as ordinality from groups) g, regexp_split_to_table(words, ',') as said),
pairs as (
  select a.said, b.said as also from members a join members b on b.set = a.set and b.said <> a.said
  union
  -- One way: who asks for the first is glad of the others, not the other way round.
  select said, trim(also) from (values
    ('water', 'ocean, sea, river, lake'), ('weather', 'storm, rain, snow, wind'), ('sky', 'cloud'), ('space', 'galaxy, nebula, planet, orbit'), ('planet', 'earth, mars, moon'),
    ('vehicle', 'car, truck, bus, motorcycle'), ('transport', 'train, bus, car, airplane, ship'), ('pet', 'dog, cat'), ('bird', 'eagle, gull, owl, heron'), ('fish', 'salmon, shark, tuna'),
    ('sport', 'soccer, basketball, tennis, running'), ('fruit', 'apple, orange, berry'), ('tree', 'pine, oak, palm, birch'), ('flower', 'rose, tulip, lavender'), ('people', 'man, woman, child, crowd'),
    ('kid', 'toddler'), ('crowd', 'audience'), ('mountain', 'peak, alps, himalaya, summit'), ('desert', 'dune, sahara'), ('city', 'downtown, skyline'), ('evening', 'dusk, sunset'), ('morning', 'sunrise, dawn'),
    ('road trip', 'driving, highway'), ('science fiction', 'space'), ('celebration', 'confetti, firework, toast'), ('drink', 'wine, coffee, tea, beer'), ('food', 'bread, fruit, vegetable'), ('wine', 'prosecco, champagne'),
    ('noir', 'black and white'), ('bw', 'black and white'), ('tropical', 'palm, lagoon'), ('christmas', 'snow'), ('romantic', 'couple, candle'), ('farm', 'tractor, harvest, field'), ('agriculture', 'farm, crop, field'),
    ('nyc', 'new york'), ('la', 'los angeles'), ('sf', 'san francisco'), ('uk', 'united kingdom, england, britain'), ('usa', 'united states, america'), ('uae', 'dubai'), ('deep sea', 'underwater'), ('mediterranean', 'sea'),
    ('dive', 'underwater'), ('ski', 'snow'), ('camping', 'tent, campfire'), ('psychedelic', 'swirl, kaleidoscope'), ('outer space', 'galaxy, nebula')
  ) as oneway (said, others), regexp_split_to_table(others, ',') as also
)
insert into synonyms (said, also)
select said, string_agg('"' || also || '"', ' or ' order by also) from pairs
where to_tsvector('footage', said) <> ''::tsvector and to_tsvector('footage', also) <> ''::tsvector
  and plainto_tsquery('footage', said) <> plainto_tsquery('footage', also)
group by said;

-- Words that must all be there, each widened by its synonyms.
create function widened(said text) returns tsquery language plpgsql stable as $$
declare
  -- "ocean stock footage" is a search for oceans: all that we have is stock footage.
  bare constant text := regexp_replace(said, '\m(royalty free )?(stock (footage|videos?|clips?)|footage|b roll|broll)\M', ' ', 'gi');
  words constant text := case when bare ~ '\w' then bare else said end;
  wanted constant tsquery := plainto_tsquery('footage', words);
  all_stems constant text[] := tsvector_to_array(to_tsvector('footage', words));
  known constant text[] := array(select s.said from synonyms s where s.stem = any (all_stems) and s.stems <@ all_stems);
begin
  if cardinality(known) = 0 then return wanted; end if;
  -- One pass: what a synonym brought in is not widened again. Phrases come before their words.
  return ts_rewrite(wanted, format('select target, substitute from synonyms where said = any (%L) order by cardinality(stems) desc', known));
end $$;

/*
 * What a person typed as a query over `clip_search.words`: -word, -"phrase", "phrase", `or`; everything else is words, widened.
 * What stands in quotes or is left out means exactly itself. Takes anything and never raises: what means nothing makes an empty query.
 */
create function words_query(asked text) returns tsquery language plpgsql stable
  -- Typed words that mean nothing are no news.
  set client_min_messages = warning
as $$
declare
  longest constant integer := 1000;
  part text;
  -- "time-lapse" and "sunrise/sunset" are two words each, also where a clip writes them apart.
  bare text;
  said text := '';
  exact text := '';
  wanted tsquery := '';
begin
  for part in select parts[1] from regexp_matches(left(asked, longest), '-?"[^"]*"?|[^\s"]+', 'g') parts loop
    bare := translate(part, '-/@~\"', '     ');
    if lower(part) = 'or' then
      wanted := wanted || (widened(said) && websearch_to_tsquery('footage', exact));
      said := '';
      exact := '';
    elsif part like '-%' then exact := exact || ' -"' || bare || '"';
    elsif part like '"%' then exact := exact || ' "' || bare || '"';
    else said := said || ' ' || bare;
    end if;
  end loop;
  return wanted || (widened(said) && websearch_to_tsquery('footage', exact));
end $$;

/*
 * What the catalog's names and keywords are made of: words, and keywords of several words; in how many clips each is.
 * Suggestions and corrections come from it. A job counts anew (src/catalog/search-terms.server.ts).
 */
create table search_terms (
  term text primary key,
  clips integer not null
);
create index search_terms_clips on search_terms (clips desc, term);
