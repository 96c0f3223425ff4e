/** The clips of a curated collection and their order. Changes to one collection run one at a time. */
import { sql } from 'kysely'

import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { sqlList } from '#platform/db/prepared-statements.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { reorder } from '#platform/reorder.ts'

import { MAX_MEMBERS } from './collection-states.ts'
import { lockCuratedCollection } from './curated-collections.server.ts'
import { lockClips, type StaffActor } from './review.server.ts'
import { recountClips, reindexClips, reindexClipsWhere } from './search-index.server.ts'

export const REINDEX_COLLECTION_JOB = 'catalog.reindex-collection'

type SkippedMember = { id: number; text: string }
type LockedCollection = Awaited<ReturnType<typeof lockCuratedCollection>>

/** Returns the clip ids in the editors’ order. */
export const loadMemberIds = async (db: Db | Trx, collection_id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('collection_clips')
    .where('collection_id', '=', collection_id)
    .orderBy('position')
    .orderBy('clip_id')
    .select('clip_id')
    .execute()
  return rows.map(row => row.clip_id)
}

const saveMemberOrder = (trx: Trx, collection_id: number, ids: readonly number[]) =>
  sql`
    update collection_clips k set position = o.nth
    from unnest(${ids}::int[]) with ordinality as o (clip_id, nth)
    where k.collection_id = ${collection_id} and k.clip_id = o.clip_id and k.position <> o.nth`.execute(trx)

/** Updates the search; an unpublished collection is not in it. */
const updateSearch = async (trx: Trx, { id, state }: LockedCollection, clip_ids: readonly number[]) => {
  if (state !== 'published') return
  await reindexClips(trx, clip_ids)
  await recountClips(trx, [id], [])
}

const joinIds = (ids: readonly number[]) => ids.join(', ')

/**
 * Adds clips before `before`, or at the end, and returns why some were skipped. At most `MAX_CLIPS_PER_REQUEST` clips. Throws
 * 404, 409 for a shoot, or when the collection would hold too many.
 */
export const addCollectionClips = async (
  trx: Trx,
  id: number,
  { clip_ids, before = null }: { clip_ids: readonly number[]; before?: number | null },
  actor: StaffActor,
): Promise<{ added: number[]; left: SkippedMember[] }> => {
  const collection = await lockCuratedCollection(trx, id)
  const memberIds = await loadMemberIds(trx, id)
  const existing = new Set(memberIds)
  const requestedIds = [...new Set(clip_ids)]
  if (requestedIds.length === 0) return { added: [], left: [] }
  const clips = new Map((await lockClips(trx, requestedIds)).map(clip => [clip.id, clip.status]))
  const left = requestedIds.flatMap((clip_id): SkippedMember[] => {
    const status = clips.get(clip_id)
    if (existing.has(clip_id)) return [{ id: clip_id, text: 'It is in this collection already.' }]
    if (status === undefined) return [{ id: clip_id, text: 'There is no such clip.' }]
    return status === 'withdrawn' ? [{ id: clip_id, text: 'It is withdrawn.' }] : []
  })
  const added = requestedIds.filter(clip_id => !left.some(skipped => skipped.id === clip_id))
  if (added.length === 0) return { added, left }
  if (memberIds.length + added.length > MAX_MEMBERS)
    throw refuse(409, `A collection holds at most ${MAX_MEMBERS.toLocaleString('en-US')} clips.`)
  await trx
    .insertInto('collection_clips')
    .values(added.map(clip_id => ({ collection_id: id, clip_id, position: 0 })))
    .execute()
  await saveMemberOrder(trx, id, reorder(memberIds, added, before))
  await updateSearch(trx, collection, added)
  const changes = { clips: [memberIds.length, memberIds.length + added.length], added: [null, joinIds(added)] } as const
  await writeAuditEntry(trx, { ...actor, about: 'collection', about_key: id, action: 'clips_added', changes })
  return { added, left }
}

/** Removes clips that are in the collection. Returns the removed ids. Throws 404, 409 for a shoot. */
export const removeCollectionClips = async (
  trx: Trx,
  id: number,
  clip_ids: readonly number[],
  actor: StaffActor,
): Promise<number[]> => {
  const collection = await lockCuratedCollection(trx, id)
  const memberIds = await loadMemberIds(trx, id)
  const removedIds = memberIds.filter(clip_id => clip_ids.includes(clip_id))
  if (removedIds.length === 0) return removedIds
  await lockClips(trx, removedIds)
  await sql`delete from collection_clips where collection_id = ${id} and clip_id in ${sqlList(removedIds)}`.execute(trx)
  await updateSearch(trx, collection, removedIds)
  const changes = {
    clips: [memberIds.length, memberIds.length - removedIds.length],
    removed: [null, joinIds(removedIds)],
  } as const
  await writeAuditEntry(trx, { ...actor, about: 'collection', about_key: id, action: 'clips_removed', changes })
  return removedIds
}

/**
 * Moves a clip before another, or to the end. Throws 404, and 409 when one of the two has left the collection: the editor saw
 * an outdated order.
 */
export const reorderMember = async (
  trx: Trx,
  id: number,
  { clip_id, before }: { clip_id: number; before: number | null },
  actor: StaffActor,
): Promise<void> => {
  await lockCuratedCollection(trx, id)
  const memberIds = await loadMemberIds(trx, id)
  if (!memberIds.includes(clip_id)) throw refuse(409, 'Somebody took this clip out of the collection meanwhile.')
  if (before !== null && !memberIds.includes(before))
    throw refuse(409, 'Somebody took the clip out that was to follow it. This is the order as it is now.')
  const order = reorder(memberIds, [clip_id], before)
  const positions = [memberIds.indexOf(clip_id) + 1, order.indexOf(clip_id) + 1] as const
  if (positions[0] === positions[1]) return
  await saveMemberOrder(trx, id, order)
  const changes = { [`place of #${clip_id}`]: positions }
  await writeAuditEntry(trx, { ...actor, about: 'collection', about_key: id, action: 'clip_moved', changes })
}

/** Reindexes the clips of a collection after it was renamed, published or withdrawn. Runs as a job: it may have many clips. */
export const reindexCollection = (db: Db, id: number): Promise<void> =>
  reindexClipsWhere(
    db,
    sql`(c.shoot_id = ${id} or exists (select from collection_clips m where m.collection_id = ${id} and m.clip_id = c.id))`,
  )
