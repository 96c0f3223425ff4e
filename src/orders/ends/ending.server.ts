/** Licenses that end, and were neither taken back nor upgraded: what the reminders, the calendar and the page are made of. */
import { agreed_states } from '#licensing/held.ts'
import type { Db } from '#platform/database.server.ts'

import { licenseSentence, type LicenseColumns } from '../license-sentence.ts'
import type { SoldAs } from '../sold.ts'

/** By end, the first that ends first. */
export const endingLicenses = (db: Db) =>
  db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('l.ends_at', 'is not', null)
    .where('l.revoked_at', 'is', null)
    .where('l.superseded_by', 'is', null)
    .where('o.universal_invoice_number', 'is not', null)
    .where('o.state', 'in', agreed_states)
    .orderBy('l.ends_at')
    .orderBy('l.id')
    .select(['l.id', 'l.workspace_id', 'l.clip_id', 'l.granted_at', 'l.ends_at', 'o.user_id', 'i.sold_as'])
    .select(['i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.rate'])
    .$narrowType<LicenseColumns & { ends_at: Date }>()

export type EndingLicense = Awaited<ReturnType<ReturnType<typeof endingLicenses>['execute']>>[number]

/** "Slow tide at dusk (clip 12, HD)" and what it is licensed for. */
export const inShort = (license: EndingLicense) => {
  const { name, format } = license.sold_as as SoldAs
  return { clip: `${name} (clip ${license.clip_id}, ${format})`, use: licenseSentence(license) }
}
