/** Status changes of clips by editors, each with an audit entry and a search update in the same transaction. */
import { queueDigestItems } from '#notifications/digest/queue-items.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { clipStatusChanges, explainRefusedChange, type ClipStatusChange, type ClipState } from './review.ts'
import { indexClips } from './search-index.server.ts'

export type StaffActor = { staff_user_id: number; reason: string; now: Date }
type SkippedClip = { id: number; name: string; text: string }

/** Loads clips and locks them until the transaction ends, in the order of their ids. */
export const lockClips = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('clips')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forNoKeyUpdate()
    .selectAll()
    .$narrowType<{ status: ClipState }>()
    .execute()

/** Changes the status of clips whose state allows it, and returns why others were skipped. Unknown ids are left out. */
export const changeClipStatus = async (
  trx: Trx,
  { clip_ids, move }: { clip_ids: readonly number[]; move: ClipStatusChange },
  actor: StaffActor,
): Promise<{ moved: number[]; left: SkippedClip[] }> => {
  const { from, to, action, needs_reason } = clipStatusChanges[move]
  const clips = await lockClips(trx, clip_ids)
  const moved = clips.filter(({ status }) => status === from).map(({ id }) => id)
  const left = clips.flatMap(({ id, name, status }) => {
    const text = explainRefusedChange(status, move)
    return text === undefined ? [] : [{ id, name, text }]
  })
  if (moved.length === 0) return { moved, left }
  await trx
    .updateTable('clips')
    .set(clip => ({
      status: to,
      review_note: needs_reason ? actor.reason : '',
      updated_at: actor.now,
      // The date of the first publication stays.
      ...(to === 'published' && { published_at: clip.fn.coalesce('published_at', clip.val(actor.now)) }),
    }))
    .where('id', 'in', moved)
    .execute()
  await indexClips(trx, moved)
  for (const id of moved)
    await writeAuditEntry(trx, { ...actor, about: 'clip', about_key: id, action, changes: { state: [from, to] } })
  await notifyFilmmakers(trx, moved, move, actor)
  if (move === 'withdraw') await recordEvent(trx, 'clips.withdrawn', { clip_ids: moved })
  return { moved, left }
}

/** Notifies the users of each clip’s filmmaker; sent-back clips are mailed at once, because they wait for the filmmaker. */
const notifyFilmmakers = async (
  trx: Trx,
  moved: readonly number[],
  move: ClipStatusChange,
  { reason, now }: StaffActor,
) => {
  const clips = await trx
    .selectFrom('clips as c')
    .innerJoin('filmmaker_members as p', 'p.filmmaker_id', 'c.filmmaker_id')
    .where('c.id', 'in', moved)
    .orderBy('p.user_id')
    .orderBy('c.id')
    .select(['c.id', 'p.user_id'])
    .execute()
  for (const [user_id, userClips] of Map.groupBy(clips, clip => clip.user_id)) {
    const delivery = { to: [user_id], now }
    const clip_ids = userClips.map(({ id }) => id)
    if (move === 'publish' || move === 'bring_back')
      await queueDigestItems(trx, 'clips.published', { clip_ids }, delivery)
    if (move === 'withdraw') await queueDigestItems(trx, 'clips.withdrawn', { clip_ids, reason }, delivery)
    // One event per user, so that a failed mail is retried alone.
    if (move === 'send_back') await recordEvent(trx, 'clips.declined', { user_id, clip_ids, reason })
  }
}
