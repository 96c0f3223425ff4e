/**
 * The link in every mail about updates that turns these mails off, in one click and without a login (RFC 8058). It is
 * signed for its user and this purpose alone, and never expires.
 */
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { isValidSignature, sign, type Secrets } from '#platform/security/secrets.server.ts'

import type { DigestPace } from '../digest-pace.ts'
import { isPlaceholderEmail } from '../placeholder-email.ts'
import { unknownLink } from './links.server.ts'
import { recordMailConsents } from './mail-consents.server.ts'
import { getEmailHint, loadNotificationSettings } from './preferences.server.ts'

const signedText = (user_id: number) => `unsubscribe\nupdates\n${user_id}`

export const createUnsubscribeUrl = ({ config, secret }: Pick<Deps, 'config' | 'secret'>, user_id: number): string =>
  `${config.public_url}/unsubscribe/${user_id}/${sign(secret, signedText(user_id))}`

type UnsubscribeLink = { user_id: number; token: string }

/** Throws 404 for a link that is truncated, invented or another user's, and once the account is deleted. */
const requireValidLink = async (db: Db | Trx, secret: Secrets, { user_id, token }: UnsubscribeLink) => {
  if (!isValidSignature(secret, signedText(user_id), token)) throw unknownLink()
  const user = await db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst()
  if (!user || isPlaceholderEmail(user.email)) throw unknownLink()
  return user
}

/** Loads whether the user of a link gets updates. */
export const loadSubscription = async (db: Db | Trx, secret: Secrets, link: UnsubscribeLink) => {
  const { email } = await requireValidLink(db, secret, link)
  const { digest_pace } = await loadNotificationSettings(db, link.user_id)
  return { email_hint: getEmailHint(email), digest_pace }
}

/** The frequency before updates were turned off. */
const loadPreviousPace = async (trx: Trx, user_id: number): Promise<DigestPace> => {
  const consent = await trx
    .selectFrom('mail_consents')
    .where('user_id', '=', user_id)
    .where('subject', '=', 'updates')
    .where('choice', '<>', 'never')
    .orderBy('id', 'desc')
    .select('choice')
    .$narrowType<{ choice: DigestPace }>()
    .executeTakeFirst()
  return consent?.choice ?? 'daily'
}

/** Turns updates off, or on again as often as before. Changes nothing when they are already. `shown_text`: null for a request of a mail program. */
export const setSubscription = async (
  trx: Trx,
  { secret, settings }: Pick<Deps, 'secret' | 'settings'>,
  link: UnsubscribeLink,
  { is_subscribed, shown_text, now }: { is_subscribed: boolean; shown_text: string | null; now: Date },
) => {
  const { user_id } = link
  await requireValidLink(trx, secret, link)
  await trx.selectFrom('users').where('id', '=', user_id).select('id').forUpdate().execute()
  const before = await loadNotificationSettings(trx, user_id)
  if ((before.digest_pace !== 'never') !== is_subscribed) {
    const digest_pace = is_subscribed ? await loadPreviousPace(trx, user_id) : 'never'
    await trx.updateTable('users').set({ digest_pace }).where('id', '=', user_id).execute()
    await recordMailConsents(
      trx,
      user_id,
      { before, after: { ...before, digest_pace } },
      { place: 'unsubscribe', shop: settings.company().name, shown_text, now },
    )
  }
  return loadSubscription(trx, secret, link)
}
