/** Our editors decide about clips: each decision with who, when and why, the search in the same transaction. */
import { gather } from '#notifications/digest/gather.server.ts'
import type { Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'
import { logStaff } from '#platform/staff-log.server.ts'

import { indexClips } from './index.server.ts'
import { clipMoves, whyNot, type ClipMove, type ClipState } from './review.ts'

export type By = { staff_user_id: number; reason: string; now: Date }
type Left = { id: number; name: string; text: string }

/** The clips that there are, held until the end, in one order. */
export const holdClips = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('clips')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forNoKeyUpdate()
    .selectAll()
    .$narrowType<{ status: ClipState }>()
    .execute()

/** Moves those that can make the move; the others stay as they are and say why. What is not there is left out. */
export const moveClips = async (
  trx: Trx,
  { clip_ids, move }: { clip_ids: readonly number[]; move: ClipMove },
  by: By,
): Promise<{ moved: number[]; left: Left[] }> => {
  const { from, to, action, needs_reason } = clipMoves[move]
  const clips = await holdClips(trx, clip_ids)
  const moved = clips.filter(({ status }) => status === from).map(({ id }) => id)
  const left = clips.flatMap(({ id, name, status }) => {
    const text = whyNot(status, move)
    return text === undefined ? [] : [{ id, name, text }]
  })
  if (moved.length === 0) return { moved, left }
  await trx
    .updateTable('clips')
    .set(clip => ({
      status: to,
      review_note: needs_reason ? by.reason : '',
      updated_at: by.now,
      // The day of a first publication stays.
      ...(to === 'published' && { published_at: clip.fn.coalesce('published_at', clip.val(by.now)) }),
    }))
    .where('id', 'in', moved)
    .execute()
  await indexClips(trx, moved)
  for (const id of moved)
    await logStaff(trx, { ...by, about: 'clip', about_key: id, action, changes: { state: [from, to] } })
  await tellFilmmakers(trx, moved, move, by)
  if (move === 'withdraw') await record(trx, 'clips.withdrawn', { clip_ids: moved })
  return { moved, left }
}

/** News for each who looks after the filmmaker of one of them; what was sent back is mailed at once to whoever wants it so. */
const tellFilmmakers = async (trx: Trx, moved: readonly number[], move: ClipMove, { reason, now }: By) => {
  const clips = await trx
    .selectFrom('clips as c')
    .innerJoin('filmmaker_people as p', 'p.filmmaker_id', 'c.filmmaker_id')
    .where('c.id', 'in', moved)
    .orderBy('p.user_id')
    .orderBy('c.id')
    .select(['c.id', 'p.user_id'])
    .execute()
  for (const [user_id, theirs] of Map.groupBy(clips, clip => clip.user_id)) {
    const told = { to: [user_id], now }
    const clip_ids = theirs.map(({ id }) => id)
    if (move === 'publish' || move === 'bring_back') await gather(trx, 'clips.published', { clip_ids }, told)
    if (move === 'withdraw') await gather(trx, 'clips.withdrawn', { clip_ids, reason }, told)
    if (move !== 'send_back') continue
    const at_once = await gather(trx, 'clips.sent_back', { clip_ids, reason }, told)
    // One each: a mail that must be tried again is tried again alone.
    if (at_once.length > 0) await record(trx, 'clips.sent_back', { user_id, clip_ids, reason })
  }
}
