/** Deletes abandoned uploads and their files, and ends lost checks. */
import { readdir } from 'node:fs/promises'

import type { Deps } from '#platform/deps.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { retentionCutoff } from '#platform/settings/retention-group.ts'

import { clearedProgress } from './check.server.ts'
import { deletePieces, uploadsFolder } from './pieces.server.ts'
import { CHECK_JOB } from './queue.ts'

const FAILED_TEXT =
  'We could not check this file: something went wrong on our side, not with your file. We still have everything, so you don’t need to upload it again.'

type UploadSweepDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs' | 'settings'>

/** Deletes abandoned uploads, old refusals, and pieces without an upload. */
export const sweepUploads = async ({ db, clock, config, settings }: UploadSweepDeps): Promise<void> => {
  const now = clock.now()
  const { uploads_days, unfinished_uploads_days } = settings.current().retention
  await db
    .deleteFrom('uploads')
    .where(eb =>
      eb.or([
        eb.and([
          eb('state', 'in', ['uploading', 'failed']),
          eb('updated_at', '<', retentionCutoff(now, unfinished_uploads_days)),
        ]),
        eb.and([eb('state', '=', 'refused'), eb('updated_at', '<', retentionCutoff(now, uploads_days))]),
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
    if (!used) await deletePieces({ config }, id)
  }
}

/**
 * Fails uploads in `checking` without a queued job: the job failed too often and is a dead letter, or staff discarded it.
 * It is not restarted automatically; the sender is notified and can retry it.
 */
export const endLostChecks = async ({ db, clock, jobs }: UploadSweepDeps): Promise<void> => {
  const checking = await db
    .selectFrom('uploads')
    .where('state', '=', 'checking')
    .select('id')
    .orderBy('updated_at')
    .execute()
  const lost: number[] = []
  for (const { id } of checking) if (!(await jobs.isPending(CHECK_JOB, String(id)))) lost.push(id)
  if (lost.length === 0) return
  const now = clock.now()
  await db.transaction().execute(async trx => {
    const failed = await trx
      .updateTable('uploads')
      .set({ state: 'failed', reason: FAILED_TEXT, ...clearedProgress, updated_at: now })
      .where('id', 'in', lost)
      // Skip checks that have ended since the query above.
      .where('state', '=', 'checking')
      .returning(['id', 'user_id'])
      .execute()
    for (const [user_id, uploads] of Map.groupBy(failed, upload => upload.user_id)) {
      if (user_id === null) continue
      const upload_ids = uploads.map(({ id }) => id).toSorted((a, b) => a - b)
      await recordEvent(trx, 'uploads.failed', { user_id, upload_ids })
    }
  })
}
