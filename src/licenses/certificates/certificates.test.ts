/** Certificates: verified by the script alone, by the page, and after each way that a license can end. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createPlaceholderEmail } from '#accounts/placeholder-email.ts'
import { accountsPart } from '#accounts/privacy/account-part.server.ts'
import { eraseAccount } from '#accounts/privacy/deletions.server.ts'
import { privacyParts } from '#app/privacy.server.ts'
import { putProjectDetails } from '#orders/contract.ts'
import { purgeRemovedDocuments } from '#orders/documents/stored.server.ts'
import type { OrderState } from '#orders/states.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { extractPdfText, readPdfStructure } from '../../../testing/pdf.ts'
import { transitionOrder } from '../transition-order.server.ts'
import { toCanonicalJson, type Certificate } from './certificate.ts'
import { certificatePath, KEY_PATH, verifyCertificate } from './contract.ts'

let shop: TestApp
let folder: string
beforeAll(async () => {
  shop = await openTestApp()
  folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-certificates-'))
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

/** Seeds a member with a license of one clip, from an order in `state`. */
const seedLicense = async (state: OrderState = 'paid') => {
  const owner = await seedMember(shop)
  const clip = await seedClip(shop)
  const order = await seedOrder(shop, owner, state, { clips: [clip] })
  const { id: license_id } = await shop.db
    .selectFrom('licenses')
    .where('order_item_id', '=', order.item_ids[0] ?? 0)
    .select('id')
    .executeTakeFirstOrThrow()
  return { owner, clip, order, license_id }
}
const getUrl = (member: { visitor: Buyer['visitor'] }, url: string) => member.visitor.send(url, { method: 'GET' })
const fetchCertificate = async (member: Buyer, license_id: number) =>
  (await (await getUrl(member, certificatePath(license_id, 'json'))).json()) as Certificate
const getCode = ({ verify_url }: Certificate) => verify_url.split('/').at(-1) ?? ''
const verify = async (certificate: Certificate) =>
  (await shop.visitor().call(verifyCertificate, { params: { code: getCode(certificate) } })).data

/** Runs the public script with nothing but a certificate and a key, in an empty folder. */
const runVerifier = (certificate: unknown, key: string) => {
  writeFileSync(path.join(folder, 'certificate.json'), JSON.stringify(certificate))
  writeFileSync(path.join(folder, 'key.pem'), key)
  const script = path.resolve('public/verify-certificate.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'certificate.json', 'key.pem'], {
    cwd: folder,
    env: {},
  })
  return { status, output: `${stdout.toString()}${stderr.toString()}` }
}
const fetchPublicKey = async () => (await getUrl({ visitor: shop.visitor() }, KEY_PATH)).text()

test('the script alone finds a certificate genuine, and shows what it is for', async () => {
  const { owner, clip, license_id } = await seedLicense()
  const certificate = await fetchCertificate(owner, license_id)
  const { status, output } = runVerifier(certificate, await fetchPublicKey())
  expect(output).toContain(`Genuine: clip ${clip.id} “Slow tide at dusk” (HD), licensed to Fieldnote Pictures`)
  expect(output).toContain('Web & Social; Worldwide; Perpetual')
  expect(status).toBe(0)
})

test('a changed payload, another signature and another key are detected', async () => {
  const { owner, license_id } = await seedLicense()
  const certificate = await fetchCertificate(owner, license_id)
  const key = await fetchPublicKey()
  const { payload } = certificate
  for (const changed of [
    { ...payload, licensee: 'Somebody Else' },
    { ...payload, clip: { ...payload.clip, number: payload.clip.number + 1 } },
    { ...payload, grants: [{ ...payload.grants[0], distributions: 'Broadcast TV' }] },
    { ...payload, more: true },
  ])
    expect(runVerifier({ ...certificate, payload: changed }, key)).toMatchObject({ status: 1 })
  const { signature } = certificate
  const changedSignature = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  expect(runVerifier({ ...certificate, signature: changedSignature }, key).status).toBe(1)
  const otherShop = await openTestApp()
  try {
    const foreignKey = await (await otherShop.visitor().send(KEY_PATH, { method: 'GET' })).text()
    expect(foreignKey).not.toBe(key)
    expect(runVerifier(certificate, foreignKey)).toMatchObject({
      status: 1,
      output: expect.stringContaining('NOT genuine'),
    })
  } finally {
    await otherShop.close()
  }
  expect(runVerifier('nothing like it', key).status).toBe(1)
})

test('the link shows anyone only what is needed: no email, no price, no order', async () => {
  const { owner, clip, license_id } = await seedLicense()
  const certificate = await fetchCertificate(owner, license_id)
  expect(await verify(certificate)).toEqual({
    state: 'valid',
    was_upgraded: false,
    newer_code: null,
    licensee: 'Fieldnote Pictures',
    clip: { number: clip.id, name: 'Slow tide at dusk', format: 'HD', sha256: clip.sha256 },
    client: certificate.payload.client,
    production: null,
    terms: { version: expect.any(Number), effective_from: expect.any(String) },
    grants: [{ distributions: 'Web & Social', territory: 'Worldwide', term: 'Perpetual' }],
    limits: [],
    granted_at: shop.clock.now().toISOString(),
    ends_at: null,
    revoked_at: null,
  })
})

test('a certificate of a person loses their name when they delete their account; a company’s keeps it', async () => {
  const { owner, license_id, order } = await seedLicense()
  const contact = { company: '', contact: 'Zephyrina Quill' }
  const company = await seedLicense()
  await shop.db
    .updateTable('orders')
    .set(eb => ({ billing: sql`${eb.ref('billing')} || ${JSON.stringify(contact)}::jsonb` }))
    .where('id', '=', order.id)
    .execute()
  const [certificate, companyCertificate] = [
    await fetchCertificate(owner, license_id),
    await fetchCertificate(company.owner, company.license_id),
  ]
  expect((await verify(certificate)).licensee).toBe('Zephyrina Quill')
  for (const { user_id } of [owner, company.owner]) {
    await shop.db
      .insertInto('account_deletions')
      .values({ user_id, requested_at: shop.clock.now(), due_at: shop.clock.now() })
      .execute()
    expect(await eraseAccount(shop.deps, privacyParts, user_id)).toBeDefined()
  }
  expect(await verify(certificate)).toMatchObject({
    state: 'valid',
    licensee: null,
    granted_at: certificate.payload.granted_at,
  })
  expect((await verify(companyCertificate)).licensee).toBe('Fieldnote Pictures')
  const payloads = await shop.db.selectFrom('certificates').select('payload').execute()
  expect(JSON.stringify(payloads)).not.toContain('Zephyrina')
})

test('what a certificate said before its licensee was corrected to a company goes with the person’s account', async () => {
  const { owner, license_id, order } = await seedLicense()
  const setBilling = (billing: object) =>
    shop.db
      .updateTable('orders')
      .set(eb => ({ billing: sql`${eb.ref('billing')} || ${JSON.stringify(billing)}::jsonb` }))
      .where('id', '=', order.id)
      .execute()
  const readPdf = async () => (await getUrl(owner, certificatePath(license_id, 'pdf'))).status
  await setBilling({ company: '', contact: 'Isaura Pell' })
  await fetchCertificate(owner, license_id)
  expect(await readPdf()).toBe(200)
  await setBilling({ company: 'Pell & Daughters', contact: '' })
  const certificate = await fetchCertificate(owner, license_id)
  expect(await readPdf()).toBe(200)
  await shop.db
    .insertInto('account_deletions')
    .values({ user_id: owner.user_id, requested_at: shop.clock.now(), due_at: shop.clock.now() })
    .execute()
  expect(await eraseAccount(shop.deps, privacyParts, owner.user_id)).toBeDefined()
  await purgeRemovedDocuments(shop.deps)
  const replaced = await shop.db
    .selectFrom('replaced_certificates')
    .where('license_id', '=', license_id)
    .selectAll()
    .execute()
  expect(replaced).toEqual([])
  const documents = await shop.db
    .selectFrom('documents')
    .where('kind', '=', 'certificate')
    .where('subject', '=', String(license_id))
    .orderBy('version')
    .select(['version', 'removed_at'])
    .execute()
  expect(documents).toEqual([
    { version: 1, removed_at: expect.any(Date) },
    { version: 2, removed_at: null },
  ])
  expect((await verify(certificate)).licensee).toBe('Pell & Daughters')
})

test('no certificate is issued to a buyer who has deleted their account', async () => {
  const { owner, license_id, order } = await seedLicense()
  const colleague = await seedMember(shop, 'admin', owner.workspace_id)
  const company = await seedLicense()
  const companyColleague = await seedMember(shop, 'admin', company.owner.workspace_id)
  const contact = { company: '', contact: 'Zephyrina Quill' }
  await shop.db
    .updateTable('orders')
    .set(eb => ({ billing: sql`${eb.ref('billing')} || ${JSON.stringify(contact)}::jsonb` }))
    .where('id', '=', order.id)
    .execute()
  for (const { user_id } of [owner, company.owner])
    await shop.db.transaction().execute(trx =>
      accountsPart.forget(trx, {
        user_id,
        email: '',
        stand_in: createPlaceholderEmail(`left-${user_id}`),
        closed_workspace_ids: [],
        now: shop.clock.now(),
      }),
    )
  const response = await getUrl(colleague, certificatePath(license_id, 'json'))
  expect(response.status).toBe(409)
  expect(await response.text()).toContain('has deleted their account')
  expect(
    await shop.db.selectFrom('certificates').where('license_id', '=', license_id).select('payload').execute(),
  ).toEqual([])
  expect((await fetchCertificate(companyColleague, company.license_id)).payload.licensee).toBe('Fieldnote Pictures')
})

test('the code is stored as a hash and stays the same, and a wrong code is not found', async () => {
  const { owner, license_id } = await seedLicense()
  const [first, second] = await Promise.all([fetchCertificate(owner, license_id), fetchCertificate(owner, license_id)])
  expect(second).toEqual(first)
  const code = getCode(first)
  expect(code).toMatch(/^[\w-]{43}$/)
  const row = await shop.db
    .selectFrom('certificates')
    .where('license_id', '=', license_id)
    .selectAll()
    .executeTakeFirst()
  expect(JSON.stringify(row)).not.toContain(code)
  const wrong = `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`
  const verifyCode = (candidate: string) => shop.visitor().call(verifyCertificate, { params: { code: candidate } })
  await expect(verifyCode(wrong)).rejects.toMatchObject({ status: 404 })
  await expect(verifyCode('short')).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['refunded', 'revoked'],
  ['disputed', 'on_hold'],
] as const)('a certificate of an order that is %s is %s', async (state, expected) => {
  const { owner, order, license_id } = await seedLicense()
  const certificate = await fetchCertificate(owner, license_id)
  const transition = { user_id: null, reason: 'Test', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => transitionOrder(trx, order.id, state, transition))
  expect((await verify(certificate)).state).toBe(expected)
  expect((await getUrl(owner, certificatePath(license_id, 'json'))).status).toBe(409)
})

test('a dropped dispute restores the certificate; a canceled invoice revokes it', async () => {
  const disputed = await seedLicense('disputed')
  expect((await getUrl(disputed.owner, certificatePath(disputed.license_id, 'pdf'))).status).toBe(409)
  const transition = { user_id: null, reason: 'Test', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => transitionOrder(trx, disputed.order.id, 'paid', transition))
  expect((await verify(await fetchCertificate(disputed.owner, disputed.license_id))).state).toBe('valid')
  const invoiced = await seedLicense('invoiced')
  const certificate = await fetchCertificate(invoiced.owner, invoiced.license_id)
  await shop.db.transaction().execute(trx => transitionOrder(trx, invoiced.order.id, 'cancelled', transition))
  expect((await verify(certificate)).state).toBe('revoked')
})

test('a license that is not paid yet has no certificate, because a bank payment can still fail', async () => {
  const { owner, license_id } = await seedLicense('processing')
  expect((await getUrl(owner, certificatePath(license_id, 'json'))).status).toBe(409)
})

test('a certificate ends with its license’s term', async () => {
  const { owner, license_id } = await seedLicense()
  const ends_at = new Date(shop.clock.now().getTime() + 1_000)
  await shop.db.updateTable('licenses').set({ ends_at }).where('id', '=', license_id).execute()
  const certificate = await fetchCertificate(owner, license_id)
  expect((await verify(certificate)).state).toBe('valid')
  shop.clock.advance(2_000)
  expect((await verify(certificate)).state).toBe('ended')
})

test.each([
  ['United States', [612, 792]],
  ['Germany', [595, 842]],
])('a certificate for a licensee in %s is one page of the paper used there', async (country, size_pt) => {
  const { owner, order, license_id } = await seedLicense()
  await shop.db
    .updateTable('orders')
    .set(eb => ({ billing: sql`${eb.ref('billing')} || ${JSON.stringify({ country })}::jsonb` }))
    .where('id', '=', order.id)
    .execute()
  const pdf = Buffer.from(await (await getUrl(owner, certificatePath(license_id, 'pdf'))).arrayBuffer())
  expect(await readPdfStructure(pdf)).toMatchObject({ pages: 1, size_pt })
})

test('other workspaces and guests cannot get the certificate', async () => {
  const { owner, license_id } = await seedLicense()
  const getStatus = async (member: Buyer) => (await getUrl(member, certificatePath(license_id, 'pdf'))).status
  expect(await getStatus(await seedMember(shop))).toBe(404)
  expect(await getStatus(await seedMember(shop, 'guest', owner.workspace_id))).toBe(403)
  expect(await getStatus(owner)).toBe(200)
})

test('the PDF shows the license and the verification link, with the same bytes each time', async () => {
  const { owner, order, license_id } = await seedLicense()
  const loadPdf = async () => Buffer.from(await (await getUrl(owner, certificatePath(license_id, 'pdf'))).arrayBuffer())
  const first = await loadPdf()
  const pdfText = await extractPdfText(first)
  const { verify_url } = await fetchCertificate(owner, license_id)
  for (const text of [order.number, 'Slow tide at dusk', 'Web & Social', 'Perpetual', verify_url])
    expect(pdfText).toContain(text)
  expect((await loadPdf()).equals(first)).toBe(true)
})

test('a certificate names the production once it is named, under the same link; what was signed before is kept', async () => {
  const { owner, order, clip, license_id } = await seedLicense()
  const loadText = async () =>
    extractPdfText(Buffer.from(await (await getUrl(owner, certificatePath(license_id, 'pdf'))).arrayBuffer())).then(
      text => text.replaceAll(/\s+/g, ' '),
    )
  const before = await fetchCertificate(owner, license_id)
  expect(await loadText()).toContain('Not named yet')
  const project = { client_name: 'Harbor Foods', project_name: 'Tidal', project_description: 'Spot' }
  const body = { ...project, start_date: '2026-12-01', po_number: null }
  await owner.visitor.call(putProjectDetails, { params: { id: order.number }, body })
  const reissued = await Promise.all(Array.from({ length: 20 }, () => fetchCertificate(owner, license_id)))
  expect(new Set(reissued.map(({ signature }) => signature)).size).toBe(1)
  const [after = before] = reissued
  expect(after.payload.production).toEqual({ client: 'Harbor Foods', name: 'Tidal' })
  expect(after.verify_url).toBe(before.verify_url)
  expect((await verify(before)).production).toEqual({ client: 'Harbor Foods', name: 'Tidal' })
  const key = await fetchPublicKey()
  for (const certificate of [before, after]) expect(runVerifier(certificate, key).status).toBe(0)
  const text = await loadText()
  for (const part of ['Tidal, for Harbor Foods', `SHA-256 ${clip.sha256}`, 'It replaces version 1 of', 'Version'])
    expect(text).toContain(part)
  expect(
    await shop.db
      .selectFrom('replaced_certificates')
      .where('license_id', '=', license_id)
      .select('signature')
      .execute(),
  ).toEqual([{ signature: before.signature }])
})

test('the order of fields does not change what is signed', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), value => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed())
      expect(toCanonicalJson(reversed)).toBe(toCanonicalJson(value))
      expect(JSON.parse(toCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
