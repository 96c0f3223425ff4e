/** The clips of a curated collection and their order. Every change waits for the one before it, so that two at once are two in a row. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'
import { placed } from '#platform/order.ts'
import { oneOf } from '#platform/prepared.server.ts'
import { refuse } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'

import { holdCurated } from './curate.server.ts'
import { most_members } from './curating.ts'
import { recount, rewriteClips } from './index.server.ts'
import { holdClips, type By } from './review.server.ts'

export const rewrite_collection_job = 'catalog.rewrite-collection'

type NotAdded = { id: number; text: string }
type Held = Awaited<ReturnType<typeof holdCurated>>

/** As the editors put them. */
export const orderOf = async (db: Db | Trx, collection_id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('collection_clips')
    .where('collection_id', '=', collection_id)
    .orderBy('position')
    .orderBy('clip_id')
    .select('clip_id')
    .execute()
  return rows.map(row => row.clip_id)
}

const writeOrder = (trx: Trx, collection_id: number, ids: readonly number[]) =>
  sql`
    update collection_clips k set position = o.nth
    from unnest(${ids}::int[]) with ordinality as o (clip_id, nth)
    where k.collection_id = ${collection_id} and k.clip_id = o.clip_id and k.position <> o.nth`.execute(trx)

/** What is not published stands in no search. */
const follow = async (trx: Trx, { id, state }: Held, clip_ids: readonly number[]) => {
  if (state !== 'published') return
  await rewriteClips(trx, clip_ids)
  await recount(trx, [id], [])
}

const listed = (ids: readonly number[]) => ids.join(', ')

/**
 * Puts clips before `before`, or at the end; says of each that does not come in why. At most `most_at_once`. Throws 404, 409 for
 * a shoot, or when it would hold too many.
 */
export const addClips = async (
  trx: Trx,
  id: number,
  { clip_ids, before = null }: { clip_ids: readonly number[]; before?: number | null },
  by: By,
): Promise<{ added: number[]; left: NotAdded[] }> => {
  const collection = await holdCurated(trx, id)
  const there = await orderOf(trx, id)
  const is_there = new Set(there)
  const wanted = [...new Set(clip_ids)]
  if (wanted.length === 0) return { added: [], left: [] }
  const clips = new Map((await holdClips(trx, wanted)).map(clip => [clip.id, clip.status]))
  const left = wanted.flatMap((clip_id): NotAdded[] => {
    const status = clips.get(clip_id)
    if (is_there.has(clip_id)) return [{ id: clip_id, text: 'It is in this collection already.' }]
    if (status === undefined) return [{ id: clip_id, text: 'There is no such clip.' }]
    return status === 'withdrawn' ? [{ id: clip_id, text: 'It is withdrawn.' }] : []
  })
  const added = wanted.filter(clip_id => !left.some(one => one.id === clip_id))
  if (added.length === 0) return { added, left }
  if (there.length + added.length > most_members)
    throw refuse(409, `A collection holds at most ${most_members.toLocaleString('en-US')} clips.`)
  await trx
    .insertInto('collection_clips')
    .values(added.map(clip_id => ({ collection_id: id, clip_id, position: 0 })))
    .execute()
  await writeOrder(trx, id, placed(there, added, before))
  await follow(trx, collection, added)
  const changes = { clips: [there.length, there.length + added.length], added: [null, listed(added)] } as const
  await logStaff(trx, { ...by, about: 'collection', about_key: id, action: 'Added clips', changes })
  return { added, left }
}

/** Takes clips out; what is out already stays so. Answers which were taken out now. Throws 404, 409 for a shoot. */
export const removeClips = async (trx: Trx, id: number, clip_ids: readonly number[], by: By): Promise<number[]> => {
  const collection = await holdCurated(trx, id)
  const there = await orderOf(trx, id)
  const removed = there.filter(clip_id => clip_ids.includes(clip_id))
  if (removed.length === 0) return removed
  await holdClips(trx, removed)
  await sql`delete from collection_clips where collection_id = ${id} and clip_id in ${oneOf(removed)}`.execute(trx)
  await follow(trx, collection, removed)
  const changes = { clips: [there.length, there.length - removed.length], removed: [null, listed(removed)] } as const
  await logStaff(trx, { ...by, about: 'collection', about_key: id, action: 'Removed clips', changes })
  return removed
}

/**
 * Moves a clip before another, or to the end. Throws 404, and 409 when one of the two has left the collection: whoever moved it
 * looks at an order that is no more.
 */
export const placeMember = async (
  trx: Trx,
  id: number,
  { clip_id, before }: { clip_id: number; before: number | null },
  by: By,
): Promise<void> => {
  await holdCurated(trx, id)
  const there = await orderOf(trx, id)
  if (!there.includes(clip_id)) throw refuse(409, 'Somebody took this clip out of the collection meanwhile.')
  if (before !== null && !there.includes(before))
    throw refuse(409, 'Somebody took the clip out that was to follow it. This is the order as it is now.')
  const order = placed(there, [clip_id], before)
  const places = [there.indexOf(clip_id) + 1, order.indexOf(clip_id) + 1] as const
  if (places[0] === places[1]) return
  await writeOrder(trx, id, order)
  const changes = { [`place of #${clip_id}`]: places }
  await logStaff(trx, { ...by, about: 'collection', about_key: id, action: 'Moved a clip', changes })
}

/** So many clips in one transaction. */
const batch = 200

/** The search learns anew what a collection is called, and whether it is to be found. For a job: it may have many clips. */
export const rewriteCollection = async (db: Db, id: number): Promise<void> => {
  for (let last = 0; ;) {
    const through = await db.transaction().execute(trx => rewriteSome(trx, id, last))
    if (through === undefined) return
    last = through
  }
}

/** All of them, also those in review: one that is being published is waited for. */
const rewriteSome = async (trx: Trx, id: number, after: number): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select id from clips c
    where id > ${after}
      and (shoot_id = ${id} or exists (select from collection_clips m where m.collection_id = ${id} and m.clip_id = c.id))
    order by id limit ${batch} for no key update`.execute(trx)
  const ids = rows.map(row => row.id)
  if (ids.length > 0) await rewriteClips(trx, ids)
  return ids.at(-1)
}
