/** Sends one digest: reads its items again and puts those that still apply into one mail. */
import type { DigestPace } from '#accounts/digest-pace.ts'
import { createPreferencesUrl } from '#accounts/own/preferences.server.ts'
import { createUnsubscribeUrl } from '#accounts/own/unsubscribe.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import type { Mail } from '#platform/mail/mail.server.ts'
import { hasAnyRole } from '#platform/platform-roles.ts'

import type { DigestItem } from './kinds.ts'
import type { DigestParts, DigestSection } from './part.ts'

/** Never sends twice, however often it is called. Throws if it has to be retried. */
export const sendDigest = async (deps: Deps, parts: DigestParts, digest_id: number): Promise<void> => {
  const { db, clock, mail } = deps
  const message = await renderDigest(deps, parts, digest_id)
  if (!message || !(await claimDigest(db, digest_id, clock.now()))) return
  try {
    await mail.send(message)
  } catch (error) {
    await db.updateTable('digests').set({ claimed_at: null }).where('id', '=', digest_id).execute()
    throw error
  }
  await db.updateTable('digests').set({ sent_at: clock.now() }).where('id', '=', digest_id).execute()
}

/** Returns undefined if there is nothing to report or nobody to report it to. */
const renderDigest = async (deps: Deps, parts: DigestParts, digest_id: number): Promise<Mail | undefined> => {
  const { db, config } = deps
  const digest = await db
    .selectFrom('digests')
    .where('id', '=', digest_id)
    .select(['user_id', 'week'])
    .executeTakeFirst()
  const reader = digest && (await findReader(db, digest.user_id))
  if (!reader) return undefined
  const sections = await buildSections(deps, parts, { ...reader, digest_id, includes_week: digest.week !== null })
  if (sections.length === 0) return undefined
  const { digestMail } = await import('../parts/digest-mail.tsx')
  const { public_url } = config
  const preferences = await createPreferencesUrl(deps, reader.user_id)
  const { email: to, digest_pace } = reader
  const unsubscribe = createUnsubscribeUrl(deps, reader.user_id)
  return { to, unsubscribe, content: digestMail({ sections, digest_pace, public_url, preferences, unsubscribe }) }
}

/**
 * Claims the digest right before it is sent. Returns false if another worker has claimed it. If that one died, the mail may have
 * gone out (decision 6).
 */
const claimDigest = async (db: Db, id: number, now: Date): Promise<boolean> => {
  const claimed = await db
    .updateTable('digests')
    .set({ claimed_at: now })
    .where('id', '=', id)
    .where('claimed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (claimed) return true
  const interrupted = await db
    .selectFrom('digests')
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (interrupted)
    console.error(`notifications: digest ${id} was interrupted while it was sent and may not have gone out`)
  return false
}

/** Returns undefined for users who left, opted out or are suspended. */
const findReader = async (db: Db, user_id: number) => {
  const reader = await db
    .selectFrom('users')
    .where('id', '=', user_id)
    .where('email_verified_at', 'is not', null)
    .where('digest_pace', '<>', 'never')
    .select(['id as user_id', 'email', 'digest_pace', 'platform_roles'])
    .$narrowType<{ digest_pace: DigestPace }>()
    .executeTakeFirst()
  return reader && hasAnyRole(reader.platform_roles, 'suspended') ? undefined : reader
}

type DigestSectionsInput = { user_id: number; digest_id: number; includes_week: boolean }

const buildSections = async (
  deps: Deps,
  { parts, week }: DigestParts,
  { user_id, digest_id, includes_week }: DigestSectionsInput,
): Promise<DigestSection[]> => {
  const rows = await deps.db
    .selectFrom('digest_items')
    .where('digest_id', '=', digest_id)
    .orderBy('id')
    .select(['kind', 'payload', 'created_at'])
    .execute()
  const items = rows as unknown as DigestItem[]
  const reader = { user_id }
  const sections: DigestSection[] = []
  for (const { kinds, section } of parts) {
    const partItems = items.filter(({ kind }) => kinds.includes(kind))
    const content = partItems.length > 0 ? await section(deps, reader, partItems) : undefined
    if (content && content.lines.length > 0) sections.push(content)
  }
  const content = includes_week ? await week.section(deps, reader) : undefined
  return content ? [...sections, content] : sections
}
