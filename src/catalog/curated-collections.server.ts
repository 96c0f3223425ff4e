/** Curated collections: create, edit, publish, withdraw and reorder, each with an audit entry. */
import { sql } from 'kysely'

import { diffFields, writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { reorder } from '#platform/reorder.ts'
import { toSlug } from '#platform/slug.ts'

import {
  collectionStatusChanges,
  collectionStateLabels,
  type CollectionStatusChange,
  type CollectionState,
} from './collection-states.ts'
import type { StaffActor } from './review.server.ts'
import { recountClips } from './search-index.server.ts'

/** The text of a collection, as an editor writes it. */
export type CollectionText = { name: string; slug: string; description: string; featured: boolean }

/**
 * Serializes edits to one collection. It is not a row lock: publishing a clip locks the clip first and counts its collections
 * after that, whereas curators lock the collection first.
 */
export const lockCollectionEdits = (trx: Trx, id: number) => sql`select pg_advisory_xact_lock(71, ${id})`.execute(trx)
/** Serializes changes to the order and the slugs of curated collections. */
const lockCollectionOrder = (trx: Trx) => sql`select pg_advisory_xact_lock(72, 0)`.execute(trx)

/** Loads a collection and locks it for editing until the transaction ends. Throws 404. */
export const lockCollection = async (trx: Trx, id: number) => {
  await lockCollectionEdits(trx, id)
  const row = await trx
    .selectFrom('collections')
    .where('id', '=', id)
    .selectAll()
    .$narrowType<{ kind: 'shoot' | 'curated'; state: CollectionState }>()
    .executeTakeFirst()
  if (!row) throw refuse.missing('collection')
  return row
}

/** Locks a curated collection. Throws 404, 409 for a shoot. */
export const lockCuratedCollection = async (trx: Trx, id: number) => {
  const row = await lockCollection(trx, id)
  if (row.kind === 'shoot')
    throw refuse(409, 'A shoot always has the clips that were filmed for it. They cannot be chosen.')
  return row
}

/** Creates a draft, last in order, with a slug made from its name. Returns its id. */
export const createCollection = async (
  trx: Trx,
  { name, description }: Pick<CollectionText, 'name' | 'description'>,
  actor: StaffActor,
): Promise<number> => {
  await lockCollectionOrder(trx)
  const baseSlug = toSlug(name).slice(0, 80)
  const existing = await trx.selectFrom('collections').where('slug', 'like', `${baseSlug}%`).select('slug').execute()
  const usedSlugs = new Set(existing.map(row => row.slug))
  let slug = baseSlug
  for (let n = 2; usedSlugs.has(slug); n++) slug = `${baseSlug}-${n}`
  const { id } = await trx
    .insertInto('collections')
    .values({
      kind: 'curated',
      state: 'draft',
      slug,
      name,
      description,
      created_at: actor.now,
      position: sql<number>`(select coalesce(max(position), -1) + 1 from collections where kind = 'curated')`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAuditEntry(trx, { ...actor, about: 'collection', about_key: id, action: 'created' })
  return id
}

/**
 * Updates the text. Returns whether the search must follow, by `reindexCollection` after the commit. Throws 404, 409 when somebody
 * saved another version since, 422 for a slug that is taken or belongs to a shoot.
 */
export const updateCollection = async (
  trx: Trx,
  id: number,
  { version, ...text }: CollectionText & { version: number },
  actor: StaffActor,
): Promise<boolean> => {
  await lockCollectionOrder(trx)
  const row = await lockCollection(trx, id)
  if (row.version !== version)
    throw refuse(
      409,
      'Somebody else saved changes to this collection. Check the history, then save again to overwrite them.',
    )
  const { name, slug, description, featured } = row
  const changes = diffFields<CollectionText>({ name, slug, description, featured }, text)
  if (Object.keys(changes).length === 0) return false
  if (text.slug !== slug) await requireFreeSlug(trx, row, text.slug)
  await trx
    .updateTable('collections')
    .set({ ...text, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await writeAuditEntry(trx, { ...actor, about: 'collection', about_key: id, action: 'edited', changes })
  return row.state === 'published' && (text.name !== name || text.slug !== slug)
}

const requireFreeSlug = async (trx: Trx, { id, kind }: { id: number; kind: string }, slug: string) => {
  // Ingested footage finds its shoot by the slug.
  if (kind === 'shoot') throw refuse.fields({ slug: ['A shoot keeps its address.'] })
  const conflict = await trx
    .selectFrom('collections')
    .where('slug', '=', slug)
    .where('id', '<>', id)
    .select('name')
    .executeTakeFirst()
  if (conflict) throw refuse.fields({ slug: [`“${conflict.name}” has this address.`] })
}

/** Sets the cover’s clip; null for the best clip. Throws 404, 409 for a clip of another collection. */
export const setCollectionCover = async (
  trx: Trx,
  id: number,
  clip_id: number | null,
  actor: StaffActor,
): Promise<void> => {
  const row = await lockCollection(trx, id)
  if (row.trailer_clip_id === clip_id) return
  if (clip_id !== null && !(await isMember(trx, row, clip_id)))
    throw refuse(409, 'This clip is not in the collection anymore.')
  await trx.updateTable('collections').set({ trailer_clip_id: clip_id }).where('id', '=', id).execute()
  const changes = { cover: [row.trailer_clip_id, clip_id] } as const
  await writeAuditEntry(trx, { ...actor, about: 'collection', about_key: id, action: 'cover_changed', changes })
}

const isMember = async (trx: Trx, { id, kind }: { id: number; kind: string }, clip_id: number): Promise<boolean> => {
  const query =
    kind === 'shoot'
      ? trx.selectFrom('clips').where('shoot_id', '=', id).where('id', '=', clip_id).select('id')
      : trx
          .selectFrom('collection_clips')
          .where('collection_id', '=', id)
          .where('clip_id', '=', clip_id)
          .select('clip_id')
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Publishes or withdraws a collection. Lists, menus, sitemaps and counts follow with its clip count, the search by
 * `reindexCollection` after the commit. Throws 404, 409 when its state does not allow the change.
 */
export const changeCollectionStatus = async (
  trx: Trx,
  id: number,
  move: CollectionStatusChange,
  actor: StaffActor,
): Promise<void> => {
  const row = await lockCuratedCollection(trx, id)
  const { from, to, action } = collectionStatusChanges[move]
  if (!from.some(state => state === row.state))
    throw refuse(409, `It is ${collectionStateLabels[row.state].toLowerCase()} already.`)
  if (move === 'publish' && !(await hasPublishedClip(trx, id)))
    throw refuse(409, 'None of its clips is published: nobody would see it.')
  await trx
    .updateTable('collections')
    // A collection is dated by its first publication.
    .set({ state: to, ...(row.state === 'draft' && { created_at: actor.now }) })
    .where('id', '=', id)
    .execute()
  await recountClips(trx, [id], [])
  await writeAuditEntry(trx, {
    ...actor,
    about: 'collection',
    about_key: id,
    action,
    changes: { state: [row.state, to] },
  })
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

/** Moves a curated collection before another, or to the end, in menus and lists. Throws 404, 409. */
export const reorderCollection = async (
  trx: Trx,
  id: number,
  before: number | null,
  actor: StaffActor,
): Promise<void> => {
  await lockCollectionOrder(trx)
  // Same lock order as `recountClips`.
  const { rows } = await sql<{ id: number; position: number; created_at: Date }>`
    select id, position, created_at from collections where kind = 'curated' order by id for no key update`.execute(trx)
  const ids = rows
    .toSorted((a, b) => a.position - b.position || b.created_at.getTime() - a.created_at.getTime() || a.id - b.id)
    .map(row => row.id)
  if (!ids.includes(id)) throw refuse.missing('collection')
  if (before !== null && !ids.includes(before))
    throw refuse(409, 'The collection that should follow it no longer exists.')
  const order = reorder(ids, [id], before)
  const positions = [ids.indexOf(id) + 1, order.indexOf(id) + 1] as const
  if (positions[0] === positions[1]) return
  await sql`
    update collections c set position = o.nth
    from unnest(${order}::int[]) with ordinality as o (id, nth)
    where c.id = o.id and c.position <> o.nth`.execute(trx)
  await writeAuditEntry(trx, {
    ...actor,
    about: 'collection',
    about_key: id,
    action: 'moved',
    changes: { place: positions },
  })
}
