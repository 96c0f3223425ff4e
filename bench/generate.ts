/** Fills a database with generated clips: the catalog's tables by one statement, its search by the catalog's own verb. */
import { sql } from 'kysely'

import { recount, rewriteClips } from '../src/catalog/index.server.ts'
import { countTerms } from '../src/catalog/search-terms.server.ts'
import type { Db } from '../src/platform/database.server.ts'
import { categorySlugs, looks, moods, motions, places, subjects, times } from './vocabulary.ts'

/** `list[n mod length]`, for a number that SQL computes. */
const pick = (list: readonly string[], n: string) =>
  `(array[${list.map(word => `'${word}'`).join(',')}])[1 + (${n}) % ${list.length}]`

/** A number that looks random but is the same at every run. */
const chance = (salt: number) => `(hashtext('clip-' || n || '-${salt}')::bigint & 2147483647)`

const batch = 5_000

const filmmakers = 200
const shoots = 2_000

/** Adds `count` published clips. */
export const generateClips = async (db: Db, count: number): Promise<void> => {
  const statements = [
    `insert into filmmakers (slug, name) select 'filmmaker-' || n, 'Filmmaker ' || n from generate_series(1, ${filmmakers}) n`,
    `insert into categories (slug, name, position) values ${categorySlugs.map((slug, i) => `('${slug}', initcap('${slug}'), ${i})`).join(', ')}`,
    `insert into collections (kind, slug, name, filmmaker_id)
       select 'shoot', 'shoot-' || n, initcap(${pick(moods, chance(1))} || ' ' || ${pick(places, chance(2))}) || ' ' || n, 1 + n % ${filmmakers} from generate_series(1, ${shoots}) n`,
    `insert into masters (sha256, storage_key, file_name, size_bytes, facts, renditions, descriptors) values (repeat('0', 64), 'masters/bench.mp4', 'bench.mp4', 1,
       '{"container":"mov","codec":"h264","profile":"High","pixel_format":"yuv420p","bit_depth":8,"frames":240,"start_timecode":null,"has_audio":false,"size_bytes":1}',
       '{"files":[${['avif', 'webp', 'jpg'].flatMap(ending => ['thumb_480', 'poster'].map(kind => `{"kind":"${kind}","mime":"image/${ending === 'jpg' ? 'jpeg' : ending}","width":480,"height":270,"key":"renditions/bench/${kind}.${ending}"}`)).join(',')},
         {"kind":"preview","mime":"video/mp4","width":854,"height":480,"key":"renditions/bench/preview.mp4"},{"kind":"hover","mime":"video/mp4","width":480,"height":270,"key":"renditions/bench/hover.mp4"}]}',
       '{"palette":[]}')`,
    `insert into clips (slug, name, description, filmmaker_id, shoot_id, category_id, keywords, master_id, width, height, fps, duration_ms,
         camera_look, motion, time_of_day, popularity, tier, status, published_at)
       select 'clip-' || n, initcap(${pick(moods, chance(3))} || ' ' || ${pick(subjects, chance(4))} || ' ' || ${pick(places, chance(5))}),
         'A ' || ${pick(moods, chance(6))} || ' ' || ${pick(subjects, chance(7))} || ' seen from a ' || ${pick(subjects, chance(8))} || ' in ' || ${pick(places, chance(9))},
         1 + (1 + n % ${shoots}) % ${filmmakers}, 1 + n % ${shoots}, 1 + ${chance(10)} % ${categorySlugs.length},
         array[${pick(subjects, chance(4))}, ${pick(places, chance(5))}, ${pick(subjects, chance(11))}, ${pick(moods, chance(12))}, ${pick(places, chance(13))}, ${pick(subjects, chance(14))}],
         1, 3840, 2160, 24, 4000 + ${chance(15)} % 40000,
         ${pick(looks, chance(16))}, ${pick(motions, chance(17))}, ${pick(times, chance(18))}, (${chance(19)} % 1000) / 1000.0,
         (array['standard', 'standard', 'premium', 'signature'])[1 + ${chance(20)} % 4], 'published', timestamptz '2024-01-01' + ${chance(21)} % 700 * interval '1 day'
       from generate_series(1, ${count}) n`,
    `insert into clip_formats (clip_id, format_id, priority, width, height, codec, size_bytes, storage_key, file_name)
       select id, 3, 3, 3840, 2160, 'prores', 1000000, 'masters/bench.mp4', 'bench.mp4' from clips`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  const ids = (await db.selectFrom('clips').select('id').orderBy('id').execute()).map(row => row.id)
  let next = 0
  // Two at a time: while one is read and put together, the other is written.
  const work = async () => {
    while (next < ids.length) {
      const some = ids.slice(next, (next += batch))
      await db.transaction().execute(trx => rewriteClips(trx, some))
      process.stdout.write(`\r  ${Math.min(next, ids.length).toLocaleString('en-US')} clips indexed`)
    }
  }
  await Promise.all([work(), work()])
  process.stdout.write('\n')
  const all = (many: number) => Array.from({ length: many }, (_, i) => i + 1)
  await db.transaction().execute(trx => recount(trx, all(shoots), all(filmmakers)))
  await countTerms(db)
  await sql`vacuum analyze`.execute(db)
}
