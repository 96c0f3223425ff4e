/** Every day: whoever buys for a workspace, and who bought it, is mailed before a license ends. */
import { preferencesAddress } from '#accounts/own/preferences.server.ts'
import { gather } from '#notifications/digest/gather.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/message.ts'

import { claim_ms } from '../mails.server.ts'
import { endingLicenses, inShort, type EndingLicense } from './ending.server.ts'
import { endReminderAt, first_reminder_days, type EndReminder } from './ends.ts'
import { concerns } from './readers.ts'

type Due = { license: EndingLicense; kind: EndReminder }

/** One mail for each person and workspace, of all that ends. May run any number of times; throws when some could not be told. */
export const remindOfEnds = async (deps: Deps): Promise<void> => {
  const { db, clock } = deps
  const now = clock.now()
  const until = new Date(now.getTime() + (first_reminder_days + 1) * 86_400_000)
  const ending = await endingLicenses(db).where('l.ends_at', '>', now).where('l.ends_at', '<', until).execute()
  const due = ending.flatMap((license): Due[] => {
    const kind = endReminderAt(license.ends_at, license.granted_at, now)
    return kind ? [{ license, kind }] : []
  })
  let failed = 0
  for (const [workspace_id, ends] of Map.groupBy(due, ({ license }) => license.workspace_id))
    for (const member of await membersOf(db, workspace_id)) {
      const theirs = ends.filter(({ license }) => concerns(member, license))
      try {
        await tell(deps, member, theirs)
      } catch (error) {
        // One that cannot be told must not keep the others waiting.
        console.error(`orders: user ${member.user_id} is to be told of ends again: ${messageOf(error)}`)
        failed += 1
      }
    }
  if (failed > 0) throw new Error(`${failed} people could not be told what ends.`)
}

const membersOf = (db: Db, workspace_id: number) =>
  db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .where('m.workspace_id', '=', workspace_id)
    .select(['m.user_id', 'm.role', 'u.email', 'w.name as workspace'])
    .orderBy('m.user_id')
    .execute()

type Reader = Awaited<ReturnType<typeof membersOf>>[number]

const tell = async (deps: Deps, reader: Reader, due: readonly Due[]): Promise<void> => {
  const { db, clock, config, mail } = deps
  const claimed = await db.transaction().execute(trx => claimAtOnce(trx, reader.user_id, due, clock.now()))
  if (claimed.length === 0) return
  const ids = claimed.map(({ license }) => license.id)
  try {
    const { licensesEndMail } = await import('./parts/licenses-end-mail.tsx')
    const content = await licensesEndMail({
      workspace: reader.workspace,
      licenses: claimed.map(({ license }) => ({ ...inShort(license), ends_at: license.ends_at.toISOString() })),
      licenses_at: `${config.public_url}/account/licenses`,
      preferences: await preferencesAddress(deps, reader.user_id),
    })
    await mail.send({ to: reader.email, ...content })
  } catch (error) {
    await db
      .deleteFrom('license_reminders')
      .where('user_id', '=', reader.user_id)
      .where('license_id', 'in', ids)
      .where('sent_at', 'is', null)
      .execute()
    throw error
  }
  await db
    .updateTable('license_reminders')
    .set({ sent_at: clock.now() })
    .where('user_id', '=', reader.user_id)
    .where('license_id', 'in', ids)
    .where('sent_at', 'is', null)
    .execute()
}

/** What is to be mailed now: of the month before an end alone to those who do not want it in a digest, or never. */
const claimAtOnce = async (trx: Trx, user_id: number, due: readonly Due[], now: Date): Promise<Due[]> => {
  const claimed = await claim(trx, user_id, due, now)
  const month = claimed.filter(({ kind }) => kind === 'month')
  if (month.length === 0) return claimed
  const license_ids = month.map(({ license }) => license.id)
  const at_once = await gather(trx, 'license.ends', { license_ids }, { to: [user_id], now })
  if (at_once.length > 0) return claimed
  await trx
    .updateTable('license_reminders')
    .set({ sent_at: now })
    .where('user_id', '=', user_id)
    .where('kind', '=', 'month')
    .where('license_id', 'in', license_ids)
    .execute()
  return claimed.filter(({ kind }) => kind !== 'month')
}

/** Those that are ours to tell now: neither told before nor being told by another worker, unless that one vanished. */
const claim = async (trx: Trx, user_id: number, due: readonly Due[], now: Date): Promise<Due[]> => {
  if (due.length === 0) return []
  const claimed = await trx
    .insertInto('license_reminders')
    .values(due.map(({ license, kind }) => ({ license_id: license.id, user_id, kind, claimed_at: now })))
    .onConflict(conflict =>
      conflict
        .columns(['license_id', 'user_id', 'kind'])
        .doUpdateSet({ claimed_at: now })
        .where('license_reminders.sent_at', 'is', null)
        .where('license_reminders.claimed_at', '<', new Date(now.getTime() - claim_ms)),
    )
    .returning('license_id')
    .execute()
  const ours = new Set(claimed.map(({ license_id }) => license_id))
  return due.filter(({ license }) => ours.has(license.id))
}
