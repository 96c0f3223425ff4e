/**
 * `npm run bench -- relevance [folder] [--json]`: how often a search finds the clip that was meant. The folder has
 * `documents.tsv` (id, name, keywords) and `queries.tsv` (form, query, id of the clip that was meant), each with a header row.
 * The documents become the clips of an empty shop, and each query goes through its public endpoint. Prints for each form the
 * share of queries with the clip among the first 10 and 50 results, the mean reciprocal rank, the share without any result, and
 * the mean milliseconds per search. With `EMBEDDINGS_URL` it searches by meaning, too.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'

import { recountClips } from '../src/catalog/search-index.server.ts'
import { readConfig } from '../src/platform/config.server.ts'
import type { Db } from '../src/platform/db/database.server.ts'
import { embedClips } from '../src/search/meaning/embed-clips.server.ts'
import { countTerms } from '../src/search/search-terms.server.ts'
import { openEnvironment } from './environment.ts'
import { indexAllClips, insertMaster } from './generate.ts'

const DEPTH = 50
const CONNECTIONS = 4

const args = process.argv.slice(3)
const folder = args.find(arg => !arg.startsWith('--'))
const isJson = args.includes('--json')
if (folder === undefined) {
  console.error('Name the folder with documents.tsv and queries.tsv: npm run bench -- relevance path/to/folder')
  process.exit(1)
}

/** Reads a file of tab-separated values without its header row. */
const readRows = (name: string): string[][] =>
  readFileSync(path.join(folder, name), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map(line => line.split('\t'))

const documents = readRows('documents.tsv').map(([id = '', name = '', keywords = ''], i) => ({
  clip_id: i + 1,
  id,
  name,
  keywords: keywords.split(',').flatMap(keyword => keyword.trim() || []),
}))
const clipIds = new Map(documents.map(({ id, clip_id }) => [id, clip_id]))
const queries = readRows('queries.tsv').map(([form = '', q = '', id = '']) => ({ form, q, clip_id: clipIds.get(id) }))

const insertDocuments = async (db: Db) => {
  await insertMaster(db)
  await sql`insert into filmmakers (slug, name) values ('filmmaker', 'Filmmaker')`.execute(db)
  await sql`insert into categories (slug, name, position) values ('general', 'General', 0)`.execute(db)
  await sql`insert into collections (kind, slug, name, filmmaker_id) values ('shoot', 'shoot', 'Shoot', 1)`.execute(db)
  await sql`
    insert into clips (slug, name, description, filmmaker_id, shoot_id, category_id, keywords, master_id, width, height, fps,
      duration_ms, camera_look, motion, time_of_day, popularity, tier, status, published_at)
    select 'clip-' || clip_id, name, '', 1, 1, 1, array(select json_array_elements_text(keywords)), 1, 1920, 1080, 24,
      10000, 'handheld', 'realtime', 'day', 0, 'standard', 'published', timestamptz '2025-01-01'
    from json_to_recordset(${JSON.stringify(documents)}::json) as d(clip_id int, name text, keywords json)
    order by clip_id`.execute(db)
  await sql`insert into clip_formats (clip_id, format_id, priority, width, height, codec, size_bytes, storage_key, file_name)
    select id, 3, 3, 1920, 1080, 'prores', 1000000, 'masters/bench.mp4', 'bench.mp4' from clips`.execute(db)
  await indexAllClips(db)
  await db.transaction().execute(trx => recountClips(trx, [1], [1]))
  await countTerms(db)
  const { embeddings } = readConfig(process.env)
  if (!embeddings) return
  console.error(`  embedding them with ${embeddings.model} …`)
  while ((await embedClips(db, embeddings)) > 0);
}

type Outcome = { form: string; rank: number; total: number; ms: number }

const searchFor = async (origin: string, { form, q, clip_id }: (typeof queries)[number]): Promise<Outcome> => {
  const startedAt = performance.now()
  const response = await fetch(`${origin}/api/clips?${new URLSearchParams({ q, per_page: String(DEPTH) })}`)
  const { data, meta } = (await response.json()) as {
    data: { id: number }[]
    meta: { pagination: { total: number } }
  }
  const ms = performance.now() - startedAt
  return { form, rank: data.findIndex(({ id }) => id === clip_id) + 1, total: meta.pagination.total, ms }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const round = (value: number) => Math.round(value * 1_000) / 1_000

const toFigures = (outcomes: readonly Outcome[]) => ({
  r10: round(mean(outcomes.map(({ rank }) => (rank > 0 && rank <= 10 ? 1 : 0)))),
  r50: round(mean(outcomes.map(({ rank }) => (rank > 0 ? 1 : 0)))),
  mrr: round(mean(outcomes.map(({ rank }) => (rank > 0 ? 1 / rank : 0)))),
  none: round(mean(outcomes.map(({ total }) => (total === 0 ? 1 : 0)))),
  ms: round(mean(outcomes.map(({ ms }) => ms))),
})

const environment = await openEnvironment(documents.length, { fill: insertDocuments })
try {
  const outcomes: Outcome[] = []
  let next = 0
  const sendQueries = async () => {
    for (let query = queries[next++]; query; query = queries[next++])
      outcomes.push(await searchFor(environment.shop, query))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendQueries))
  const figures = Object.fromEntries(
    [...Map.groupBy(outcomes, ({ form }) => form)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([form, group]) => [form, toFigures(group)]),
  )
  if (isJson) console.log(JSON.stringify(figures))
  else console.table(figures)
} finally {
  await environment.close()
}
