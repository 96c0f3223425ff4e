/** How filmmakers are paid. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'

export type PayoutSettings = { payee_name: string; paypal_email: string }

/** null while nobody has said so. */
export const payoutSettingsOf = async (db: Db | Trx, filmmaker_id: number): Promise<PayoutSettings | null> =>
  (await db
    .selectFrom('payout_settings')
    .where('filmmaker_id', '=', filmmaker_id)
    .select(['payee_name', 'paypal_email'])
    .executeTakeFirst()) ?? null

type Saved = PayoutSettings & { filmmaker_id: number; changed_by: number; now: Date }

/** Both addresses are told, and the account of whoever did it. Saying the same again tells nobody. */
export const savePayoutSettings = async (trx: Trx, { filmmaker_id, now, ...settings }: Saved): Promise<void> => {
  // As a month is closed for them: what is paid out goes to the one place or the other.
  await sql`select pg_advisory_xact_lock(64, ${filmmaker_id})`.execute(trx)
  const before = await payoutSettingsOf(trx, filmmaker_id)
  const { payee_name, paypal_email, changed_by } = settings
  if (before?.payee_name === payee_name && before.paypal_email === paypal_email) return
  const changed = { ...settings, changed_at: now }
  await trx
    .insertInto('payout_settings')
    .values({ filmmaker_id, ...changed })
    .onConflict(conflict => conflict.column('filmmaker_id').doUpdateSet(changed))
    .execute()
  const old_email = before?.paypal_email ?? null
  const { id: change_id } = await trx
    .insertInto('payout_changes')
    .values({ filmmaker_id, changed_by, old_email, new_email: paypal_email, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { email } = await trx.selectFrom('users').where('id', '=', changed_by).select('email').executeTakeFirstOrThrow()
  const told = { new: paypal_email, old: old_email, account: email }
  const addresses = new Set<string>()
  for (const whom of ['new', 'old', 'account'] as const) {
    const address = told[whom]?.toLowerCase()
    if (address === undefined || addresses.has(address)) continue
    addresses.add(address)
    await record(trx, 'payout.settings_changed', { change_id, whom })
  }
}
