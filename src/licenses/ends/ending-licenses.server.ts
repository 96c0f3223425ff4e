/** Licenses with an end that are neither revoked nor upgraded, for the reminders, the calendar and the page. */

import { describeLicense, type LicenseColumns } from '#orders/license-sentence.ts'
import type { SoldClipSnapshot } from '#orders/order-snapshot.ts'
import type { Db } from '#platform/db/database.server.ts'

import { inForceBeforeEnd } from '../in-force.server.ts'

/** Selects them by end, the earliest first. */
export const selectEndingLicenses = (db: Db) =>
  db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('l.ends_at', 'is not', null)
    .where(inForceBeforeEnd)
    .orderBy('l.ends_at')
    .orderBy('l.id')
    .select(['l.id', 'l.workspace_id', 'l.clip_id', 'l.granted_at', 'l.ends_at', 'o.user_id', 'i.clip_snapshot'])
    .select(['i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.rate'])
    .$narrowType<LicenseColumns & { ends_at: Date }>()

export type EndingLicense = Awaited<ReturnType<ReturnType<typeof selectEndingLicenses>['execute']>>[number]

/** Returns, for example, "Slow tide at dusk (clip 12, HD)" and the license's use. */
export const summarizeLicense = (license: EndingLicense) => {
  const { name, format } = license.clip_snapshot as SoldClipSnapshot
  return { clip: `${name} (clip ${license.clip_id}, ${format})`, use: describeLicense(license) }
}
