/** Sends one digest: what was gathered is read again, and what is true of it goes into one mail. */
import type { DigestPace } from '#accounts/digest-pace.ts'
import { preferencesAddress } from '#accounts/own/preferences.server.ts'
import { suspended_role } from '#accounts/suspension.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import type { DigestItem } from './kinds.ts'
import type { DigestParts, DigestSection } from './part.ts'

/** Never sends twice, however often it is asked to. Throws when it must be tried again. */
export const sendDigest = async (deps: Deps, parts: DigestParts, digest_id: number): Promise<void> => {
  const { db, clock, config, mail } = deps
  const taken = await take(db, digest_id, clock.now())
  const person = taken && (await readerOf(db, taken.user_id))
  if (!person) return
  try {
    const sections = await sectionsOf(deps, parts, { ...person, digest_id, tells_week: taken.week !== null })
    if (sections.length === 0) return
    const { digestMail } = await import('../parts/digest-mail.tsx')
    const { public_url } = config
    const preferences = await preferencesAddress(deps, person.user_id)
    const { email: to, digest_pace } = person
    await mail.send({ to, ...(await digestMail({ sections, digest_pace, public_url, preferences })) })
  } catch (error) {
    await db.updateTable('digests').set({ taken_at: null }).where('id', '=', digest_id).execute()
    throw error
  }
  await db.updateTable('digests').set({ sent_at: clock.now() }).where('id', '=', digest_id).execute()
}

/** undefined: somebody else has it, or had it and vanished. Then it may have gone out (decision 297). */
const take = (db: Db, id: number, now: Date) =>
  db
    .updateTable('digests')
    .set({ taken_at: now })
    .where('id', '=', id)
    .where('taken_at', 'is', null)
    .returning(['user_id', 'week'])
    .executeTakeFirst()

/** undefined for whoever has left, wants none by now, or is suspended. */
const readerOf = async (db: Db, user_id: number) => {
  const found = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .where('email_verified_at', 'is not', null)
    .where('digest_pace', '<>', 'never')
    .select(['id as user_id', 'email', 'digest_pace', 'platform_roles'])
    .$narrowType<{ digest_pace: DigestPace }>()
    .executeTakeFirst()
  return found?.platform_roles.includes(suspended_role) ? undefined : found
}

type Asked = { user_id: number; digest_id: number; tells_week: boolean }

const sectionsOf = async (
  deps: Deps,
  { parts, week }: DigestParts,
  { user_id, digest_id, tells_week }: Asked,
): Promise<DigestSection[]> => {
  const rows = await deps.db
    .selectFrom('digest_items')
    .where('digest_id', '=', digest_id)
    .orderBy('id')
    .select(['kind', 'about', 'at'])
    .execute()
  const items = rows as unknown as DigestItem[]
  const reader = { user_id }
  const sections: DigestSection[] = []
  for (const { kinds, section } of parts) {
    const theirs = items.filter(({ kind }) => kinds.includes(kind))
    const said = theirs.length > 0 ? await section(deps, reader, theirs) : undefined
    if (said && said.lines.length > 0) sections.push(said)
  }
  const said = tells_week ? await week.section(deps, reader) : undefined
  return said ? [...sections, said] : sections
}
