/** Uploads that nobody goes on with, and what lies on the disk without belonging to any. */
import { readdir } from 'node:fs/promises'

import { gather } from '#notifications/digest/gather.server.ts'
import type { Deps } from '#platform/deps.ts'
import { record } from '#platform/outbox.server.ts'

import { no_progress } from './check.server.ts'
import { kept_ms, refused_kept_ms } from './limits.ts'
import { dropPieces, uploadsFolder } from './pieces.server.ts'
import { check_job } from './queue.ts'

const failed_text =
  'We could not check this file: something broke on our side, not in your file. All of it is here still, so you need not send it again.'

type Tools = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>

/** Forgets what was begun and left, and old refusals; the pieces of whatever is gone go with it. */
export const sweepUploads = async ({ db, clock, config }: Tools): Promise<void> => {
  const now = clock.now().getTime()
  await db
    .deleteFrom('uploads')
    .where(eb =>
      eb.or([
        eb.and([eb('state', 'in', ['uploading', 'failed']), eb('touched_at', '<', new Date(now - kept_ms))]),
        eb.and([eb('state', '=', 'refused'), eb('touched_at', '<', new Date(now - refused_kept_ms))]),
      ]),
    )
    .execute()
  const names = (await readdir(uploadsFolder({ config })).catch(() => [])).filter(name => /^\d{1,9}$/.test(name))
  for (const id of names.map(Number)) {
    const used = await db
      .selectFrom('uploads')
      .where('id', '=', id)
      .where('state', 'in', ['uploading', 'checking', 'failed'])
      .select('id')
      .executeTakeFirst()
    if (!used) await dropPieces({ config }, id)
  }
}

/**
 * A check that waits in no queue was given up: it failed too often, and lies among the dead letters or was put aside by one of
 * us. It is not begun again behind their back: the upload ends with a word for its sender, who is told and may have it tried again.
 */
export const endLostChecks = async ({ db, clock, jobs }: Tools): Promise<void> => {
  const checking = await db
    .selectFrom('uploads')
    .where('state', '=', 'checking')
    .select('id')
    .orderBy('touched_at')
    .execute()
  const lost: number[] = []
  for (const { id } of checking) if (!(await jobs.waits(check_job, String(id)))) lost.push(id)
  if (lost.length === 0) return
  const now = clock.now()
  await db.transaction().execute(async trx => {
    const failed = await trx
      .updateTable('uploads')
      .set({ state: 'failed', reason: failed_text, ...no_progress, touched_at: now })
      .where('id', 'in', lost)
      // What ended between the questions is `checking` no more.
      .where('state', '=', 'checking')
      .returning(['id', 'user_id'])
      .execute()
    for (const [user_id, theirs] of Map.groupBy(failed, upload => upload.user_id)) {
      if (user_id === null) continue
      const upload_ids = theirs.map(({ id }) => id).toSorted((one, other) => one - other)
      const at_once = await gather(trx, 'uploads.failed', { upload_ids }, { to: [user_id], now })
      if (at_once.length > 0) await record(trx, 'uploads.failed', { user_id, upload_ids })
    }
  })
}
