/** The personal data in licenses. The licenses themselves are kept, because they prove rights that others rely on. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'
import type { OrderBilling } from '#orders/order-snapshot.ts'
import type { Trx } from '#platform/db/database.server.ts'

import { type CertificatePayload, toCanonicalJson } from './certificates/certificate.ts'

/** Covers the certificates of the user's orders, and of the workspaces that close with the account. Their links stay valid. */
const anonymizeLicensees = async (
  trx: Trx,
  user_id: number,
  closed_workspace_ids: readonly number[],
): Promise<void> => {
  const rows = await trx
    .selectFrom('certificates as c')
    .innerJoin('licenses as l', 'l.id', 'c.license_id')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where(eb =>
      eb.or([
        eb('o.user_id', '=', user_id),
        ...(closed_workspace_ids.length > 0 ? [eb('o.workspace_id', 'in', closed_workspace_ids)] : []),
      ]),
    )
    .select(['c.license_id', 'c.payload', 'o.billing'])
    .execute()
  for (const { license_id, payload, billing } of rows) {
    if ((billing as OrderBilling).company) continue
    const anonymized = { ...(JSON.parse(payload) as CertificatePayload), licensee: '' }
    await trx
      .updateTable('certificates')
      .set({ payload: toCanonicalJson(anonymized) })
      .where('license_id', '=', license_id)
      .execute()
  }
}

export const licensesPart: PrivacyPart = {
  name: 'licenses',
  collect: async (db, user_id) => {
    const licenses = await db
      .selectFrom('licenses as l')
      .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .where('o.user_id', '=', user_id)
      .orderBy('l.id')
      .select(['l.id', 'l.order_item_id', 'l.territory', 'l.term', 'l.granted_at', 'l.ends_at', 'l.revoked_at'])
      .select('l.superseded_by')
      .execute()
    const calendars = await db
      .selectFrom('license_calendars')
      .where('user_id', '=', user_id)
      .orderBy('workspace_id')
      .select(['workspace_id', 'created_at'])
      .execute()
    const reminders = await db
      .selectFrom('license_reminders')
      .where('user_id', '=', user_id)
      .orderBy('license_id')
      .select(['license_id', 'kind', 'sent_at'])
      .execute()
    return { licenses, license_calendars: calendars, license_reminders: reminders }
  },
  forget: async (trx, { user_id, closed_workspace_ids }) => {
    await anonymizeLicensees(trx, user_id, closed_workspace_ids)
    await trx.deleteFrom('license_calendars').where('user_id', '=', user_id).execute()
    await trx.deleteFrom('license_reminders').where('user_id', '=', user_id).execute()
  },
}
