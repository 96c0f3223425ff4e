import type { Deps } from '#platform/deps.ts'
import type { Events } from '#platform/outbox.server.ts'

type Reader = { email: string; clips: { id: number; name: string }[] }

/** Tells whoever looks after a filmmaker which of their clips our editors sent back, and why. */
export const mailSentBack = async (
  { db, config, mail }: Deps,
  { clip_ids, reason }: Events['clips.sent_back'],
): Promise<void> => {
  if (clip_ids.length === 0) return
  const rows = await db
    .selectFrom('clips as c')
    .innerJoin('filmmaker_people as p', 'p.filmmaker_id', 'c.filmmaker_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('c.id', 'in', clip_ids)
    // What went on since is no news any more.
    .where('c.status', '=', 'draft')
    .where('c.review_note', '=', reason)
    .select(['c.id', 'c.name', 'u.email'])
    .orderBy('c.id')
    .execute()
  const readers = [...Map.groupBy(rows, ({ email }) => email)].map(([email, clips]): Reader => ({ email, clips }))
  if (readers.length === 0) return
  const { sentBackMail } = await import('./parts/sent-back-mail.tsx')
  for (const { email, clips } of readers)
    await mail.send({ to: email, ...(await sentBackMail({ clips, reason, public_url: config.public_url })) })
}
