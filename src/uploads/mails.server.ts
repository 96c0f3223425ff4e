import type { Deps } from '#platform/deps.ts'
import type { Events } from '#platform/outbox.server.ts'

import { failedUploads } from './failed.server.ts'

/** Tells somebody who looks after a filmmaker which of their clips our editors sent back, and why; nothing once they do so no more. */
export const mailSentBack = async (
  { db, config, mail }: Deps,
  { user_id, clip_ids, reason }: Events['clips.sent_back'],
): Promise<void> => {
  const rows = await db
    .selectFrom('clips as c')
    .innerJoin('filmmaker_people as p', 'p.filmmaker_id', 'c.filmmaker_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('c.id', 'in', clip_ids)
    .where('p.user_id', '=', user_id)
    // What went on since is no news any more.
    .where('c.status', '=', 'draft')
    .where('c.review_note', '=', reason)
    .select(['c.id', 'c.name', 'u.email'])
    .orderBy('c.id')
    .execute()
  const [reader] = rows
  if (!reader) return
  const { sentBackMail } = await import('./parts/sent-back-mail.tsx')
  const clips = rows.map(({ id, name }) => ({ id, name }))
  await mail.send({ to: reader.email, ...(await sentBackMail({ clips, reason, public_url: config.public_url })) })
}

/** Tells whoever sent files that we could not check them; nothing of those that went on since. */
export const mailChecksFailed = async (
  { db, config, mail }: Deps,
  { user_id, upload_ids }: Events['uploads.failed'],
): Promise<void> => {
  const files = await failedUploads(db, user_id, upload_ids)
  const reader = await db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst()
  if (files.length === 0 || !reader) return
  const { checkFailedMail } = await import('./parts/check-failed-mail.tsx')
  await mail.send({ to: reader.email, ...(await checkFailedMail({ files, public_url: config.public_url })) })
}
