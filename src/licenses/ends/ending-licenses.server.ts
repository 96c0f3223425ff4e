/** Licenses with an end that are neither revoked nor upgraded, for the reminders, the calendar and the page. */

import { describeLicense } from '#orders/license-sentence.ts'
import type { Db } from '#platform/db/database.server.ts'

import { inForceBeforeEnd } from '../in-force.server.ts'
import { licenseView } from '../license-view.server.ts'

/** Selects them by end, the earliest first. */
export const selectEndingLicenses = (db: Db) =>
  db
    .selectFrom(licenseView)
    .where('l.ends_at', 'is not', null)
    .where(inForceBeforeEnd)
    .orderBy('l.ends_at')
    .orderBy('l.id')
    .select(['l.id', 'l.workspace_id', 'l.clip_id', 'l.granted_at', 'l.ends_at', 'l.user_id', 'l.clip_snapshot'])
    .select(['l.org_type', 'l.end_client_size', 'l.distribution_ids', 'l.rate', 'l.territory', 'l.term'])
    .$narrowType<{ ends_at: Date }>()

export type EndingLicense = Awaited<ReturnType<ReturnType<typeof selectEndingLicenses>['execute']>>[number]

/** Returns, for example, "Slow tide at dusk (clip 12, HD)" and the license's use. */
export const summarizeLicense = (license: EndingLicense) => {
  const { name, format } = license.clip_snapshot
  return { clip: `${name} (clip ${license.clip_id}, ${format})`, use: describeLicense(license) }
}
