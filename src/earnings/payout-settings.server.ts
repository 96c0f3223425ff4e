/** Reads and saves payout settings of filmmakers. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

export type PayoutSettings = { payee_name: string; paypal_email: string }

/** Returns the settings, or null if there are none. */
export const getPayoutSettings = async (db: Db | Trx, filmmaker_id: number): Promise<PayoutSettings | null> =>
  (await db
    .selectFrom('payout_settings')
    .where('filmmaker_id', '=', filmmaker_id)
    .select(['payee_name', 'paypal_email'])
    .executeTakeFirst()) ?? null

type SavePayoutSettingsInput = PayoutSettings & { filmmaker_id: number; changed_by: number; now: Date }

/** Saves the settings and notifies both addresses and the account of the user who changed them. Unchanged settings notify nobody. */
export const savePayoutSettings = async (
  trx: Trx,
  { filmmaker_id, now, ...settings }: SavePayoutSettingsInput,
): Promise<void> => {
  // The same lock as in closing a month, so that a payout goes to either the old or the new address.
  await sql`select pg_advisory_xact_lock(64, ${filmmaker_id})`.execute(trx)
  const current = await getPayoutSettings(trx, filmmaker_id)
  const { payee_name, paypal_email, changed_by } = settings
  if (current?.payee_name === payee_name && current.paypal_email === paypal_email) return
  const values = { ...settings, changed_at: now }
  await trx
    .insertInto('payout_settings')
    .values({ filmmaker_id, ...values })
    .onConflict(conflict => conflict.column('filmmaker_id').doUpdateSet(values))
    .execute()
  const old_email = current?.paypal_email ?? null
  const { id: change_id } = await trx
    .insertInto('payout_changes')
    .values({ filmmaker_id, changed_by, old_email, new_email: paypal_email, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { email } = await trx.selectFrom('users').where('id', '=', changed_by).select('email').executeTakeFirstOrThrow()
  const recipients = { new: paypal_email, old: old_email, account: email }
  const addresses = new Set<string>()
  for (const recipient of ['new', 'old', 'account'] as const) {
    const address = recipients[recipient]?.toLowerCase()
    if (address === undefined || addresses.has(address)) continue
    addresses.add(address)
    await recordEvent(trx, 'payout.settings_changed', { change_id, recipient })
  }
}
