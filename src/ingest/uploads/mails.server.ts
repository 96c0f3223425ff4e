import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import type { EventPayloads } from '#platform/jobs/outbox.server.ts'
import { formatDays } from '#platform/settings/retention-group.ts'

/** Mails a filmmaker's manager which clips the editors sent back and why; nothing if they no longer manage the filmmaker. */
export const sendSentBackMail = async (
  deps: Deps,
  { user_id, clip_ids, reason }: EventPayloads['clips.declined'],
): Promise<void> => {
  const { db, config, mail } = deps
  const rows = await db
    .selectFrom('clips as c')
    .innerJoin('filmmaker_members as p', 'p.filmmaker_id', 'c.filmmaker_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('c.id', 'in', clip_ids)
    .where('p.user_id', '=', user_id)
    // Skip clips that have changed since.
    .where('c.status', '=', 'draft')
    .where('c.review_note', '=', reason)
    .select(['c.id', 'c.name', 'u.email'])
    .orderBy('c.id')
    .execute()
  const [recipient] = rows
  if (!recipient) return
  const { sentBackMail } = await import('./parts/upload-mails.tsx')
  const clips = rows.map(({ id, name }) => ({ id, name }))
  const content = sentBackMail({ clips, reason, public_url: config.public_url })
  await mail.send({ to: recipient.email, content })
}

/** Lists those of the user's uploads with a failed check, without those of filmmakers whom they no longer manage. */
const listFailedUploads = async (db: Db, user_id: number, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('uploads as u')
        .where('u.id', 'in', ids)
        .where('u.user_id', '=', user_id)
        .where('u.state', '=', 'failed')
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb('u.by_staff', '=', true),
            exists(
              selectFrom('filmmaker_members as p')
                .whereRef('p.filmmaker_id', '=', 'u.filmmaker_id')
                .whereRef('p.user_id', '=', 'u.user_id')
                .select('p.user_id'),
            ),
          ]),
        )
        .select(['u.id', 'u.file_name', 'u.by_staff'])
        .orderBy('u.id')
        .execute()

/** Mails the sender which of their uploads could not be checked; skips those that have changed since. */
export const sendChecksFailedMail = async (
  deps: Deps,
  { user_id, upload_ids }: EventPayloads['uploads.failed'],
): Promise<void> => {
  const { db, config, mail, settings } = deps
  const files = await listFailedUploads(db, user_id, upload_ids)
  const recipient = await db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst()
  if (files.length === 0 || !recipient) return
  const { checkFailedMail } = await import('./parts/upload-mails.tsx')
  const retention = formatDays(settings.current().retention.unfinished_uploads_days)
  const content = checkFailedMail({ files, retention, public_url: config.public_url })
  await mail.send({ to: recipient.email, content })
}
