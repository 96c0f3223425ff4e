/** The shop's secret is replaced: what the one before signed and sealed counts until it is gone, and new things are the new one's. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../testing/app.ts'
import { aClip, aMember, anOrder } from '../testing/builders/orders.ts'
import { newcomer } from '../testing/builders/people.ts'
import { codeAt, halfIn, withApp } from '../testing/builders/two-step.ts'
import { proofOf } from '../testing/proof.ts'
import { register } from './accounts/contract.ts'
import { resealApps } from './accounts/two-step/app.server.ts'
import { finishWithCode } from './accounts/two-step/contract.ts'
import { mailMailboxCode, useMailboxCode } from './accounts/two-step/mailbox-code.server.ts'
import { createBoard, shareBoard } from './boards/contract.ts'
import { resealCertificates } from './orders/certificates/certificates.server.ts'
import { certificatePath } from './orders/certificates/contract.ts'
import { readZipLink, zipUrl, ZipLinkQuery } from './orders/zip/link.server.ts'
import { isOurs, signForUs } from './platform/images/signature.server.ts'
import { isSigned, sign } from './platform/secrets.server.ts'
import { signedUrl } from './platform/storage/files.server.ts'

const old = 's'.repeat(32)
const fresh = 'n'.repeat(40)

let shop: TestApp
/** The running shop's own list: everything reads it when it signs or verifies. */
let secrets: string[]
beforeAll(async () => {
  shop = await openTestApp()
  secrets = shop.secret as unknown as string[]
})
afterAll(() => shop.close())

const start = (...list: string[]) => secrets.splice(0, Infinity, ...list)

/** Somebody with a license and its certificate. */
const certified = async () => {
  const owner = await aMember(shop)
  const order = await anOrder(shop, owner, 'paid', { clips: [await aClip(shop)] })
  const { id } = await shop.db
    .selectFrom('licenses')
    .where('order_item_id', '=', order.item_ids[0] ?? 0)
    .select('id')
    .executeTakeFirstOrThrow()
  const read = async () => {
    const answer = await owner.visitor.send(certificatePath(id, 'json'), { method: 'GET' })
    return answer.ok ? await answer.json() : answer.status
  }
  return { read }
}

test('what the secret before signed and sealed counts, and after sealing again it can go', async () => {
  start(old)
  const person = await withApp(shop)
  const logIn = async () => {
    const { visitor } = await halfIn(shop, person.user.email)
    shop.clock.advance(30_000)
    await visitor.call(finishWithCode, { body: { code: codeAt(person.secret, shop.clock.now()) } })
  }
  const license = await certified()
  const certificate = await license.read()
  expect(certificate).toMatchObject({ signature: expect.any(String) as string })
  const { visitor } = await newcomer(shop)
  const { data: board } = await visitor.call(createBoard, { body: { name: 'Night' } })
  const linkOf = async () => (await visitor.call(shareBoard, { params: { id: String(board.id) } })).data.url
  const link = await linkOf()
  const incoming = path.join(shop.config.data_dir, 'incoming.mp4')
  writeFileSync(incoming, 'tide')
  await shop.storage.adopt('masters/a/tide.mp4', incoming)
  const file = signedUrl(shop, 'masters/a/tide.mp4', 'tide.mp4')
  const asking = { user_id: 1, workspace_id: 1 }
  const zip = zipUrl(shop.secret, { ...asking, files: [{ clip_id: 1, format_id: 1 }], order: null }, shop.clock.now())
  const zipQuery = ZipLinkQuery.parse(Object.fromEntries(new URL(zip, 'http://localhost').searchParams))
  const upload = { folder: 'people/1', timestamp: 1 }
  const signature = signForUs(shop.secret, upload, 1)
  const guest = shop.visitor()
  const password = 'Rotate-Horse-1'
  const registration = { email: 'later@people.example', password, password_again: password }
  const captcha = await proofOf(guest, 'register')
  const repeat = (expected: number, replay: string | null) =>
    visitor
      .send('/api/wishlists', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'rotation-1' },
        body: JSON.stringify({ name: 'Once' }),
      })
      .then(answer => expect([answer.status, answer.headers.get('idempotent-replay')]).toEqual([expected, replay]))
  await repeat(200, null)
  const statusOf = async (url: string) => (await shop.app.inject({ url })).statusCode

  // Without the one before, nothing of it counts.
  start(fresh)
  await expect(logIn()).rejects.toMatchObject({ status: 422 })
  expect(await license.read()).toBe(500)
  expect(await statusOf(file)).toBe(404)

  start(fresh, old)
  await logIn()
  expect(await license.read()).toEqual(certificate)
  expect(await linkOf()).toBe(link)
  expect(await statusOf(file)).toBe(200)
  expect(readZipLink(shop.secret, zipQuery, asking, shop.clock.now())).toMatchObject(asking)
  expect(isOurs(shop.secret, upload, 1, signature)).toBe(true)
  await guest.call(register, { body: { ...registration, captcha } })
  await repeat(200, 'true')
  // What is new is the new one's.
  expect(sign(shop.secret, 'text')).toBe(sign([fresh], 'text'))
  expect(isSigned([old], 'text', sign(shop.secret, 'text'))).toBe(false)

  expect([await resealApps(shop), await resealCertificates(shop)]).toEqual([1, 1])
  expect([await resealApps(shop), await resealCertificates(shop)]).toEqual([0, 0])
  start(fresh)
  await logIn()
  expect(await license.read()).toEqual(certificate)
})

test('while several processes change over, each accepts what the others signed and sealed', async () => {
  const statusOf = async (url: string) => (await shop.app.inject({ url })).statusCode
  const incoming = path.join(shop.config.data_dir, 'change.mp4')
  writeFileSync(incoming, 'tide')
  await shop.storage.adopt('masters/a/change.mp4', incoming)
  /** What one process makes; answers whether another accepts all of it. */
  const make = async () => {
    const person = await withApp(shop)
    const license = await certified()
    const certificate = await license.read()
    const { visitor, user } = await newcomer(shop)
    const { data: board } = await visitor.call(createBoard, { body: { name: 'Night' } })
    const linkOf = async () => (await visitor.call(shareBoard, { params: { id: String(board.id) } })).data.url
    const link = await linkOf()
    const file = signedUrl(shop, 'masters/a/change.mp4', 'change.mp4')
    const asking = { user_id: 1, workspace_id: 1 }
    const zip = zipUrl(shop.secret, { ...asking, files: [{ clip_id: 1, format_id: 1 }], order: null }, shop.clock.now())
    const zipQuery = ZipLinkQuery.parse(Object.fromEntries(new URL(zip, 'http://localhost').searchParams))
    const guest = shop.visitor()
    const captcha = await proofOf(guest, 'register')
    await mailMailboxCode(shop.deps, user.id)
    const [code = ''] = /\b\d{6,8}\b/.exec(shop.mail.sent.at(-1)?.text ?? '') ?? []
    const repeat = async () => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'change-over' }
      const answer = await visitor.send('/api/wishlists', { method: 'POST', headers, body: '{"name":"Once"}' })
      return [answer.status, answer.headers.get('idempotent-replay')]
    }
    expect(await repeat()).toEqual([200, null])
    return async () => {
      const { visitor: half } = await halfIn(shop, person.user.email)
      shop.clock.advance(30_000)
      await half.call(finishWithCode, { body: { code: codeAt(person.secret, shop.clock.now()) } })
      expect(await license.read()).toEqual(certificate)
      expect(await linkOf()).toBe(link)
      expect(await statusOf(file)).toBe(200)
      expect(readZipLink(shop.secret, zipQuery, asking, shop.clock.now())).toMatchObject(asking)
      const email = `change-${user.id}@people.example`
      const password = 'Rotate-Horse-1'
      await guest.call(register, { body: { email, password, password_again: password, captcha } })
      await useMailboxCode(shop, user.id, code)
      expect(await repeat()).toEqual([200, 'true'])
    }
  }
  // Everywhere the old key alone, then the new one beside it, then the new one first.
  const steps = [[old], [old, fresh], [fresh, old]]
  for (const [place, step] of steps.entries())
    for (const neighbor of steps.slice(Math.max(0, place - 1), place + 2)) {
      start(...step)
      const accept = await make()
      start(...neighbor)
      await accept()
    }
})
