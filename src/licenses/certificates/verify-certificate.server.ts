/** What a certificate's code shows to anyone. */
import type { Db } from '#platform/db/database.server.ts'
import { refuse, Refusal } from '#platform/http/refusal.ts'
import { hashToken } from '#platform/ids.server.ts'

import type { LicenseFields } from '../in-force.ts'
import { licenseView } from '../license-view.server.ts'
import { parsePayload } from './certificate.ts'
import { type CertificateDeps, getCertificate, getCertificateState } from './certificates.server.ts'

type NewestLicense = LicenseFields & { id: number; workspace_id: number }

/** Follows the chain of upgrades to the newest license. */
const findNewestLicense = async (db: Db, license_id: number): Promise<NewestLicense> => {
  const newest = await db
    .selectFrom(licenseView)
    .where('l.id', '=', license_id)
    .select(['l.id', 'l.workspace_id', 'l.superseded_by', 'l.revoked_at', 'l.ends_at', 'l.order_state'])
    .executeTakeFirstOrThrow()
  return newest.superseded_by === null ? newest : findNewestLicense(db, newest.superseded_by)
}

/** Returns the certificate code of the newest license, or null when it has none. */
const getNewestCode = async (deps: CertificateDeps, newest: NewestLicense): Promise<string | null> => {
  try {
    const { verify_url } = await getCertificate(deps, newest.workspace_id, newest.id)
    return verify_url.slice(verify_url.lastIndexOf('/') + 1)
  } catch (error) {
    // The license is disputed, or its buyer has deleted their account.
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Returns what a certificate's code shows to anyone: only what is needed to verify the license. Throws 404. */
export const verifyCertificateCode = async (deps: CertificateDeps, code: string) => {
  const { db, clock } = deps
  const row = await db
    .selectFrom('certificates as c')
    .innerJoin(licenseView, 'l.id', 'c.license_id')
    .where('c.code_hash', '=', hashToken(code))
    .select(['c.payload', 'l.revoked_at', 'l.ends_at', 'l.superseded_by', 'l.order_state'])
    .executeTakeFirst()
  if (!row) throw refuse.missing('certificate')
  const { licensee, clip, client, production, terms, grants, limits, granted_at, ends_at } = parsePayload(row.payload)
  const { number, name, format, sha256: master_sha256 } = clip
  // Empty once the licensee has deleted their account.
  const publicFields = {
    licensee: licensee || null,
    clip: { number, name, format, sha256: master_sha256 || null },
    client,
    production,
    terms: terms && { version: terms.version, effective_from: terms.effective_from },
    grants,
    limits,
    granted_at,
    ends_at,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
  const now = clock.now()
  const ownState = getCertificateState(row, now)
  if (row.superseded_by === null) return { state: ownState, was_upgraded: false, newer_code: null, ...publicFields }
  const newest = await findNewestLicense(db, row.superseded_by)
  const newestState = getCertificateState(newest, now)
  const was_upgraded = ownState === 'superseded'
  // The newest license alone allows what this one did, as long as it is in force.
  const state = was_upgraded && newestState !== 'valid' ? newestState : ownState
  return { state, was_upgraded, newer_code: await getNewestCode(deps, newest), ...publicFields }
}
