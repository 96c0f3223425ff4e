/** Uploads that nobody goes on with, and what lies on the disk without belonging to any. */
import { readdir } from 'node:fs/promises'

import type { Deps } from '#platform/deps.ts'

import { kept_ms, refused_kept_ms } from './limits.ts'
import { dropPieces, uploadsFolder } from './pieces.server.ts'
import { check_job } from './queue.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>

/** A check that nobody works on for so long was lost: its process died for good, or ffmpeg came later. */
const lost_after_ms = 3_600_000

/** Forgets what was begun and left, and old refusals; the pieces of whatever is gone go with it. */
export const sweepUploads = async ({ db, clock, config }: Tools): Promise<void> => {
  const now = clock.now().getTime()
  await db
    .deleteFrom('uploads')
    .where(eb =>
      eb.or([
        eb.and([eb('state', '=', 'uploading'), eb('touched_at', '<', new Date(now - kept_ms))]),
        eb.and([eb('state', '=', 'refused'), eb('touched_at', '<', new Date(now - refused_kept_ms))]),
      ]),
    )
    .execute()
  const names = (await readdir(uploadsFolder({ config })).catch(() => [])).filter(name => /^\d{1,9}$/.test(name))
  for (const id of names.map(Number)) {
    const used = await db
      .selectFrom('uploads')
      .where('id', '=', id)
      .where('state', 'in', ['uploading', 'checking'])
      .select('id')
      .executeTakeFirst()
    if (!used) await dropPieces({ config }, id)
  }
}

/** Has those checked again that wait in no queue. */
export const findLostChecks = async ({ db, clock, jobs }: Tools): Promise<void> => {
  const before = new Date(clock.now().getTime() - lost_after_ms)
  const lost = await db
    .selectFrom('uploads')
    .where('state', '=', 'checking')
    .where('touched_at', '<', before)
    .select('id')
    .orderBy('id')
    .limit(100)
    .execute()
  for (const { id } of lost) await jobs.send(check_job, { id }, { singletonKey: String(id) })
}
