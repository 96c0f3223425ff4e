/** Our editors' collections: made, described, published and withdrawn, each with who, when and why. */
import { sql } from 'kysely'

import type { Trx } from '#platform/database.server.ts'
import { placed } from '#platform/order.ts'
import { refuse } from '#platform/refusal.ts'
import { slugOf } from '#platform/slug.ts'
import { changesOf, logStaff } from '#platform/staff-log.server.ts'

import { collectionMoves, collectionWords, type CollectionMove, type CollectionState } from './curating.ts'
import { recount } from './index.server.ts'
import type { By } from './review.server.ts'

/** What a person says of a collection. */
export type CollectionText = { name: string; slug: string; description: string; featured: boolean }

/**
 * Curators of one collection come one after the other. It is no lock of the row: what publishes a clip holds the clip and then
 * counts its collections, and we hold the collection first.
 */
export const lockCurating = (trx: Trx, id: number) => sql`select pg_advisory_xact_lock(71, ${id})`.execute(trx)
/** The order of the curated collections, and their addresses. */
const lockIndex = (trx: Trx) => sql`select pg_advisory_xact_lock(72, 0)`.execute(trx)

/** Until the end nobody else curates it. Throws 404. */
export const holdCollection = async (trx: Trx, id: number) => {
  await lockCurating(trx, id)
  const row = await trx
    .selectFrom('collections')
    .where('id', '=', id)
    .selectAll()
    .$narrowType<{ kind: 'shoot' | 'curated'; state: CollectionState }>()
    .executeTakeFirst()
  if (!row) throw refuse.missing('collection')
  return row
}

/** The same, and only of a curated one. Throws 404, 409 for a shoot. */
export const holdCurated = async (trx: Trx, id: number) => {
  const row = await holdCollection(trx, id)
  if (row.kind === 'shoot') throw refuse(409, 'A shoot has the clips that were filmed for it: nobody chooses them.')
  return row
}

/** A draft, the last of all. Its address is made of its name. Answers its id. */
export const makeCollection = async (
  trx: Trx,
  { name, description }: Pick<CollectionText, 'name' | 'description'>,
  by: By,
): Promise<number> => {
  await lockIndex(trx)
  const plain = slugOf(name).slice(0, 80)
  const taken = await trx.selectFrom('collections').where('slug', 'like', `${plain}%`).select('slug').execute()
  const isTaken = new Set(taken.map(row => row.slug))
  let slug = plain
  for (let n = 2; isTaken.has(slug); n++) slug = `${plain}-${n}`
  const { id } = await trx
    .insertInto('collections')
    .values({
      kind: 'curated',
      state: 'draft',
      slug,
      name,
      description,
      created_at: by.now,
      position: sql<number>`(select coalesce(max(position), -1) + 1 from collections where kind = 'curated')`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await logStaff(trx, { ...by, about: 'collection', about_key: id, action: 'Made' })
  return id
}

/**
 * Answers whether the search has to follow, by `rewriteCollection` after the commit. Throws 404, 409 when somebody saved other
 * words since `version`, 422 for an address that is taken or a shoot's.
 */
export const describeCollection = async (
  trx: Trx,
  id: number,
  { version, ...text }: CollectionText & { version: number },
  by: By,
): Promise<boolean> => {
  await lockIndex(trx)
  const row = await holdCollection(trx, id)
  if (row.version !== version)
    throw refuse(
      409,
      'Somebody saved other words meanwhile: they stand under “What we did”. Save once more to put yours in their place.',
    )
  const { name, slug, description, featured } = row
  const changes = changesOf<CollectionText>({ name, slug, description, featured }, text)
  if (Object.keys(changes).length === 0) return false
  if (text.slug !== slug) await needAddress(trx, row, text.slug)
  await trx
    .updateTable('collections')
    .set({ ...text, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await logStaff(trx, { ...by, about: 'collection', about_key: id, action: 'Edited', changes })
  return row.state === 'published' && (text.name !== name || text.slug !== slug)
}

const needAddress = async (trx: Trx, { id, kind }: { id: number; kind: string }, slug: string) => {
  // Footage that comes in later finds its shoot by it.
  if (kind === 'shoot') throw refuse.fields({ slug: ['A shoot keeps its address.'] })
  const taken = await trx
    .selectFrom('collections')
    .where('slug', '=', slug)
    .where('id', '<>', id)
    .select('name')
    .executeTakeFirst()
  if (taken) throw refuse.fields({ slug: [`“${taken.name}” has this address.`] })
}

/** The clip that stands for it; null for its best one. Throws 404, 409 for a clip of another collection. */
export const chooseCover = async (trx: Trx, id: number, clip_id: number | null, by: By): Promise<void> => {
  const row = await holdCollection(trx, id)
  if (row.trailer_clip_id === clip_id) return
  if (clip_id !== null && !(await isMember(trx, row, clip_id)))
    throw refuse(409, 'This clip is not in the collection any more.')
  await trx.updateTable('collections').set({ trailer_clip_id: clip_id }).where('id', '=', id).execute()
  const changes = { cover: [row.trailer_clip_id, clip_id] } as const
  await logStaff(trx, { ...by, about: 'collection', about_key: id, action: 'Chose its cover', changes })
}

const isMember = async (trx: Trx, { id, kind }: { id: number; kind: string }, clip_id: number): Promise<boolean> => {
  const found =
    kind === 'shoot'
      ? trx.selectFrom('clips').where('shoot_id', '=', id).where('id', '=', clip_id).select('id')
      : trx
          .selectFrom('collection_clips')
          .where('collection_id', '=', id)
          .where('clip_id', '=', clip_id)
          .select('clip_id')
  return (await found.executeTakeFirst()) !== undefined
}

/**
 * Opens a collection to everybody, or closes it: lists, menus, addresses and counts follow with the count of its clips, the
 * search by `rewriteCollection` after the commit. Throws 404, 409 when it cannot make the move.
 */
export const moveCollection = async (trx: Trx, id: number, move: CollectionMove, by: By): Promise<void> => {
  const row = await holdCurated(trx, id)
  const { from, to, action } = collectionMoves[move]
  if (!from.some(state => state === row.state))
    throw refuse(409, `It is ${collectionWords[row.state].toLowerCase()} already.`)
  if (move === 'publish' && !(await hasPublishedClip(trx, id)))
    throw refuse(409, 'None of its clips is published: nobody would see it.')
  await trx
    .updateTable('collections')
    // It counts as new from the day it was first opened.
    .set({ state: to, ...(row.state === 'draft' && { created_at: by.now }) })
    .where('id', '=', id)
    .execute()
  await recount(trx, [id], [])
  await logStaff(trx, { ...by, about: 'collection', about_key: id, action, changes: { state: [row.state, to] } })
}

const hasPublishedClip = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx
    .selectFrom('collection_clips as m')
    .innerJoin('clips as c', 'c.id', 'm.clip_id')
    .where('m.collection_id', '=', id)
    .where('c.status', '=', 'published')
    .select('c.id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Puts a curated collection before another, or last: as the menu and the page of collections show them. Throws 404, 409. */
export const placeCollection = async (trx: Trx, id: number, before: number | null, by: By): Promise<void> => {
  await lockIndex(trx)
  // In the order in which `recount` holds them.
  const { rows } = await sql<{ id: number; position: number; created_at: Date }>`
    select id, position, created_at from collections where kind = 'curated' order by id for no key update`.execute(trx)
  const there = rows
    .toSorted((a, b) => a.position - b.position || b.created_at.getTime() - a.created_at.getTime() || a.id - b.id)
    .map(row => row.id)
  if (!there.includes(id)) throw refuse.missing('collection')
  if (before !== null && !there.includes(before)) throw refuse(409, 'The collection that was to follow it is gone.')
  const order = placed(there, [id], before)
  const places = [there.indexOf(id) + 1, order.indexOf(id) + 1] as const
  if (places[0] === places[1]) return
  await sql`
    update collections c set position = o.nth
    from unnest(${order}::int[]) with ordinality as o (id, nth)
    where c.id = o.id and c.position <> o.nth`.execute(trx)
  await logStaff(trx, { ...by, about: 'collection', about_key: id, action: 'Moved', changes: { place: places } })
}
