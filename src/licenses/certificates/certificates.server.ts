/** Signed license certificates. Each is issued at the first request and stays the same. */
import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import { clientLabel } from '#licensing/choice.ts'
import { formatDistributions, toRateGrants } from '#licensing/rate.ts'
import type { LicenseColumns } from '#orders/license-sentence.ts'
import { listUseLimits, type OrderBilling, type SoldClipSnapshot } from '#orders/order-snapshot.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse, Refusal } from '#platform/http/refusal.ts'
import { hashToken, randomToken, sha256 } from '#platform/ids.server.ts'
import { reseal, seal, unseal } from '#platform/security/seal.server.ts'

import { getLicenseState, isInForce, type LicenseFields, type LicenseState } from '../in-force.ts'
import { toCanonicalJson, type Certificate, type CertificatePayload, type CertificateState } from './certificate.ts'
import { getKeyId, signText } from './key.server.ts'

type CertificateDeps = Pick<Deps, 'db' | 'config' | 'secret' | 'clock' | 'settings'>

const SEAL_PURPOSE = 'certificates'

const BUYER_DELETED_TEXT =
  'The buyer of this license has deleted their account, so no certificate can be issued to them any more. If you need one, please write to us.'
const LICENSEE_DELETED_TEXT =
  'The licensee of this certificate has deleted their account, so their name was removed. Its link still works; for another certificate, please write to us.'

const findLicense = (db: Db, workspace_id: number, license_id: number) =>
  db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('l.id', '=', license_id)
    .where('l.workspace_id', '=', workspace_id)
    .select(['l.id', 'l.clip_id', 'l.granted_at', 'l.ends_at', 'l.revoked_at', 'l.superseded_by', 'i.clip_snapshot'])
    .select(['i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.rate'])
    .select(['o.universal_invoice_number', 'o.billing', 'o.state as order_state', 'o.user_id'])
    .$narrowType<LicenseColumns>()
    .executeTakeFirst()

type CertificateLicense = NonNullable<Awaited<ReturnType<typeof findLicense>>>

/** Returns the license's current state. It is on hold while its payment is in progress or disputed. */
export const getCertificateState = (license: LicenseFields, now: Date): CertificateState => {
  const state = getLicenseState(license, now)
  return isInForce(state) ? 'valid' : (state as Exclude<LicenseState, 'in_force' | 'ends_soon'>)
}

const toGrants = ({ rate, distribution_ids, granted_at }: CertificateLicense) =>
  rate
    ? toRateGrants(rate, granted_at).map(({ distributions, territory, term }) => ({ distributions, territory, term }))
    : [{ distributions: formatDistributions(distribution_ids), territory: 'Worldwide', term: 'Perpetual' }]

const toPayload = (license: CertificateLicense, code: string, issuer: string): CertificatePayload => {
  const snapshot = license.clip_snapshot as SoldClipSnapshot
  const { name, filmmaker, format } = snapshot
  const { company, contact } = license.billing as OrderBilling
  const client = clientLabel(license)
  return {
    issuer,
    code_sha256: sha256(code),
    licensee: company || contact,
    clip: { number: license.clip_id, name, filmmaker, format },
    client: license.rate?.end_client_name ? `${license.rate.end_client_name}, ${client}` : client,
    grants: toGrants(license),
    limits: listUseLimits(snapshot),
    granted_at: license.granted_at.toISOString(),
    ends_at: license.ends_at?.toISOString() ?? null,
    order: license.universal_invoice_number ?? '',
  }
}

/** Throws 409 when the licensee would be a person who has deleted their account. */
const issueCertificate = async (
  { db, config, secret, clock, settings }: CertificateDeps,
  license: CertificateLicense,
) => {
  const code = randomToken()
  const payload = toCanonicalJson(toPayload(license, code, settings.company().legal_name))
  await db.transaction().execute(async trx => {
    // Account deletion waits for this lock, and removes the name afterwards.
    const { email } = await trx
      .selectFrom('users')
      .where('id', '=', license.user_id)
      .select('email')
      .forShare()
      .executeTakeFirstOrThrow()
    const { company } = license.billing as OrderBilling
    if (!company && isPlaceholderEmail(email)) throw refuse(409, BUYER_DELETED_TEXT)
    await trx
      .insertInto('certificates')
      .values({
        license_id: license.id,
        code_hash: hashToken(code),
        code_sealed: seal({ secret, purpose: SEAL_PURPOSE, owner: String(license.id) }, code),
        payload,
        signature: signText(config, payload),
        key_id: getKeyId(config),
        issued_at: clock.now(),
      })
      // Of two concurrent requests, the first one's certificate stays.
      .onConflict(conflict => conflict.doNothing())
      .execute()
  })
}

/** Seals every certificate's code with the current secret. Returns how many were sealed with an earlier one. */
export const resealCertificates = async ({ db, secret }: Pick<Deps, 'db' | 'secret'>): Promise<number> => {
  const codes = await db.selectFrom('certificates').select(['license_id', 'code_sealed']).execute()
  let resealed = 0
  for (const { license_id, code_sealed: previous } of codes) {
    const code_sealed = reseal({ secret, purpose: SEAL_PURPOSE, owner: String(license_id) }, previous)
    if (!code_sealed) continue
    await db.updateTable('certificates').set({ code_sealed }).where('license_id', '=', license_id).execute()
    resealed += 1
  }
  return resealed
}

const findCertificate = (db: Db, license_id: number) =>
  db.selectFrom('certificates').where('license_id', '=', license_id).selectAll().executeTakeFirst()

/**
 * Returns a license's certificate, and issues it at the first request. Throws 404 for another workspace's license, 409 for
 * one that is not paid, superseded, on hold or revoked, or whose buyer has deleted their account.
 */
export const getCertificate = async (
  deps: CertificateDeps,
  workspace_id: number,
  license_id: number,
): Promise<Certificate> => {
  const { db, config, secret, clock } = deps
  const license = await findLicense(db, workspace_id, license_id)
  if (!license) throw refuse.missing('license')
  if (license.order_state === 'processing')
    throw refuse(409, 'Your bank payment is on its way. The certificate is made when it has arrived.')
  const state = getCertificateState(license, clock.now())
  if (state === 'superseded')
    throw refuse(409, 'This license was upgraded. The certificate of the newer license has everything that you may do.')
  if (state === 'on_hold')
    throw refuse(409, 'The payment of this license is disputed, so it has no certificate until that is settled.')
  if (state === 'revoked') throw refuse(409, 'This license is no longer in force, so it has no certificate.')
  if (!(await findCertificate(db, license_id))) await issueCertificate(deps, license)
  const row = await findCertificate(db, license_id)
  const code = row && unseal({ secret, purpose: SEAL_PURPOSE, owner: String(license_id) }, row.code_sealed)
  if (!row || code === undefined) throw new Error(`The certificate of license ${license_id} cannot be opened.`)
  const payload = JSON.parse(row.payload) as CertificatePayload
  if (payload.licensee === '') throw refuse(409, LICENSEE_DELETED_TEXT)
  return {
    payload,
    signature: row.signature,
    key_id: row.key_id,
    verify_url: new URL(`/verify/${code}`, config.public_url).href,
  }
}

type NewestLicense = LicenseFields & { id: number; workspace_id: number }

/** Follows the chain of upgrades to the newest license. */
const findNewestLicense = async (db: Db, license_id: number): Promise<NewestLicense> => {
  const newest = await db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('l.id', '=', license_id)
    .select(['l.id', 'l.workspace_id', 'l.superseded_by', 'l.revoked_at', 'l.ends_at', 'o.state as order_state'])
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
    .innerJoin('licenses as l', 'l.id', 'c.license_id')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('c.code_hash', '=', hashToken(code))
    .select(['c.payload', 'l.revoked_at', 'l.ends_at', 'l.superseded_by', 'o.state as order_state'])
    .executeTakeFirst()
  if (!row) throw refuse.missing('certificate')
  const { licensee, clip, client, grants, limits, granted_at, ends_at } = JSON.parse(row.payload) as CertificatePayload
  const { number, name, format } = clip
  // Empty once the licensee has deleted their account.
  const publicFields = {
    licensee: licensee || null,
    clip: { number, name, format },
    client,
    grants,
    limits,
    granted_at,
    ends_at,
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
