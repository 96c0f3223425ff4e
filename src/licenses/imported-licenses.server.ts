import { formatPersonName } from '#accounts/person-name.ts'
import { normalizeChoice } from '#licensing/choice.ts'
import type { OrgType } from '#licensing/terms.ts'
import { formatLongDate } from '#orders/dates.ts'
import type { SoldClipSnapshot } from '#orders/order-snapshot.ts'
import type { Trx } from '#platform/db/database.server.ts'

import type { Licensee } from './license-view.server.ts'

type LicenseImport = {
  user_id: number
  workspace_id: number
  /** The number of the order in the system that sold it. */
  order: string
  clip_id: number
  format_id: number
  clip_snapshot: SoldClipSnapshot
  org_type: OrgType
  end_client_size: number
  distribution_ids: number[]
  granted_at: Date
  /** null: perpetual. */
  ends_at: Date | null
  /** Empty when worldwide. */
  territory: string
  /** The company that it was sold to; empty: the person. */
  company: string
  project: { client_name: string; project_name: string } | null
  now: Date
}

/** The territory of licenses that have no limit of place. */
export const WORLDWIDE = 'worldwide'

/** "perpetual", or "until March 31, 2027". */
export const toImportedTerm = (ends_at: Date | null): string =>
  ends_at === null ? 'perpetual' : `until ${formatLongDate(ends_at.toISOString())}`

/** Grants a license that another system sold, and returns its id. It gets no order: an order has an invoice number. */
export const importLicense = async (trx: Trx, license: LicenseImport): Promise<number> => {
  const { user_id, workspace_id, clip_id, format_id, org_type, granted_at, ends_at, territory, company, project, now } =
    license
  const user = await trx
    .selectFrom('users')
    .where('id', '=', user_id)
    .select(['email', 'first_name', 'last_name'])
    .executeTakeFirstOrThrow()
  const licensee: Licensee = { company, contact: formatPersonName(user) }
  const { id: imported_license_id } = await trx
    .insertInto('imported_licenses')
    .values({
      user_id,
      reference: license.order,
      licensee: JSON.stringify(licensee),
      clip_snapshot: JSON.stringify(license.clip_snapshot),
      client_name: project?.client_name ?? null,
      project_name: project?.project_name ?? null,
      imported_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('licenses')
    .values({
      ...normalizeChoice(license),
      workspace_id,
      imported_license_id,
      clip_id,
      format_id,
      org_type,
      territory: territory || WORLDWIDE,
      term: toImportedTerm(ends_at),
      ends_at,
      granted_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
