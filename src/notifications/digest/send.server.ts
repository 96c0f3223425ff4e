/** Sends one digest: what was gathered is read again, and what is true of it goes into one mail. */
import type { DigestPace } from '#accounts/digest-pace.ts'
import { preferencesAddress } from '#accounts/own/preferences.server.ts'
import { suspended_role } from '#accounts/suspension.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import type { Mail } from '#platform/mail.server.ts'

import type { DigestItem } from './kinds.ts'
import type { DigestParts, DigestSection } from './part.ts'

/** Never sends twice, however often it is asked to. Throws when it must be tried again. */
export const sendDigest = async (deps: Deps, parts: DigestParts, digest_id: number): Promise<void> => {
  const { db, clock, mail } = deps
  const drawn = await draw(deps, parts, digest_id)
  if (!drawn || !(await take(db, digest_id, clock.now()))) return
  try {
    await mail.send(drawn)
  } catch (error) {
    await db.updateTable('digests').set({ taken_at: null }).where('id', '=', digest_id).execute()
    throw error
  }
  await db.updateTable('digests').set({ sent_at: clock.now() }).where('id', '=', digest_id).execute()
}

/** undefined: there is nothing to say, or nobody to say it to. */
const draw = async (deps: Deps, parts: DigestParts, digest_id: number): Promise<Mail | undefined> => {
  const { db, config } = deps
  const digest = await db
    .selectFrom('digests')
    .where('id', '=', digest_id)
    .select(['user_id', 'week'])
    .executeTakeFirst()
  const person = digest && (await readerOf(db, digest.user_id))
  if (!person) return undefined
  const sections = await sectionsOf(deps, parts, { ...person, digest_id, tells_week: digest.week !== null })
  if (sections.length === 0) return undefined
  const { digestMail } = await import('../parts/digest-mail.tsx')
  const { public_url } = config
  const preferences = await preferencesAddress(deps, person.user_id)
  const { email: to, digest_pace } = person
  return { to, ...(await digestMail({ sections, digest_pace, public_url, preferences })) }
}

/** Right before it is sent. false: somebody else has it, or had it and vanished. Then it may have gone out (decision 297). */
const take = async (db: Db, id: number, now: Date): Promise<boolean> => {
  const taken = await db
    .updateTable('digests')
    .set({ taken_at: now })
    .where('id', '=', id)
    .where('taken_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (taken) return true
  const lost = await db
    .selectFrom('digests')
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (lost) console.error(`notifications: digest ${id} was being sent and is not known to have gone out`)
  return false
}

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
