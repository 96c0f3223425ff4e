/** A certificate that was made out to a person goes on without their name when they leave; one to a company keeps it. */
import type { Trx } from '#platform/database.server.ts'

import type { OrderBilling } from '../sold.ts'
import { canonical, type CertificateFacts } from './certificate.ts'

/** Certificates of what the person bought, and of their workspaces that close with them. Their links open as before. */
export const forgetLicensees = async (
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
    const facts = { ...(JSON.parse(payload) as CertificateFacts), licensee: '' }
    await trx
      .updateTable('certificates')
      .set({ payload: canonical(facts) })
      .where('license_id', '=', license_id)
      .execute()
  }
}
