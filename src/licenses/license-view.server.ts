/** Every license with what it came from: an order's line, or an import. Reads that don't need a price use it. */
import { expressionBuilder, sql } from 'kysely'

import type { SoldRate } from '#licensing/rate.ts'
import type { OrgType } from '#licensing/terms.ts'
import type { OrderBilling, SoldClipSnapshot } from '#orders/order-snapshot.ts'
import type { Tables } from '#platform/db/tables.ts'

/** The party that a license was granted to, as certificates name it. An imported license has no address. */
export type Licensee = Pick<OrderBilling, 'company' | 'contact'> & Partial<OrderBilling>

/**
 * Licenses `l`, to select from. An imported license has no `order_id`, `order_item_id` and `project_id`; its `order` is
 * the number in the system that sold it, and its `order_state` is `paid`. PostgreSQL drops joins that a query doesn't use.
 */
export const licenseView = expressionBuilder<Tables>()
  .selectFrom('licenses as s')
  .leftJoin('order_items as i', 'i.id', 's.order_item_id')
  .leftJoin('orders as o', 'o.id', 'i.order_id')
  .leftJoin('project_details as p', 'p.id', 'i.project_id')
  .leftJoin('imported_licenses as m', 'm.id', 's.imported_license_id')
  .select(['s.id', 's.workspace_id', 's.clip_id', 's.format_id', 's.org_type', 's.end_client_size'])
  .select(['s.distribution_ids', 's.territory', 's.term', 's.granted_at', 's.ends_at', 's.revoked_at'])
  .select(['s.superseded_by', 's.order_item_id', 's.imported_license_id'])
  .select(['i.order_id', 'i.rate', 'i.project_id', 'o.due_at', 'm.reference'])
  .select([
    sql<number>`coalesce(o.user_id, m.user_id)`.as('user_id'),
    sql<string>`coalesce(o.universal_invoice_number, m.reference, '')`.as('order'),
    sql<string>`coalesce(o.state, 'paid')`.as('order_state'),
    sql<Licensee>`coalesce(o.billing, m.licensee)`.as('licensee'),
    sql<SoldClipSnapshot>`coalesce(i.clip_snapshot, m.clip_snapshot)`.as('clip_snapshot'),
    sql<string | null>`coalesce(p.client_name, m.client_name)`.as('client_name'),
    sql<string | null>`coalesce(p.project_name, m.project_name)`.as('project_name'),
    sql<boolean>`s.imported_license_id is not null`.as('is_imported'),
    sql<boolean>`coalesce(i.refunded, false)`.as('refunded'),
    sql<number>`coalesce(i.price_cents, 0)`.as('price_cents'),
    sql<number>`coalesce(i.discount_cents, 0)`.as('discount_cents'),
    sql<number>`coalesce(i.upgrade_credit_cents, 0)`.as('upgrade_credit_cents'),
    sql<number>`coalesce(i.withdrawn_cents, 0)::float8`.as('withdrawn_cents'),
  ])
  .$narrowType<{ org_type: OrgType; rate: SoldRate | null }>()
  .as('l')
