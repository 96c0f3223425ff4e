/** Keeps the search index in step with the catalog. Rows are always rewritten as a whole. */

import { sql, type RawBuilder } from 'kysely'

import { formatPriceGroup } from '#licensing/starting-price.ts'
import { formatOf } from '#licensing/terms.ts'
import type { TechFacts } from '#media/rendition-set.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { sqlList } from '#platform/db/prepared-statements.server.ts'
import { toSlug } from '#platform/slug.ts'

import { toClipCard, toClipDetail } from './card.server.ts'
import { loadClipRecords, type ClipRecord } from './clip-records.server.ts'
import { encodeFacets } from './facet-codes.ts'
import { filterValueLabel, type FilterName } from './filter-table.ts'
import { hasAlpha, orientationOf, peopleTraitOf, resolutionOf } from './traits.ts'
import { listColorNames } from './visual/color-names.ts'
import { indexDescriptors } from './visual/index-descriptors.server.ts'

const BATCH_SIZE = 500
/** Clips in one transaction of a reindexing job. */
const REINDEX_BATCH_SIZE = 200
/** A clip that is this much newer scores as much as one with the highest popularity. */
const FRESHNESS_SCALE_MS = 5 * 365 * DAY_MS
const FRESHNESS_EPOCH_MS = Date.UTC(2020, 0)

type IndexedFacet = { filter: FilterName; value: string; label: string }

/** "golden hour" → "Golden hour". */
const toLabel = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Text without Latin letters or digits, which no URL could carry, and "n/a" are not facet values. */
const attributeFacets = (filter: FilterName, text: string): IndexedFacet[] =>
  /[a-z\d]/i.test(text.normalize('NFKD')) && text !== 'n/a'
    ? [{ filter, value: toSlug(text), label: toLabel(text.trim()) }]
    : []

const traitFacet = (filter: FilterName, value: string): IndexedFacet => ({
  filter,
  value,
  label: filterValueLabel(filter, value),
})

const facetsOf = (clip: ClipRecord): IndexedFacet[] => {
  const { has_audio, pixel_format = '' } = clip.master.facts as Partial<TechFacts>
  const priceGroup = formatPriceGroup(clip)
  const seconds = String(Math.max(1, Math.round(clip.duration_ms / 1_000)))
  const rate = String(Number(clip.fps.toFixed(3)))
  return [
    { filter: 'category', value: clip.category.slug, label: clip.category.name },
    ...(clip.subcategory
      ? [{ filter: 'subcategory' as const, value: clip.subcategory.slug, label: clip.subcategory.name }]
      : []),
    ...attributeFacets('look', clip.camera_look),
    ...attributeFacets('motion', clip.motion),
    ...attributeFacets('time', clip.time_of_day),
    ...listColorNames(clip.master.descriptors.palette ?? []).map(name => traitFacet('color', name)),
    traitFacet('people', peopleTraitOf(clip.people_count)),
    ...attributeFacets('location', clip.location_type),
    ...orientationOf(clip.width, clip.height).map(value => traitFacet('orientation', value)),
    traitFacet('resolution', resolutionOf(clip.width, clip.height)),
    { filter: 'duration', value: seconds, label: seconds },
    { filter: 'fps', value: rate, label: rate },
    ...(has_audio ? [traitFacet('sound', 'yes')] : []),
    ...(hasAlpha(pixel_format) ? [traitFacet('alpha', 'yes')] : []),
    ...(clip.loopable ? [traitFacet('loop', 'yes')] : []),
    ...attributeFacets('camera', clip.camera),
    ...attributeFacets('lens', clip.lens),
    // The price itself changes with the price table.
    { filter: 'price', value: priceGroup, label: priceGroup },
    traitFacet('tier', clip.tier),
    ...clip.formats.map(({ id }) => traitFacet('format', toSlug(formatOf(id).name))),
    ...clip.releases.map(value => traitFacet('release', value)),
    { filter: 'filmmaker', value: clip.filmmaker.slug, label: clip.filmmaker.name },
    ...clip.curated.map(({ slug, name }) => ({ filter: 'collection' as const, value: slug, label: name })),
    ...clip.keywords.flatMap(keyword => attributeFacets('keyword', keyword.toLowerCase())),
  ]
}

/** The terms that filters match. The text of a search never contains a tilde, so it cannot match them. */
const filterTermsOf = (clip: ClipRecord): string[] => [
  ...new Set([
    ...facetsOf(clip).map(({ filter, value }) => `~${filter}=${value}`),
    // Subcategories can be searched as categories, and shoots as collections.
    ...(clip.subcategory ? [`~category=${clip.subcategory.slug}`] : []),
    `~collection=${clip.shoot.slug}`,
    '~clip',
  ]),
]

/** Returns popularity (0 to 1) plus 0.2 for each year between 2020 and the publication: the order before relevance. */
export const scoreOf = ({ popularity, published_at }: Pick<ClipRecord, 'popularity' | 'published_at'>) =>
  popularity + (Date.parse(published_at ?? '') - FRESHNESS_EPOCH_MS) / FRESHNESS_SCALE_MS

/** Adds published clips to the search index or rewrites them, removes the others, and recounts what they belong to. */
export const indexClips = async (trx: Trx, ids: readonly number[]): Promise<void> => {
  for (const clips of await syncSearchRows(trx, ids))
    await recountClips(
      trx,
      [...clips.map(clip => clip.shoot.id), ...(await loadCuratedCollectionIds(trx, clips))],
      clips.map(clip => clip.filmmaker.id),
    )
}

/** Includes unpublished collections: they may be published while we wait for their locks. */
const loadCuratedCollectionIds = async (trx: Trx, clips: readonly ClipRecord[]): Promise<number[]> => {
  if (clips.length === 0) return []
  const { rows } = await sql<{ collection_id: number }>`
    select distinct collection_id from collection_clips where clip_id in ${sqlList(clips.map(({ id }) => id))}`.execute(
    trx,
  )
  return rows.map(row => row.collection_id)
}

/** Rewrites clips whose status stays the same, so nothing needs to be recounted. */
export const reindexClips = async (trx: Trx, ids: readonly number[]): Promise<void> => {
  await syncSearchRows(trx, ids)
}

/**
 * Reindexes the clips `c` for which a condition holds, in many short transactions. Waits for clips that are being
 * published.
 */
export const reindexClipsWhere = async (db: Db, condition: RawBuilder<unknown>): Promise<void> => {
  for (let lastId = 0; ;) {
    const reindexedThrough = await db.transaction().execute(async trx => {
      const { rows } = await sql<{ id: number }>`
        select id from clips c where id > ${lastId} and ${condition}
        order by id limit ${REINDEX_BATCH_SIZE} for no key update`.execute(trx)
      const ids = rows.map(row => row.id)
      if (ids.length > 0) await reindexClips(trx, ids)
      return ids.at(-1)
    })
    if (reindexedThrough === undefined) return
    lastId = reindexedThrough
  }
}

const syncSearchRows = async (trx: Trx, ids: readonly number[]): Promise<ClipRecord[][]> => {
  const batches: ClipRecord[][] = []
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const clips = await loadClipRecords(trx, ids.slice(start, start + BATCH_SIZE))
    const hidden = clips.filter(clip => clip.status !== 'published').map(clip => clip.id)
    if (hidden.length > 0) await trx.deleteFrom('clip_search').where('clip_id', 'in', hidden).execute()
    const published = clips.filter(clip => clip.status === 'published').toSorted((a, b) => a.id - b.id)
    if (published.length > 0) {
      await upsertSearchRows(trx, published)
      await indexDescriptors(trx, published)
    }
    batches.push(clips)
  }
  return batches
}

const unique = (ids: readonly number[]) => [...new Set(ids)]

/**
 * Recounts the published clips of some collections and filmmakers. Their rows are locked first, in the order of their ids:
 * only a statement that starts under the lock sees the counts of the previous holder.
 */
export const recountClips = async (
  trx: Trx,
  collection_ids: readonly number[],
  filmmaker_ids: readonly number[],
): Promise<void> => {
  const collections = sql`id = any(${unique(collection_ids)}::int[])`
  await sql`select from collections where ${collections} order by id for no key update`.execute(trx)
  await sql`
    update collections co set clip_count = n
    from (select id, case when state <> 'published' then 0 when kind = 'shoot'
                 then (select count(*) from clips c where c.shoot_id = one.id and c.status = 'published')
                 else (select count(*) from collection_clips cc join clips c on c.id = cc.clip_id where cc.collection_id = one.id and c.status = 'published') end as n
          from collections one where ${collections}) counted
    where co.id = counted.id and co.clip_count <> counted.n`.execute(trx)
  const filmmakers = sql`id = any(${unique(filmmaker_ids)}::int[])`
  await sql`select from filmmakers where ${filmmakers} order by id for no key update`.execute(trx)
  await sql`
    update filmmakers f set clip_count = n
    from (select id, (select count(*) from clips c where c.filmmaker_id = one.id and c.status = 'published') as n
          from filmmakers one where ${filmmakers}) counted
    where f.id = counted.id and f.clip_count <> counted.n`.execute(trx)
}

/** Saves facet values and returns their numbers by `filter=value`. */
const saveFacets = async (trx: Trx, clips: readonly ClipRecord[]): Promise<Map<string, number>> => {
  // The first spelling of a value wins.
  const values = new Map(
    clips
      .flatMap(facetsOf)
      .toReversed()
      .map(facet => [`${facet.filter}=${facet.value}`, facet]),
  )
  // A fixed order, so that concurrent writers never deadlock.
  const rows = [...values].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, facet]) => facet)
  const saved = await sql<{ id: number; key: string }>`
    with given as (select * from json_to_recordset(${JSON.stringify(rows)}::json) as g(filter text, value text, label text)),
    changed as (
      insert into facets (filter, value, label)
      select g.filter, g.value, g.label from given g left join facets f on (f.filter, f.value) = (g.filter, g.value)
      -- Filmmakers spell one keyword in many ways: the first spelling stays, or each clip would rename it.
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

/** Terms that describe the shot rather than its subject: "aerial", "sunset", "oceans". */
const shotTermsOf = ({
  category,
  subcategory,
  camera_look,
  motion,
  time_of_day,
  location_type,
}: ClipRecord): string[] => [category.name, subcategory?.name ?? '', camera_look, motion, time_of_day, location_type]

const upsertSearchRows = async (trx: Trx, clips: readonly ClipRecord[]) => {
  const numbers = await saveFacets(trx, clips)
  const rows = clips.map(clip => ({
    clip_id: clip.id,
    score: scoreOf(clip),
    popularity: clip.popularity,
    duration_ms: clip.duration_ms,
    published_at: clip.published_at,
    // Unique numbers: keywords that differ only in an accent are one value.
    facets: encodeFacets([
      ...new Set(facetsOf(clip).flatMap(({ filter, value }) => numbers.get(`${filter}=${value}`) ?? [])),
    ]),
    a: clip.name,
    b: clip.keywords.join(', '),
    c: [
      clip.shoot.name,
      clip.filmmaker.name,
      ...clip.curated.map(collection => collection.name),
      ...shotTermsOf(clip),
    ].join(', '),
    d: clip.description,
    filters: filterTermsOf(clip),
    card: JSON.stringify(toClipCard(clip)),
    detail: JSON.stringify(toClipDetail(clip)),
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
