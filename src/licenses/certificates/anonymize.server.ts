import type { OrderBilling } from '#orders/order-snapshot.ts'
/** Removes a person's name from their certificates when they delete their account; a company's name stays. */
import type { Trx } from '#platform/db/database.server.ts'

import { toCanonicalJson, type CertificatePayload } from './certificate.ts'

/** Covers the certificates of the user's orders, and of the workspaces that close with the account. Their links stay valid. */
export const anonymizeLicensees = async (
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
