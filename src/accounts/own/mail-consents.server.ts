/** The record of what users chose about mails: when, for which address, and beside which text. */
import type { Db, Trx } from '#platform/db/database.server.ts'

import type { DigestPace } from '../digest-pace.ts'
import { mailChoiceTexts } from '../preference-labels.ts'
import { preferenceSlugs, type PreferenceSlug } from '../preferences.ts'

/** Where a user chose. `preferences_link` is the page that a mail's link opens. */
export type ConsentPlace = 'registration' | 'onboarding' | 'preferences' | 'preferences_link' | 'unsubscribe'

export type MailChoices = { email_preferences: readonly PreferenceSlug[]; digest_pace: DigestPace }

type ConsentContext = {
  place: ConsentPlace
  /** The name of the shop, as the texts say it. */
  shop: string
  /** The text that was shown, where it is not that of each choice; null for none. */
  shown_text?: string | null
  now: Date
}

/** Records each choice that differs from before. */
export const recordMailConsents = async (
  trx: Trx,
  user_id: number,
  { before, after }: { before: MailChoices; after: MailChoices },
  { place, shop, shown_text, now }: ConsentContext,
): Promise<void> => {
  const texts = mailChoiceTexts(shop)
  const changes = [
    ...preferenceSlugs
      .filter(slug => before.email_preferences.includes(slug) !== after.email_preferences.includes(slug))
      .map(slug => ({
        subject: slug as string,
        choice: after.email_preferences.includes(slug) ? 'yes' : 'no',
        text: texts.lists[slug],
      })),
    ...(before.digest_pace === after.digest_pace
      ? []
      : [{ subject: 'updates', choice: after.digest_pace as string, text: texts.paces[after.digest_pace] }]),
  ]
  if (changes.length === 0) return
  const { email } = await trx.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirstOrThrow()
  await trx
    .insertInto('mail_consents')
    .values(
      changes.map(({ text, ...change }) => ({
        ...change,
        user_id,
        email,
        shown_text: shown_text === undefined ? text : shown_text,
        place,
        at: now,
      })),
    )
    .execute()
}

/** Lists the records of a user, oldest first. */
export const listMailConsents = (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('mail_consents')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .select(['subject', 'choice', 'shown_text', 'email', 'place', 'at'])
    .execute()
