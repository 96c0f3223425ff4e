/** Certificates: checked by the small program alone, by the page, and after everything that takes a license away. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { wordsOf } from '../../../testing/pdf.ts'
import { leave } from '../../accounts/privacy/deletions.server.ts'
import { accountsPart } from '../../accounts/privacy/own-part.server.ts'
import { standIn } from '../../accounts/stand-in.ts'
import { privacyParts } from '../../privacy.server.ts'
import { moveOrder } from '../orders.server.ts'
import type { OrderState } from '../states.ts'
import { canonical, type Certificate } from './certificate.ts'
import { certificatePath, key_path, verifyCertificate } from './contract.ts'

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

/** Somebody with a license for one clip, in an order that came to `state`. */
const licensed = async (state: OrderState = 'paid') => {
  const owner = await aMember(shop)
  const clip = await aClip(shop)
  const order = await anOrder(shop, owner, state, { clips: [clip] })
  const { id: license_id } = await shop.db
    .selectFrom('licenses')
    .where('order_item_id', '=', order.item_ids[0] ?? 0)
    .select('id')
    .executeTakeFirstOrThrow()
  return { owner, clip, order, license_id }
}
const get = (by: { visitor: Buyer['visitor'] }, url: string) => by.visitor.send(url, { method: 'GET' })
const signed = async (by: Buyer, license_id: number) =>
  (await (await get(by, certificatePath(license_id, 'json'))).json()) as Certificate
const codeOf = ({ verify_url }: Certificate) => verify_url.split('/').at(-1) ?? ''
const verified = async (certificate: Certificate) =>
  (await shop.visitor().call(verifyCertificate, { params: { code: codeOf(certificate) } })).data

/** The program that anybody can fetch, with nothing but a certificate and a key, in a folder of its own. */
const checked = (certificate: unknown, key: string) => {
  writeFileSync(path.join(folder, 'certificate.json'), JSON.stringify(certificate))
  writeFileSync(path.join(folder, 'key.pem'), key)
  const script = path.resolve('public/verify-certificate.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'certificate.json', 'key.pem'], {
    cwd: folder,
    env: {},
  })
  return { status, said: `${stdout.toString()}${stderr.toString()}` }
}
const publicKey = async () => (await get({ visitor: shop.visitor() }, key_path)).text()

test('the small program alone finds a certificate genuine, and says what it is for', async () => {
  const { owner, clip, license_id } = await licensed()
  const certificate = await signed(owner, license_id)
  const { status, said } = checked(certificate, await publicKey())
  expect(said).toContain(`Genuine: clip ${clip.id} “Slow tide at dusk” (HD), licensed to Fieldnote Pictures`)
  expect(said).toContain('Web & Social; Worldwide; Perpetual')
  expect(status).toBe(0)
})

test('any change of what it says, another signature and another key are found out', async () => {
  const { owner, license_id } = await licensed()
  const certificate = await signed(owner, license_id)
  const key = await publicKey()
  const { payload } = certificate
  for (const changed of [
    { ...payload, licensee: 'Somebody Else' },
    { ...payload, clip: { ...payload.clip, number: payload.clip.number + 1 } },
    { ...payload, grants: [{ ...payload.grants[0], distributions: 'Broadcast TV' }] },
    { ...payload, more: true },
  ])
    expect(checked({ ...certificate, payload: changed }, key)).toMatchObject({ status: 1 })
  const { signature } = certificate
  const turned = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  expect(checked({ ...certificate, signature: turned }, key).status).toBe(1)
  const other = await openTestApp()
  try {
    const foreign = await (await other.visitor().send(key_path, { method: 'GET' })).text()
    expect(foreign).not.toBe(key)
    expect(checked(certificate, foreign)).toMatchObject({ status: 1, said: expect.stringContaining('NOT genuine') })
  } finally {
    await other.close()
  }
  expect(checked('nothing like it', key).status).toBe(1)
})

test('its link tells anybody the least: no email, no price, no order', async () => {
  const { owner, clip, license_id } = await licensed()
  const certificate = await signed(owner, license_id)
  expect(await verified(certificate)).toEqual({
    state: 'valid',
    was_upgraded: false,
    newer_code: null,
    licensee: 'Fieldnote Pictures',
    clip: { number: clip.id, name: 'Slow tide at dusk', format: 'HD' },
    client: certificate.payload.client,
    grants: [{ distributions: 'Web & Social', territory: 'Worldwide', term: 'Perpetual' }],
    granted_at: shop.clock.now().toISOString(),
    ends_at: null,
  })
})

test('one made out to a person goes on without their name when they leave; one to a company keeps it', async () => {
  const { owner, license_id, order } = await licensed()
  const contact = { company: '', contact: 'Zephyrina Quill' }
  const company = await licensed()
  await shop.db
    .updateTable('orders')
    .set(eb => ({ billing: sql`${eb.ref('billing')} || ${JSON.stringify(contact)}::jsonb` }))
    .where('id', '=', order.id)
    .execute()
  const [certificate, theirs] = [await signed(owner, license_id), await signed(company.owner, company.license_id)]
  expect((await verified(certificate)).licensee).toBe('Zephyrina Quill')
  for (const { user_id } of [owner, company.owner]) {
    await shop.db
      .insertInto('account_deletions')
      .values({ user_id, asked_at: shop.clock.now(), due_at: shop.clock.now() })
      .execute()
    expect(await leave(shop.deps, privacyParts, user_id)).toBeDefined()
  }
  expect(await verified(certificate)).toMatchObject({
    state: 'valid',
    licensee: null,
    granted_at: certificate.payload.granted_at,
  })
  expect((await verified(theirs)).licensee).toBe('Fieldnote Pictures')
  const kept = await shop.db.selectFrom('certificates').select('payload').execute()
  expect(JSON.stringify(kept)).not.toContain('Zephyrina')
})

test('one that is first asked for after the buyer has left is made out to nobody, so it is not made', async () => {
  const { owner, license_id, order } = await licensed()
  const colleague = await aMember(shop, 'admin', owner.workspace_id)
  const company = await licensed()
  const theirs = await aMember(shop, 'admin', company.owner.workspace_id)
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
        stand_in: standIn(`left-${user_id}`),
        closed_workspace_ids: [],
        now: shop.clock.now(),
      }),
    )
  const answer = await get(colleague, certificatePath(license_id, 'json'))
  expect(answer.status).toBe(409)
  expect(await answer.text()).toContain('has deleted their account')
  expect(
    await shop.db.selectFrom('certificates').where('license_id', '=', license_id).select('payload').execute(),
  ).toEqual([])
  expect((await signed(theirs, company.license_id)).payload.licensee).toBe('Fieldnote Pictures')
})

test('the code rests as a hash, is the same for whoever asks twice, and a wrong one opens nothing', async () => {
  const { owner, license_id } = await licensed()
  const [first, second] = await Promise.all([signed(owner, license_id), signed(owner, license_id)])
  expect(second).toEqual(first)
  const code = codeOf(first)
  expect(code).toMatch(/^[\w-]{43}$/)
  const row = await shop.db
    .selectFrom('certificates')
    .where('license_id', '=', license_id)
    .selectAll()
    .executeTakeFirst()
  expect(JSON.stringify(row)).not.toContain(code)
  const wrong = `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`
  const ask = (given: string) => shop.visitor().call(verifyCertificate, { params: { code: given } })
  await expect(ask(wrong)).rejects.toMatchObject({ status: 404 })
  await expect(ask('short')).rejects.toMatchObject({ status: 404 })
})

test.each([
  ['refunded', 'revoked'],
  ['disputed', 'on_hold'],
] as const)('an order that is %s makes it %s', async (state, so) => {
  const { owner, order, license_id } = await licensed()
  const certificate = await signed(owner, license_id)
  const move = { user_id: null, reason: 'Test', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => moveOrder(trx, order.id, state, move))
  expect((await verified(certificate)).state).toBe(so)
  expect((await get(owner, certificatePath(license_id, 'json'))).status).toBe(409)
})

test('a dispute that the buyer’s bank drops gives it back; an invoice that is cancelled does not', async () => {
  const disputed = await licensed('disputed')
  expect((await get(disputed.owner, certificatePath(disputed.license_id, 'pdf'))).status).toBe(409)
  const move = { user_id: null, reason: 'Test', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => moveOrder(trx, disputed.order.id, 'paid', move))
  expect((await verified(await signed(disputed.owner, disputed.license_id))).state).toBe('valid')
  const invoiced = await licensed('invoiced')
  const certificate = await signed(invoiced.owner, invoiced.license_id)
  await shop.db.transaction().execute(trx => moveOrder(trx, invoiced.order.id, 'cancelled', move))
  expect((await verified(certificate)).state).toBe('revoked')
})

test('what is not paid yet has none: a bank payment may still come to nothing', async () => {
  const { owner, license_id } = await licensed('processing')
  expect((await get(owner, certificatePath(license_id, 'json'))).status).toBe(409)
})

test('a license whose term is over has ended', async () => {
  const { owner, license_id } = await licensed()
  const ends_at = new Date(shop.clock.now().getTime() + 1_000)
  await shop.db.updateTable('licenses').set({ ends_at }).where('id', '=', license_id).execute()
  const certificate = await signed(owner, license_id)
  expect((await verified(certificate)).state).toBe('valid')
  shop.clock.advance(2_000)
  expect((await verified(certificate)).state).toBe('ended')
})

test('others have no certificate of it', async () => {
  const { owner, license_id } = await licensed()
  const status = async (by: Buyer) => (await get(by, certificatePath(license_id, 'pdf'))).status
  expect(await status(await aMember(shop))).toBe(404)
  expect(await status(await aMember(shop, 'guest', owner.workspace_id))).toBe(403)
  expect(await status(owner)).toBe(200)
})

test('the paper says what is licensed and where to check it, with the same bytes each time', async () => {
  const { owner, order, license_id } = await licensed()
  const paper = async () => Buffer.from(await (await get(owner, certificatePath(license_id, 'pdf'))).arrayBuffer())
  const first = await paper()
  const words = await wordsOf(first)
  const { verify_url } = await signed(owner, license_id)
  for (const text of [order.number, 'Slow tide at dusk', 'Web & Social', 'Perpetual', verify_url])
    expect(words).toContain(text)
  expect((await paper()).equals(first)).toBe(true)
})

test('the order of fields changes nothing in what is signed', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), value => {
      const turned = Object.fromEntries(Object.entries(value).toReversed())
      expect(canonical(turned)).toBe(canonical(value))
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
