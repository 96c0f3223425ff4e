/** A signed certificate for each license: made when its owner first asks, and the same from then on. */
import { isStandIn } from '#accounts/stand-in.ts'
import { clientLabel } from '#licensing/choice.ts'
import { brand } from '#platform/brand.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hashToken, randomToken, sha256 } from '#platform/ids.server.ts'
import { refuse, Refusal } from '#platform/refusal.ts'
import { reseal, seal, unseal } from '#platform/seal.server.ts'
import { distributionNames, rateGrants } from '#rates/rate.ts'

import type { LicenseColumns } from '../license-sentence.ts'
import type { OrderBilling, SoldAs } from '../sold.ts'
import { isAgreed, type OrderState } from '../states.ts'
import { canonical, type Certificate, type CertificateFacts, type CertificateState } from './certificate.ts'
import { keyId, signText } from './key.server.ts'

type Tools = Pick<Deps, 'db' | 'config' | 'secret' | 'clock'>

const purpose = 'certificates'

const left =
  'Whoever bought this license has deleted their account, so no certificate can be made out to them any more. If you need one, please write to us.'
const nameless =
  'Whoever this certificate was made out to has deleted their account, and their name went with it. Its link still opens; for another certificate, please write to us.'

const licenseOf = (db: Db, workspace_id: number, license_id: number) =>
  db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('l.id', '=', license_id)
    .where('l.workspace_id', '=', workspace_id)
    .select(['l.id', 'l.clip_id', 'l.granted_at', 'l.ends_at', 'l.revoked_at', 'l.superseded_by', 'i.sold_as'])
    .select(['i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.rate'])
    .select(['o.universal_invoice_number', 'o.billing', 'o.state', 'o.user_id'])
    .$narrowType<LicenseColumns>()
    .executeTakeFirst()

type License = NonNullable<Awaited<ReturnType<typeof licenseOf>>>

type Standing = { revoked_at: Date | null; ends_at: Date | null; superseded_by: number | null; state: string }

/** Whether it holds now. A payment that is not here yet, or that the buyer's bank asks back, holds it up as long as that lasts. */
export const stateOf = ({ revoked_at, ends_at, superseded_by, state }: Standing, now: Date): CertificateState => {
  if (revoked_at !== null) return 'revoked'
  if (superseded_by !== null) return 'superseded'
  if (state === 'processing' || state === 'disputed') return 'on_hold'
  if (!isAgreed(state as OrderState)) return 'revoked'
  return ends_at !== null && ends_at <= now ? 'ended' : 'valid'
}

const grantsOf = ({ rate, distribution_ids, granted_at }: License) =>
  rate
    ? rateGrants(rate, granted_at).map(({ distributions, territory, term }) => ({ distributions, territory, term }))
    : [{ distributions: distributionNames(distribution_ids), territory: 'Worldwide', term: 'Perpetual' }]

const factsOf = (license: License, code: string): CertificateFacts => {
  const { name, filmmaker, format } = license.sold_as as SoldAs
  const { company, contact } = license.billing as OrderBilling
  const client = clientLabel(license)
  return {
    issuer: brand.legal_name,
    code_sha256: sha256(code),
    licensee: company || contact,
    clip: { number: license.clip_id, name, filmmaker, format },
    client: license.rate?.end_client_name ? `${license.rate.end_client_name}, ${client}` : client,
    grants: grantsOf(license),
    granted_at: license.granted_at.toISOString(),
    ends_at: license.ends_at?.toISOString() ?? null,
    order: license.universal_invoice_number ?? '',
  }
}

/** Throws 409 when it would be made out to somebody who has left. */
const issue = async ({ db, config, secret, clock }: Tools, license: License) => {
  const code = randomToken()
  const payload = canonical(factsOf(license, code))
  await db.transaction().execute(async trx => {
    // Leaving waits until it is written, and takes the name out then.
    const { email } = await trx
      .selectFrom('users')
      .where('id', '=', license.user_id)
      .select('email')
      .forShare()
      .executeTakeFirstOrThrow()
    const { company } = license.billing as OrderBilling
    if (!company && isStandIn(email)) throw refuse(409, left)
    await trx
      .insertInto('certificates')
      .values({
        license_id: license.id,
        code_hash: hashToken(code),
        code_sealed: seal({ secret, purpose, owner: String(license.id) }, code),
        payload,
        signature: signText(config, payload),
        key_id: keyId(config),
        issued_at: clock.now(),
      })
      // Of two who ask at once the first one's stays.
      .onConflict(conflict => conflict.doNothing())
      .execute()
  })
}

/** Seals every certificate's code with the shop's current secret. Answers how many were sealed with an earlier one. */
export const resealCertificates = async ({ db, secret }: Pick<Deps, 'db' | 'secret'>): Promise<number> => {
  const codes = await db.selectFrom('certificates').select(['license_id', 'code_sealed']).execute()
  let resealed = 0
  for (const { license_id, code_sealed: before } of codes) {
    const code_sealed = reseal({ secret, purpose, owner: String(license_id) }, before)
    if (!code_sealed) continue
    await db.updateTable('certificates').set({ code_sealed }).where('license_id', '=', license_id).execute()
    resealed += 1
  }
  return resealed
}

const kept = (db: Db, license_id: number) =>
  db.selectFrom('certificates').where('license_id', '=', license_id).selectAll().executeTakeFirst()

/** Throws 404 for a license that is not the workspace's, 409 for one that was upgraded or taken back, or whose buyer has left. */
export const certificateOf = async (tools: Tools, workspace_id: number, license_id: number): Promise<Certificate> => {
  const { db, config, secret, clock } = tools
  const license = await licenseOf(db, workspace_id, license_id)
  if (!license) throw refuse.missing('license')
  if (license.state === 'processing')
    throw refuse(409, 'Your bank payment is on its way. The certificate is made when it has arrived.')
  const state = stateOf(license, clock.now())
  if (state === 'superseded')
    throw refuse(409, 'This license was upgraded. The certificate of the newer license says all that you may do.')
  if (state === 'on_hold')
    throw refuse(
      409,
      'The payment of this license is disputed, so there is no certificate of it until that is settled.',
    )
  if (state === 'revoked') throw refuse(409, 'This license does not hold any more, so there is no certificate of it.')
  if (!(await kept(db, license_id))) await issue(tools, license)
  const row = await kept(db, license_id)
  const code = row && unseal({ secret, purpose, owner: String(license_id) }, row.code_sealed)
  if (!row || code === undefined) throw new Error(`The certificate of license ${license_id} cannot be opened.`)
  const payload = JSON.parse(row.payload) as CertificateFacts
  if (payload.licensee === '') throw refuse(409, nameless)
  return {
    payload,
    signature: row.signature,
    key_id: row.key_id,
    verify_url: new URL(`/verify/${code}`, config.public_url).href,
  }
}

type Newest = Standing & { id: number; workspace_id: number }

/** The last of those that took a license's place one after the other. */
const newestOf = async (db: Db, license_id: number): Promise<Newest> => {
  const newest = await db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('l.id', '=', license_id)
    .select(['l.id', 'l.workspace_id', 'l.superseded_by', 'l.revoked_at', 'l.ends_at', 'o.state'])
    .executeTakeFirstOrThrow()
  return newest.superseded_by === null ? newest : newestOf(db, newest.superseded_by)
}

/** What opens the certificate of the license that took another one's place; null where there is none to show. */
const codeOf = async (tools: Tools, newest: Newest): Promise<string | null> => {
  try {
    const { verify_url } = await certificateOf(tools, newest.workspace_id, newest.id)
    return verify_url.slice(verify_url.lastIndexOf('/') + 1)
  } catch (error) {
    // Disputed, or its buyer has left.
    if (error instanceof Refusal) return null
    throw error
  }
}

/** What a certificate's code opens, for anybody: the least that tells whether somebody may use a clip. Throws 404. */
export const verifiedBy = async (tools: Tools, code: string) => {
  const { db, clock } = tools
  const row = await db
    .selectFrom('certificates as c')
    .innerJoin('licenses as l', 'l.id', 'c.license_id')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .where('c.code_hash', '=', hashToken(code))
    .select(['c.payload', 'l.revoked_at', 'l.ends_at', 'l.superseded_by', 'o.state'])
    .executeTakeFirst()
  if (!row) throw refuse.missing('certificate')
  const { licensee, clip, client, grants, granted_at, ends_at } = JSON.parse(row.payload) as CertificateFacts
  const { number, name, format } = clip
  // Empty once the person has left.
  const shown = { licensee: licensee || null, clip: { number, name, format }, client, grants, granted_at, ends_at }
  const now = clock.now()
  const own = stateOf(row, now)
  if (row.superseded_by === null) return { state: own, was_upgraded: false, newer_code: null, ...shown }
  const newest = await newestOf(db, row.superseded_by)
  const its = stateOf(newest, now)
  const was_upgraded = own === 'superseded'
  // What it allowed is allowed by the newest one alone, as long as that holds.
  const state = was_upgraded && its !== 'valid' ? its : own
  return { state, was_upgraded, newer_code: await codeOf(tools, newest), ...shown }
}
