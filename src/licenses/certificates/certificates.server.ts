/**
 * Signed license certificates. Each is issued at the first request and stays the same until the project or the licensee
 * is corrected. Its link stays the same, unless an imported license was corrected.
 */
import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import { clientLabel } from '#licensing/choice.ts'
import { formatDistributions } from '#licensing/rate.ts'
import { getPrinter } from '#orders/documents/printer.server.ts'
import { issueDocument, type StoredDocument } from '#orders/documents/stored.server.ts'
import { describeGrants } from '#orders/license-sentence.ts'
import { getOrderTerms } from '#orders/license-terms.server.ts'
import { getPaperSize, listUseLimits, toAddressLines } from '#orders/order-snapshot.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken, sha256 } from '#platform/ids.server.ts'
import { reseal, seal, unseal } from '#platform/security/seal.server.ts'
import { capitalize } from '#platform/text.ts'

import { getLicenseState, isInForce, type LicenseFields, type LicenseState } from '../in-force.ts'
import { licenseView } from '../license-view.server.ts'
import {
  parsePayload,
  toCanonicalJson,
  type Certificate,
  type CertificatePayload,
  type CertificateState,
} from './certificate.ts'
import { getKeyId, signText } from './key.server.ts'

export type CertificateDeps = Pick<Deps, 'db' | 'config' | 'secret' | 'clock' | 'settings'>

const SEAL_PURPOSE = 'certificates'

const BUYER_DELETED_TEXT =
  'The buyer of this license has deleted their account, so no certificate can be issued to them anymore. If you need one, please write to us.'
const LICENSEE_DELETED_TEXT =
  'The licensee of this certificate has deleted their account, so their name was removed. Its link still works; for another certificate, please write to us.'

const findLicense = (db: Db, workspace_id: number, license_id: number) =>
  db
    .selectFrom(licenseView)
    .innerJoin('clips as c', 'c.id', 'l.clip_id')
    .innerJoin('masters as m', 'm.id', 'c.master_id')
    .where('l.id', '=', license_id)
    .where('l.workspace_id', '=', workspace_id)
    .select(['m.sha256', 'l.order_id', 'l.client_name', 'l.project_name'])
    .select(['l.id', 'l.clip_id', 'l.granted_at', 'l.ends_at', 'l.revoked_at', 'l.superseded_by', 'l.clip_snapshot'])
    .select(['l.org_type', 'l.end_client_size', 'l.distribution_ids', 'l.rate', 'l.territory', 'l.term'])
    .select(['l.order', 'l.licensee', 'l.order_state', 'l.user_id'])
    .executeTakeFirst()

type CertificateLicense = NonNullable<Awaited<ReturnType<typeof findLicense>>>

/** Returns the license's current state. It is on hold while its payment is in progress or disputed. */
export const getCertificateState = (license: LicenseFields, now: Date): CertificateState => {
  const state = getLicenseState(license, now)
  return isInForce(state) ? 'valid' : (state as Exclude<LicenseState, 'in_force' | 'ends_soon'>)
}

const toGrants = ({ rate, distribution_ids, granted_at, territory, term }: CertificateLicense) =>
  rate
    ? describeGrants(rate, granted_at)
    : [
        {
          distributions: formatDistributions(distribution_ids),
          territory: capitalize(territory),
          term: capitalize(term),
        },
      ]

/** What can be corrected after the sale. */
const getParties = ({ licensee, client_name, project_name }: CertificateLicense) => {
  const { company, contact, ...address } = licensee
  const lines = toAddressLines({ ...emptyBilling, ...address })
  return {
    licensee: company || contact,
    licensee_address: lines.join(', '),
    production: client_name !== null && project_name !== null ? { client: client_name, name: project_name } : null,
  }
}

const emptyBilling = {
  company: '',
  contact: '',
  address: '',
  address2: '',
  city: '',
  postal_code: '',
  region: '',
  country: '',
}

const loadTerms = async (db: Db, order_id: number | null): Promise<CertificatePayload['terms']> => {
  if (order_id === null) return null
  const { text_id: version, effective_from, text_sha256 } = await getOrderTerms(db, order_id)
  return { version, effective_from: effective_from.toISOString(), sha256: text_sha256 }
}

const buildPayload = async (
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  license: CertificateLicense,
  code: string,
): Promise<CertificatePayload> => {
  const { name, filmmaker, format } = license.clip_snapshot
  const client = clientLabel(license)
  return {
    ...getParties(license),
    issuer: settings.company().legal_name,
    code_sha256: sha256(code),
    clip: { number: license.clip_id, name, filmmaker, format, sha256: license.sha256 },
    terms: await loadTerms(db, license.order_id),
    client: license.rate?.end_client_name ? `${license.rate.end_client_name}, ${client}` : client,
    grants: toGrants(license),
    limits: listUseLimits(license.clip_snapshot),
    granted_at: license.granted_at.toISOString(),
    ends_at: license.ends_at?.toISOString() ?? null,
    order: license.order,
  }
}

/** Throws 409 when the licensee would be a person who has deleted their account. */
const lockLicensee = async (trx: Trx, { user_id, licensee }: CertificateLicense) => {
  // Account deletion waits for this lock, and removes the name afterwards.
  const { email } = await trx
    .selectFrom('users')
    .where('id', '=', user_id)
    .select('email')
    .forShare()
    .executeTakeFirstOrThrow()
  if (!licensee.company && isPlaceholderEmail(email)) throw refuse(409, BUYER_DELETED_TEXT)
}

const issueCertificate = async (deps: CertificateDeps, license: CertificateLicense) => {
  const { db, config, secret, clock } = deps
  const code = randomToken()
  const payload = toCanonicalJson(await buildPayload(deps, license, code))
  await db.transaction().execute(async trx => {
    await lockLicensee(trx, license)
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

/** Signs the license as it is now, and keeps what was signed before. */
const reissueCertificate = async (deps: CertificateDeps, license: CertificateLicense, replaced: CertificateRow) => {
  const { db, config, clock } = deps
  const { license_id, payload: previous, signature, key_id, issued_at } = replaced
  const payload = toCanonicalJson(await buildPayload(deps, license, openCode(deps, replaced)))
  const now = clock.now()
  await db.transaction().execute(async trx => {
    await lockLicensee(trx, license)
    const updated = await trx
      .updateTable('certificates')
      .set({ payload, signature: signText(config, payload), key_id: getKeyId(config), issued_at: now })
      .where('license_id', '=', license_id)
      // Of several requests at once, the first one replaces it.
      .where('payload', '=', previous)
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return
    await trx
      .insertInto('replaced_certificates')
      .values({ license_id, payload: previous, signature, key_id, issued_at, replaced_at: now })
      .execute()
  })
}

/** Whether the licensee or the project was corrected since the certificate was signed. */
const isOutdated = ({ payload }: CertificateRow, license: CertificateLicense): boolean => {
  const { licensee, licensee_address, production } = parsePayload(payload)
  if (licensee === '') return false
  return toCanonicalJson({ licensee, licensee_address, production }) !== toCanonicalJson(getParties(license))
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

type CertificateRow = NonNullable<Awaited<ReturnType<typeof findCertificate>>>

const openCode = ({ secret }: Pick<Deps, 'secret'>, { license_id, code_sealed }: CertificateRow): string => {
  const code = unseal({ secret, purpose: SEAL_PURPOSE, owner: String(license_id) }, code_sealed)
  if (code === undefined) throw new Error(`The certificate of license ${license_id} cannot be opened.`)
  return code
}

/**
 * Returns a license's certificate, and issues it at the first request. Throws 404 for another workspace's license, 409 for
 * one that is not paid, superseded, on hold or revoked, or whose buyer has deleted their account.
 */
export const getCertificate = async (
  deps: CertificateDeps,
  workspace_id: number,
  license_id: number,
): Promise<Certificate> => {
  const { db, config, clock } = deps
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
  const previous = await findCertificate(db, license_id)
  if (!previous) await issueCertificate(deps, license)
  else if (isOutdated(previous, license)) await reissueCertificate(deps, license, previous)
  const row = await findCertificate(db, license_id)
  if (!row) throw new Error(`The certificate of license ${license_id} was deleted meanwhile.`)
  const payload = parsePayload(row.payload)
  if (payload.licensee === '') throw refuse(409, LICENSEE_DELETED_TEXT)
  return {
    payload,
    signature: row.signature,
    key_id: row.key_id,
    verify_url: new URL(`/verify/${openCode(deps, row)}`, config.public_url).href,
  }
}

/** Returns the PDF of a license's certificate, and issues it at the first request. */
export const issueCertificatePdf = (
  deps: CertificateDeps & Pick<Deps, 'storage'>,
  license_id: number,
  { payload, signature, key_id, verify_url }: Certificate,
): Promise<StoredDocument> =>
  issueDocument(deps, {
    kind: 'certificate',
    subject: String(license_id),
    order_id: null,
    load: async () => {
      const { licensee } = await deps.db
        .selectFrom(licenseView)
        .where('l.id', '=', license_id)
        .select('l.licensee')
        .executeTakeFirstOrThrow()
      const paper = getPaperSize(licensee.country ?? '')
      return { state: { signature }, content: { ...payload, kind: 'certificate' as const, paper, verify_url, key_id } }
    },
    print: content => getPrinter(deps).print(content),
  })
