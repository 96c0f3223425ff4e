/** Every address that the catalog has for everyone, read along its keys, so that any number of them fits. */
import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'

import { categoryPath, clipPath, collectionPath, filmmakerPath, scenePath, shootPath } from './paths.ts'

/** `changed_at`: when what stands there last became another, as far as that is known. */
export type Address = { path: string; changed_at: Date | null }

type Row = { id: number; slug: string; changed_at: Date | null; shoot_id: number | null; shoot_slug: string | null }
type Kind = { pathOf: (row: Row) => string; rows: ReturnType<typeof sql<Row>> }

const newest = sql.raw('max(greatest(k.updated_at, k.published_at))')
const published = sql.raw("k.status = 'published'")
const alone = sql.raw('null::integer as shoot_id, null::text as shoot_slug')

/** What each kind of page shows: the newest change of its published clips is its own. */
const kindsOf = {
  clips: {
    pathOf: clipPath,
    rows: sql<Row>`select id, slug, greatest(updated_at, published_at) as changed_at, ${alone} from clips
      where status = 'published'`,
  },
  collections: {
    pathOf: collectionPath,
    rows: sql<Row>`select id, slug, greatest(created_at,
        (select ${newest} from clips k where k.shoot_id = c.id and ${published}),
        (select ${newest} from collection_clips m join clips k on k.id = m.clip_id where m.collection_id = c.id and ${published})
      ) as changed_at, ${alone} from collections c where clip_count > 0`,
  },
  shoots: {
    pathOf: shootPath,
    rows: sql<Row>`select id, slug, greatest(created_at,
        (select ${newest} from clips k where k.shoot_id = c.id and ${published})
      ) as changed_at, ${alone} from collections c where kind = 'shoot' and clip_count > 0`,
  },
  scenes: {
    pathOf: ({ shoot_id, shoot_slug, ...scene }) => scenePath({ id: shoot_id ?? 0, slug: shoot_slug ?? '' }, scene),
    rows: sql<Row>`select s.id, s.slug,
        (select ${newest} from clips k where k.scene_id = s.id and ${published}) as changed_at,
        c.id as shoot_id, c.slug as shoot_slug from scenes s join collections c on c.id = s.shoot_id
      where exists (select from clips k where k.scene_id = s.id and ${published})`,
  },
  filmmakers: {
    pathOf: filmmakerPath,
    rows: sql<Row>`select id, slug,
        (select ${newest} from clips k where k.filmmaker_id = f.id and ${published}) as changed_at, ${alone}
      from filmmakers f where clip_count > 0`,
  },
  categories: {
    pathOf: categoryPath,
    rows: sql<Row>`select id, slug, null::timestamptz as changed_at, ${alone} from categories c
      where exists (select from clips k where (k.category_id = c.id or k.subcategory_id = c.id) and ${published})`,
  },
} as const satisfies Record<string, Kind>

export type AddressKind = keyof typeof kindsOf
export const addressKinds = Object.keys(kindsOf) as AddressKind[]

const batch = 1_000

type Keys = { after: number; through: number }

/** The addresses of one kind whose ids are in (after, through], a thousand at a time. */
export async function* addressesOf(
  db: Db,
  kind: AddressKind,
  { after, through }: Keys,
): AsyncGenerator<Address[], undefined> {
  const { rows, pathOf }: Kind = kindsOf[kind]
  for (let last = after; ;) {
    const found = await sql<Row>`select * from (${rows}) as one where id > ${last} and id <= ${through}
      order by id limit ${sql.lit(batch)}`.execute(db)
    yield found.rows.map(row => ({ path: pathOf(row), changed_at: row.changed_at }))
    const end = found.rows.at(-1)
    if (!end || found.rows.length < batch) return undefined
    last = end.id
  }
}

/** Which stretches of `size` ids have addresses of a kind: 1 is the first stretch. */
export const stretchesOf = async (db: Db, kind: AddressKind, size: number): Promise<number[]> => {
  const { rows }: Kind = kindsOf[kind]
  const { rows: found } = await sql<{ n: number }>`
    select n from generate_series(1, (select coalesce(ceil(max(id)::numeric / ${sql.lit(size)}), 0)::integer from (${rows}) as one)) as n
    where exists (select from (${rows}) as one where id > (n - 1) * ${sql.lit(size)} and id <= n * ${sql.lit(size)})
    order by n`.execute(db)
  return found.map(({ n }) => n)
}
