/** How filmmakers are paid. */
import type { Db } from '#platform/database.server.ts'

export type PayoutSettings = { payee_name: string; paypal_email: string }

/** null while nobody has said so. */
export const payoutSettingsOf = async (db: Db, filmmaker_id: number): Promise<PayoutSettings | null> =>
  (await db
    .selectFrom('payout_settings')
    .where('filmmaker_id', '=', filmmaker_id)
    .select(['payee_name', 'paypal_email'])
    .executeTakeFirst()) ?? null

type Saved = PayoutSettings & { filmmaker_id: number; changed_by: number; now: Date }

export const savePayoutSettings = async (db: Db, { filmmaker_id, now, ...settings }: Saved): Promise<void> => {
  const changed = { ...settings, changed_at: now }
  await db
    .insertInto('payout_settings')
    .values({ filmmaker_id, ...changed })
    .onConflict(conflict => conflict.column('filmmaker_id').doUpdateSet(changed))
    .execute()
}
