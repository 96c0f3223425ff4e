/** The daily mails to members who buy, and to the buyer, before a license ends. */

import { createPreferencesUrl } from '#accounts/own/preferences.server.ts'
import { createUnsubscribeUrl } from '#accounts/own/unsubscribe.server.ts'
import { queueDigestItems } from '#notifications/digest/queue-items.server.ts'
import { daysOverdue as daysSince } from '#orders/due.ts'
import { CLAIM_TIMEOUT_MS } from '#orders/mails.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'

import { type EndingLicense, selectEndingLicenses, summarizeLicense } from './ending-licenses.server.ts'
import { isReminderRecipient } from './recipients.ts'

/** 30 days and 7 days before the end; each is sent once. */
const endReminders = ['month', 'week'] as const
type EndReminder = (typeof endReminders)[number]

const daysBefore: Record<EndReminder, number> = { month: 30, week: 7 }

/** Licenses that end later than this need no reminder yet. */
const FIRST_REMINDER_DAYS = daysBefore.month

/**
 * Returns the current reminder; null before the first one, and once the license has ended. After a downtime only the latest
 * is sent. A license that was granted for less time than a reminder's lead has no such reminder.
 */
export const getCurrentEndReminder = (ends_at: Date, granted_at: Date, now: Date): EndReminder | null => {
  if (now >= ends_at) return null
  const daysLeft = -daysSince(ends_at, now)
  const reminder = daysLeft <= daysBefore.week ? 'week' : daysLeft <= daysBefore.month ? 'month' : null
  return reminder !== null && -daysSince(ends_at, granted_at) > daysBefore[reminder] ? reminder : null
}

type DueEndReminder = { license: EndingLicense; kind: EndReminder }

/** Sends one mail per member and workspace. Can run any number of times; throws when some mails could not be sent. */
export const sendEndReminders = async (deps: Deps): Promise<void> => {
  const { db, clock } = deps
  const now = clock.now()
  const until = new Date(now.getTime() + (FIRST_REMINDER_DAYS + 1) * DAY_MS)
  const ending = await selectEndingLicenses(db).where('l.ends_at', '>', now).where('l.ends_at', '<', until).execute()
  const due = ending.flatMap((license): DueEndReminder[] => {
    const kind = getCurrentEndReminder(license.ends_at, license.granted_at, now)
    return kind ? [{ license, kind }] : []
  })
  let failed = 0
  for (const [workspace_id, ends] of Map.groupBy(due, ({ license }) => license.workspace_id))
    for (const member of await listMembers(db, workspace_id)) {
      const relevant = ends.filter(({ license }) => isReminderRecipient(member, license))
      try {
        await sendReminder(deps, member, relevant)
      } catch (error) {
        // A failed mail does not keep the others from being sent.
        console.error(`orders: user ${member.user_id} will get the license reminder later: ${messageOf(error)}`)
        failed += 1
      }
    }
  if (failed > 0) throw new Error(`${failed} license reminders could not be sent.`)
}

const listMembers = (db: Db, workspace_id: number) =>
  db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .where('m.workspace_id', '=', workspace_id)
    .select(['m.user_id', 'm.role', 'u.email', 'w.name as workspace'])
    .orderBy('m.user_id')
    .execute()

type ReminderRecipient = Awaited<ReturnType<typeof listMembers>>[number]

const sendReminder = async (
  deps: Deps,
  recipient: ReminderRecipient,
  due: readonly DueEndReminder[],
): Promise<void> => {
  const { db, clock, config, mail } = deps
  const claimed = await db.transaction().execute(trx => claimImmediate(trx, recipient.user_id, due, clock.now()))
  if (claimed.length === 0) return
  const ids = claimed.map(({ license }) => license.id)
  try {
    const { licensesEndMail } = await import('./parts/licenses-end-mail.tsx')
    // The last reminder comes whatever the recipient chose, so a link in its mail would promise too much.
    const unsubscribe = claimed.every(({ kind }) => kind === 'month')
      ? createUnsubscribeUrl(deps, recipient.user_id)
      : undefined
    const content = licensesEndMail({
      workspace: recipient.workspace,
      licenses: claimed.map(({ license }) => ({
        ...summarizeLicense(license),
        ends_at: license.ends_at.toISOString(),
      })),
      licenses_at: `${config.public_url}/account/licenses`,
      preferences: await createPreferencesUrl(deps, recipient.user_id),
      unsubscribe,
    })
    await mail.send({ to: recipient.email, ...(unsubscribe && { unsubscribe }), content })
  } catch (error) {
    await db
      .deleteFrom('license_reminders')
      .where('user_id', '=', recipient.user_id)
      .where('license_id', 'in', ids)
      .where('sent_at', 'is', null)
      .execute()
    throw error
  }
  await db
    .updateTable('license_reminders')
    .set({ sent_at: clock.now() })
    .where('user_id', '=', recipient.user_id)
    .where('license_id', 'in', ids)
    .where('sent_at', 'is', null)
    .execute()
}

/** Claims the reminders to mail now. The month's reminder is mailed only to members who do not get it in a digest. */
const claimImmediate = async (
  trx: Trx,
  user_id: number,
  due: readonly DueEndReminder[],
  now: Date,
): Promise<DueEndReminder[]> => {
  const claimed = await claimReminders(trx, user_id, due, now)
  const month = claimed.filter(({ kind }) => kind === 'month')
  if (month.length === 0) return claimed
  const license_ids = month.map(({ license }) => license.id)
  const immediate = await queueDigestItems(trx, 'license.ending', { license_ids }, { to: [user_id], now })
  if (immediate.length > 0) return claimed
  await trx
    .updateTable('license_reminders')
    .set({ sent_at: now })
    .where('user_id', '=', user_id)
    .where('kind', '=', 'month')
    .where('license_id', 'in', license_ids)
    .execute()
  return claimed.filter(({ kind }) => kind !== 'month')
}

/** Claims reminders that were not sent, and that no other worker is sending, unless its claim timed out. */
const claimReminders = async (
  trx: Trx,
  user_id: number,
  due: readonly DueEndReminder[],
  now: Date,
): Promise<DueEndReminder[]> => {
  if (due.length === 0) return []
  const claimed = await trx
    .insertInto('license_reminders')
    .values(due.map(({ license, kind }) => ({ license_id: license.id, user_id, kind, claimed_at: now })))
    .onConflict(conflict =>
      conflict
        .columns(['license_id', 'user_id', 'kind'])
        .doUpdateSet({ claimed_at: now })
        .where('license_reminders.sent_at', 'is', null)
        .where('license_reminders.claimed_at', '<', new Date(now.getTime() - CLAIM_TIMEOUT_MS)),
    )
    .returning('license_id')
    .execute()
  const claimedIds = new Set(claimed.map(({ license_id }) => license_id))
  return due.filter(({ license }) => claimedIds.has(license.id))
}
