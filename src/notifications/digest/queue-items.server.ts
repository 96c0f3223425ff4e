import type { DigestPace } from '#accounts/digest-pace.ts'
import type { Trx } from '#platform/db/database.server.ts'

import { digestKinds, type DigestPayloads, type DigestKind } from './kinds.ts'

/**
 * Queues a digest item for every user in `to`, in the transaction of the change that it reports, except for users who opted out.
 * Returns the users to mail immediately instead, for kinds with a mail of their own.
 */
export const queueDigestItems = async <K extends DigestKind>(
  trx: Trx,
  kind: K,
  payload: DigestPayloads[K],
  { to, now }: { to: readonly number[]; now: Date },
): Promise<number[]> => {
  if (to.length === 0) return []
  const users = await trx
    .selectFrom('users')
    .where('id', 'in', [...new Set(to)])
    .orderBy('id')
    .select(['id', 'digest_pace'])
    .$narrowType<{ digest_pace: DigestPace }>()
    .execute()
  const { immediate } = digestKinds[kind]
  const isQueued = (pace: DigestPace) => (pace === 'immediate' ? immediate === 'digest' : pace !== 'never')
  const items = users.filter(({ digest_pace }) => isQueued(digest_pace))
  if (items.length > 0)
    await trx
      .insertInto('digest_items')
      .values(items.map(({ id }) => ({ user_id: id, kind, payload: JSON.stringify(payload), created_at: now })))
      .execute()
  return immediate === 'own_mail'
    ? users.filter(({ digest_pace }) => digest_pace === 'immediate').map(({ id }) => id)
    : []
}
