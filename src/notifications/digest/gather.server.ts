import type { DigestPace } from '#accounts/digest-pace.ts'
import type { Trx } from '#platform/database.server.ts'

import { digestKinds, type DigestAbout, type DigestKind } from './kinds.ts'

/**
 * Keeps a piece of news for everybody in `to`, in the transaction that makes it true; nothing for those who want none.
 * Answers whom to mail at once instead, where the news has a mail of its own.
 */
export const gather = async <K extends DigestKind>(
  trx: Trx,
  kind: K,
  about: DigestAbout[K],
  { to, now }: { to: readonly number[]; now: Date },
): Promise<number[]> => {
  if (to.length === 0) return []
  const people = await trx
    .selectFrom('users')
    .where('id', 'in', [...new Set(to)])
    .orderBy('id')
    .select(['id', 'digest_pace'])
    .$narrowType<{ digest_pace: DigestPace }>()
    .execute()
  const { at_once } = digestKinds[kind]
  const waits = (pace: DigestPace) => (pace === 'at_once' ? at_once === 'digest' : pace !== 'never')
  const items = people.filter(({ digest_pace }) => waits(digest_pace))
  if (items.length > 0)
    await trx
      .insertInto('digest_items')
      .values(items.map(({ id }) => ({ user_id: id, kind, about: JSON.stringify(about), at: now })))
      .execute()
  return at_once === 'own_mail' ? people.filter(({ digest_pace }) => digest_pace === 'at_once').map(({ id }) => id) : []
}
