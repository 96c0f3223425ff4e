/** Fills a database with generated clips: catalog rows by SQL, search rows by the catalog's own function. */
import { sql } from 'kysely'

import { recountClips, reindexClips } from '../src/catalog/search-index.server.ts'
import type { Db } from '../src/platform/db/database.server.ts'
import { countTerms } from '../src/search/search-terms.server.ts'
import { categorySlugs, looks, moods, motions, places, subjects, times } from './vocabulary.ts'

/** SQL for `list[n mod length]`, where `n` is a SQL expression. */
const pickSql = (list: readonly string[], n: string) =>
  `(array[${list.map(item => `'${item}'`).join(',')}])[1 + (${n}) % ${list.length}]`

/** SQL for a pseudorandom number that is the same in every run. */
const randomSql = (salt: number) => `(hashtext('clip-' || n || '-${salt}')::bigint & 2147483647)`

const BATCH_SIZE = 5_000

const FILMMAKER_COUNT = 200
const SHOOT_COUNT = 2_000

/** Adds `count` published clips. */
export const generateClips = async (db: Db, count: number): Promise<void> => {
  const statements = [
    `insert into filmmakers (slug, name) select 'filmmaker-' || n, 'Filmmaker ' || n from generate_series(1, ${FILMMAKER_COUNT}) n`,
    `insert into categories (slug, name, position) values ${categorySlugs.map((slug, i) => `('${slug}', initcap('${slug}'), ${i})`).join(', ')}`,
    `insert into collections (kind, slug, name, filmmaker_id)
       select 'shoot', 'shoot-' || n, initcap(${pickSql(moods, randomSql(1))} || ' ' || ${pickSql(places, randomSql(2))}) || ' ' || n, 1 + n % ${FILMMAKER_COUNT} from generate_series(1, ${SHOOT_COUNT}) n`,
    `insert into clips (slug, name, description, filmmaker_id, shoot_id, category_id, keywords, master_id, width, height, fps, duration_ms,
         camera_look, motion, time_of_day, popularity, tier, status, published_at)
       select 'clip-' || n, initcap(${pickSql(moods, randomSql(3))} || ' ' || ${pickSql(subjects, randomSql(4))} || ' ' || ${pickSql(places, randomSql(5))}),
         'A ' || ${pickSql(moods, randomSql(6))} || ' ' || ${pickSql(subjects, randomSql(7))} || ' seen from a ' || ${pickSql(subjects, randomSql(8))} || ' in ' || ${pickSql(places, randomSql(9))},
         1 + (1 + n % ${SHOOT_COUNT}) % ${FILMMAKER_COUNT}, 1 + n % ${SHOOT_COUNT}, 1 + ${randomSql(10)} % ${categorySlugs.length},
         array[${pickSql(subjects, randomSql(4))}, ${pickSql(places, randomSql(5))}, ${pickSql(subjects, randomSql(11))}, ${pickSql(moods, randomSql(12))}, ${pickSql(places, randomSql(13))}, ${pickSql(subjects, randomSql(14))}],
         1, 3840, 2160, 24, 4000 + ${randomSql(15)} % 40000,
         ${pickSql(looks, randomSql(16))}, ${pickSql(motions, randomSql(17))}, ${pickSql(times, randomSql(18))}, (${randomSql(19)} % 1000) / 1000.0,
         (array['standard', 'standard', 'premium', 'signature'])[1 + ${randomSql(20)} % 4], 'published', timestamptz '2024-01-01' + ${randomSql(21)} % 700 * interval '1 day'
       from generate_series(1, ${count}) n`,
    `insert into clip_formats (clip_id, format_id, priority, width, height, codec, size_bytes, storage_key, file_name)
       select id, 3, 3, 3840, 2160, 'prores', 1000000, 'masters/bench.mp4', 'bench.mp4' from clips`,
  ]
  await insertMaster(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
  await indexAllClips(db)
  const idsUpTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
  await db.transaction().execute(trx => recountClips(trx, idsUpTo(SHOOT_COUNT), idsUpTo(FILMMAKER_COUNT)))
  await countTerms(db)
  await sql`vacuum analyze`.execute(db)
}

/** Writes the search rows of all clips. */
export const indexAllClips = async (db: Db): Promise<void> => {
  const ids = (await db.selectFrom('clips').select('id').orderBy('id').execute()).map(row => row.id)
  let next = 0
  // Two workers: one reads and builds rows while the other writes.
  const indexBatches = async () => {
    while (next < ids.length) {
      const batch = ids.slice(next, (next += BATCH_SIZE))
      await db.transaction().execute(trx => reindexClips(trx, batch))
      process.stderr.write(`\r  ${Math.min(next, ids.length).toLocaleString('en-US')} clips indexed`)
    }
  }
  await Promise.all([indexBatches(), indexBatches()])
  process.stderr.write('\n')
}

/** Adds the master file that all clips share. */
export const insertMaster = (db: Db) =>
  sql
    .raw(
      `insert into masters (sha256, storage_key, file_name, size_bytes, facts, renditions, descriptors) values (repeat('0', 64), 'masters/bench.mp4', 'bench.mp4', 1,
       '{"container":"mov","codec":"h264","profile":"High","pixel_format":"yuv420p","bit_depth":8,"frames":240,"start_timecode":null,"has_audio":false,"size_bytes":1}',
       '{"files":[${['avif', 'webp', 'jpg'].flatMap(ending => ['thumb_480', 'poster'].map(kind => `{"kind":"${kind}","mime":"image/${ending === 'jpg' ? 'jpeg' : ending}","width":480,"height":270,"key":"renditions/bench/${kind}.${ending}"}`)).join(',')},
         {"kind":"preview","mime":"video/mp4","width":854,"height":480,"key":"renditions/bench/preview.mp4"},{"kind":"hover","mime":"video/mp4","width":480,"height":270,"key":"renditions/bench/hover.mp4"}]}',
       '{"palette":[]}')`,
    )
    .execute(db)
