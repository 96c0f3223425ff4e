/** Lists every public page of the catalog for the sitemap, in batches by primary key. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'

import { categoryPath, clipPath, collectionPath, filmmakerPath, scenePath, shootPath } from './paths.ts'

/** `changed_at`: when the page last changed, if known. */
export type PublicPage = { path: string; changed_at: Date | null }

type PublicPageRow = {
  id: number
  slug: string
  changed_at: Date | null
  shoot_id: number | null
  shoot_slug: string | null
}
type PageSource = { pathOf: (row: PublicPageRow) => string; rows: ReturnType<typeof sql<PublicPageRow>> }

const newestChange = sql.raw('max(greatest(k.updated_at, k.published_at))')
const published = sql.raw("k.status = 'published'")
const noShoot = sql.raw('null::integer as shoot_id, null::text as shoot_slug')

/** Each kind of page with its query. A page changes when the newest of its published clips changes. */
const pageSources = {
  clips: {
    pathOf: clipPath,
    rows: sql<PublicPageRow>`select id, slug, greatest(updated_at, published_at) as changed_at, ${noShoot} from clips
      where status = 'published'`,
  },
  collections: {
    pathOf: collectionPath,
    rows: sql<PublicPageRow>`select id, slug, greatest(created_at,
        (select ${newestChange} from collection_clips m join clips k on k.id = m.clip_id where m.collection_id = c.id and ${published})
      ) as changed_at, ${noShoot} from collections c where kind = 'curated' and clip_count > 0`,
  },
  shoots: {
    pathOf: shootPath,
    rows: sql<PublicPageRow>`select id, slug, greatest(created_at,
        (select ${newestChange} from clips k where k.shoot_id = c.id and ${published})
      ) as changed_at, ${noShoot} from collections c where kind = 'shoot' and clip_count > 0`,
  },
  scenes: {
    pathOf: ({ shoot_id, shoot_slug, ...scene }) => scenePath({ id: shoot_id ?? 0, slug: shoot_slug ?? '' }, scene),
    rows: sql<PublicPageRow>`select s.id, s.slug,
        (select ${newestChange} from clips k where k.scene_id = s.id and ${published}) as changed_at,
        c.id as shoot_id, c.slug as shoot_slug from scenes s join collections c on c.id = s.shoot_id
      where exists (select from clips k where k.scene_id = s.id and ${published})`,
  },
  filmmakers: {
    pathOf: filmmakerPath,
    rows: sql<PublicPageRow>`select id, slug,
        (select ${newestChange} from clips k where k.filmmaker_id = f.id and ${published}) as changed_at, ${noShoot}
      from filmmakers f where clip_count > 0`,
  },
  categories: {
    pathOf: categoryPath,
    rows: sql<PublicPageRow>`select id, slug, null::timestamptz as changed_at, ${noShoot} from categories c
      where exists (select from clips k where (k.category_id = c.id or k.subcategory_id = c.id) and ${published})`,
  },
} as const satisfies Record<string, PageSource>

export type PublicPageKind = keyof typeof pageSources
export const publicPageKinds = Object.keys(pageSources) as PublicPageKind[]

const BATCH_SIZE = 1_000

type IdRange = { after: number; through: number }

/** Yields the public pages of one kind whose ids are in (after, through], one batch at a time. */
export async function* listPublicPages(
  db: Db,
  kind: PublicPageKind,
  { after, through }: IdRange,
): AsyncGenerator<PublicPage[], undefined> {
  const { rows, pathOf }: PageSource = pageSources[kind]
  for (let cursor = after; ;) {
    const result = await sql<PublicPageRow>`select * from (${rows}) as one where id > ${cursor} and id <= ${through}
      order by id limit ${sql.lit(BATCH_SIZE)}`.execute(db)
    yield result.rows.map(row => ({ path: pathOf(row), changed_at: row.changed_at }))
    const lastRow = result.rows.at(-1)
    if (!lastRow || result.rows.length < BATCH_SIZE) return undefined
    cursor = lastRow.id
  }
}

/** Returns which ranges of `size` ids have public pages of a kind; 1 is the first range. */
export const listIdRanges = async (db: Db, kind: PublicPageKind, size: number): Promise<number[]> => {
  const { rows }: PageSource = pageSources[kind]
  const { rows: ranges } = await sql<{ n: number }>`
    select n from generate_series(1, (select coalesce(ceil(max(id)::numeric / ${sql.lit(size)}), 0)::integer from (${rows}) as one)) as n
    where exists (select from (${rows}) as one where id > (n - 1) * ${sql.lit(size)} and id <= n * ${sql.lit(size)})
    order by n`.execute(db)
  return ranges.map(({ n }) => n)
}

/** Whether a path such as "/collections/tides/12" is a public page of the catalog, spelled as its links are. */
export const isPublicPage = async (db: Db, path: string): Promise<boolean> => {
  const [, kind, id] =
    /^\/(?:shoots\/[^/]+\/[1-9]\d{0,8}\/)?(clips|collections|shoots|scenes|filmmakers)\/[^/]+\/([1-9]\d{0,8})$/.exec(
      path,
    ) ?? []
  if (kind === undefined || id === undefined) return isCategoryPage(db, path)
  const { rows, pathOf }: PageSource = pageSources[kind as PublicPageKind]
  const result = await sql<PublicPageRow>`select * from (${rows}) as one where id = ${Number(id)}`.execute(db)
  return result.rows.some(row => pathOf(row) === path)
}

/** A category without footage yet has a page, too. */
const isCategoryPage = async (db: Db, path: string): Promise<boolean> => {
  const [, slug] = /^\/category\/([^/]+)$/.exec(path) ?? []
  if (slug === undefined) return false
  return (await db.selectFrom('categories').where('slug', '=', slug).select('id').executeTakeFirst()) !== undefined
}
