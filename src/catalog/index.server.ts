/** Keeps the search in step with the catalog. Rows are made again whole; nothing is patched. */
import { sql } from 'kysely'

import { formatOf } from '#licensing/terms.ts'
import type { Trx } from '#platform/database.server.ts'
import { oneOf } from '#platform/prepared.server.ts'
import { slugOf } from '#platform/slug.ts'

import { cardOf, detailOf } from './card.server.ts'
import { clipFacts, type ClipFacts } from './clip-facts.server.ts'
import { encodeFacets } from './facet-codes.ts'
import { readable, type FilterName } from './filter-table.ts'
import { colorNamesOf } from './looks/color-names.ts'
import { indexLooks } from './looks/index-looks.server.ts'
import { orientationOf, peopleTrait, resolutionOf } from './traits.ts'

const batch_size = 500
/** A clip that is this much newer weighs as much as one that everybody likes. */
const freshness_ms = 5 * 365 * 86_400_000
const freshness_from_ms = Date.UTC(2020, 0)

type FacetValue = { filter: FilterName; value: string; label: string }

/** "golden hour" → "Golden hour". */
const labelOf = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** What has no letters or digits that an address could carry, or says that there is nothing to say, is no value. */
const attribute = (filter: FilterName, word: string): FacetValue[] =>
  /[a-z\d]/i.test(word.normalize('NFKD')) && word !== 'n/a'
    ? [{ filter, value: slugOf(word), label: labelOf(word.trim()) }]
    : []

const trait = (filter: FilterName, value: string): FacetValue => ({ filter, value, label: readable(filter, value) })

const facetsOf = (clip: ClipFacts): FacetValue[] => {
  const seconds = String(Math.max(1, Math.round(clip.duration_ms / 1_000)))
  const rate = String(Number(clip.fps.toFixed(3)))
  return [
    { filter: 'category', value: clip.category.slug, label: clip.category.name },
    ...(clip.subcategory
      ? [{ filter: 'subcategory' as const, value: clip.subcategory.slug, label: clip.subcategory.name }]
      : []),
    ...attribute('look', clip.camera_look),
    ...attribute('motion', clip.motion),
    ...attribute('time', clip.time_of_day),
    ...colorNamesOf(clip.master.descriptors.palette ?? []).map(name => trait('color', name)),
    trait('people', peopleTrait(clip.people_count)),
    ...attribute('location', clip.location_type),
    ...orientationOf(clip.width, clip.height).map(value => trait('orientation', value)),
    trait('resolution', resolutionOf(clip.width, clip.height)),
    { filter: 'duration', value: seconds, label: seconds },
    { filter: 'fps', value: rate, label: rate },
    ...clip.formats.map(({ id }) => trait('format', slugOf(formatOf(id).name))),
    ...clip.releases.map(value => trait('release', value)),
    { filter: 'filmmaker', value: clip.filmmaker.slug, label: clip.filmmaker.name },
    ...clip.curated.map(({ slug, name }) => ({ filter: 'collection' as const, value: slug, label: name })),
    ...clip.keywords.flatMap(word => attribute('keyword', word.toLowerCase())),
  ]
}

/** The words that filters look for. A search's own text never holds a tilde, so it cannot meet them. */
const filterWords = (clip: ClipFacts): string[] => [
  ...new Set([
    ...facetsOf(clip).map(({ filter, value }) => `~${filter}=${value}`),
    // A subcategory is a category too, and a shoot a collection, for whoever asks by that name.
    ...(clip.subcategory ? [`~category=${clip.subcategory.slug}`] : []),
    `~collection=${clip.shoot.slug}`,
    '~clip',
  ]),
]

/** Popularity and freshness in one number, 0 to about 2.5: the order before any words are compared. */
export const scoreOf = ({ popularity, published_at }: Pick<ClipFacts, 'popularity' | 'published_at'>) =>
  popularity + (Date.parse(published_at ?? '') - freshness_from_ms) / freshness_ms

/** Puts published clips into the search, or there anew; takes the others out. What they belong to is counted anew. */
export const indexClips = async (trx: Trx, ids: readonly number[]): Promise<void> => {
  for (const facts of await writeClips(trx, ids))
    await recount(
      trx,
      [...facts.map(clip => clip.shoot.id), ...(await curatedWith(trx, facts))],
      facts.map(clip => clip.filmmaker.id),
    )
}

/** Those that are not published, too: they may become so while we wait for them. */
const curatedWith = async (trx: Trx, clips: readonly ClipFacts[]): Promise<number[]> => {
  if (clips.length === 0) return []
  const { rows } = await sql<{ collection_id: number }>`
    select distinct collection_id from collection_clips where clip_id in ${oneOf(clips.map(({ id }) => id))}`.execute(
    trx,
  )
  return rows.map(row => row.collection_id)
}

/** The same for clips whose status stays as it is, so that there is nothing to count. */
export const rewriteClips = async (trx: Trx, ids: readonly number[]): Promise<void> => {
  await writeClips(trx, ids)
}

const writeClips = async (trx: Trx, ids: readonly number[]): Promise<ClipFacts[][]> => {
  const batches: ClipFacts[][] = []
  for (let start = 0; start < ids.length; start += batch_size) {
    const facts = await clipFacts(trx, ids.slice(start, start + batch_size))
    const hidden = facts.filter(clip => clip.status !== 'published').map(clip => clip.id)
    if (hidden.length > 0) await trx.deleteFrom('clip_search').where('clip_id', 'in', hidden).execute()
    const published = facts.filter(clip => clip.status === 'published').toSorted((a, b) => a.id - b.id)
    if (published.length > 0) {
      await write(trx, published)
      await indexLooks(trx, published)
    }
    batches.push(facts)
  }
  return batches
}

const distinct = (ids: readonly number[]) => [...new Set(ids)]

/**
 * Counts the published clips of some collections and filmmakers anew. Their rows are locked first, in the order of their ids:
 * only what begins under the lock sees what was counted by whoever held it before.
 */
export const recount = async (
  trx: Trx,
  collection_ids: readonly number[],
  filmmaker_ids: readonly number[],
): Promise<void> => {
  const collections = sql`id = any(${distinct(collection_ids)}::int[])`
  await sql`select from collections where ${collections} order by id for no key update`.execute(trx)
  await sql`
    update collections co set clip_count = n
    from (select id, case when state <> 'published' then 0 when kind = 'shoot'
                 then (select count(*) from clips c where c.shoot_id = one.id and c.status = 'published')
                 else (select count(*) from collection_clips cc join clips c on c.id = cc.clip_id where cc.collection_id = one.id and c.status = 'published') end as n
          from collections one where ${collections}) counted
    where co.id = counted.id and co.clip_count <> counted.n`.execute(trx)
  const filmmakers = sql`id = any(${distinct(filmmaker_ids)}::int[])`
  await sql`select from filmmakers where ${filmmakers} order by id for no key update`.execute(trx)
  await sql`
    update filmmakers f set clip_count = n
    from (select id, (select count(*) from clips c where c.filmmaker_id = one.id and c.status = 'published') as n
          from filmmakers one where ${filmmakers}) counted
    where f.id = counted.id and f.clip_count <> counted.n`.execute(trx)
}

/** Numbers of facet values, new ones included, by `filter=value`. */
const numbersOf = async (trx: Trx, clips: readonly ClipFacts[]): Promise<Map<string, number>> => {
  // Of two ways to write a value the first stays.
  const values = new Map(
    clips
      .flatMap(facetsOf)
      .toReversed()
      .map(facet => [`${facet.filter}=${facet.value}`, facet]),
  )
  // In one order, so that two writers never wait for each other.
  const rows = [...values].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, facet]) => facet)
  const saved = await sql<{ id: number; key: string }>`
    with given as (select * from json_to_recordset(${JSON.stringify(rows)}::json) as g(filter text, value text, label text)),
    changed as (
      insert into facets (filter, value, label)
      select g.filter, g.value, g.label from given g left join facets f on (f.filter, f.value) = (g.filter, g.value)
      -- Filmmakers write one keyword in many ways: its first stays, or each would rename it in turn.
      where f.id is null or (f.label <> g.label and g.filter <> 'keyword')
      order by 1, 2
      on conflict (filter, value) do update set label = excluded.label
      returning id, filter, value
    )
    select id, filter || '=' || value as key from changed
    union
    select f.id, f.filter || '=' || f.value from facets f join given g on (f.filter, f.value) = (g.filter, g.value)`.execute(
    trx,
  )
  return new Map(saved.rows.map(({ key, id }) => [key, id]))
}

/** What a person may type who describes the shot and not its subject: "aerial", "sunset", "oceans". */
const subjectOf = ({ category, subcategory, camera_look, motion, time_of_day, location_type }: ClipFacts): string[] => [
  category.name,
  subcategory?.name ?? '',
  camera_look,
  motion,
  time_of_day,
  location_type,
]

const write = async (trx: Trx, clips: readonly ClipFacts[]) => {
  const numbers = await numbersOf(trx, clips)
  const rows = clips.map(clip => ({
    clip_id: clip.id,
    score: scoreOf(clip),
    popularity: clip.popularity,
    duration_ms: clip.duration_ms,
    published_at: clip.published_at,
    // Each once: keywords that differ in an accent alone are one value.
    facets: encodeFacets([
      ...new Set(facetsOf(clip).flatMap(({ filter, value }) => numbers.get(`${filter}=${value}`) ?? [])),
    ]),
    a: clip.name,
    b: clip.keywords.join(', '),
    c: [clip.shoot.name, clip.filmmaker.name, ...clip.curated.map(one => one.name), ...subjectOf(clip)].join(', '),
    d: clip.description,
    filters: filterWords(clip),
    card: JSON.stringify(cardOf(clip)),
    detail: JSON.stringify(detailOf(clip)),
  }))
  await sql`
    insert into clip_search (clip_id, score, popularity, duration_ms, published_at, facets, words, card, detail)
    select clip_id, score, popularity, duration_ms, published_at, facets,
           setweight(to_tsvector('footage', a), 'A') || setweight(to_tsvector('footage', b), 'B') ||
           setweight(to_tsvector('footage', c), 'C') || setweight(to_tsvector('footage', d), 'D') || array_to_tsvector(filters),
           card, detail
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      clip_id int, score real, popularity real, duration_ms int, published_at timestamptz, facets text,
      a text, b text, c text, d text, filters text[], card text, detail text)
    on conflict (clip_id) do update set
      score = excluded.score, popularity = excluded.popularity, duration_ms = excluded.duration_ms, published_at = excluded.published_at,
      facets = excluded.facets, words = excluded.words, card = excluded.card, detail = excluded.detail`.execute(trx)
}
