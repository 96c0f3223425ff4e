/** Secret rotation: signatures and seals of the previous secret stay valid until it is removed, and new ones use the new secret. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { register } from '#accounts/contract.ts'
import { createUnsubscribeUrl } from '#accounts/own/unsubscribe.server.ts'
import { resealApps } from '#accounts/two-step/app.server.ts'
import { finishWithCode } from '#accounts/two-step/contract.ts'
import { mailMailboxCode, consumeMailboxCode } from '#accounts/two-step/mailbox-code.server.ts'
import { createBoard, shareBoard } from '#boards/contract.ts'
import { resealCertificates } from '#licenses/certificates/certificates.server.ts'
import { certificatePath } from '#licenses/certificates/contract.ts'
import { readZipLink, createZipUrl, ZipLinkQuery } from '#licenses/zip/link.server.ts'
import { isOwnSignature, signForOwnHost } from '#platform/images/signature.server.ts'
import { isValidSignature, sign } from '#platform/security/secrets.server.ts'
import { createSignedUrl } from '#platform/storage/files.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, seedMember, seedOrder } from '../../testing/builders/orders.ts'
import { registerPerson } from '../../testing/builders/people.ts'
import { codeAt, startLogin, registerWithAuthenticator } from '../../testing/builders/two-step.ts'
import { solveCaptcha } from '../../testing/captcha.ts'

const previousSecret = 's'.repeat(32)
const newSecret = 'n'.repeat(40)

let shop: TestApp
/** The array that the running shop reads whenever it signs or verifies. */
let secrets: string[]
beforeAll(async () => {
  shop = await openTestApp()
  secrets = shop.secret as unknown as string[]
})
afterAll(() => shop.close())

const setSecrets = (...list: string[]) => secrets.splice(0, Infinity, ...list)

/** Creates a license with its certificate. */
const createCertificate = async () => {
  const owner = await seedMember(shop)
  const order = await seedOrder(shop, owner, 'paid', { clips: [await seedClip(shop)] })
  const { id } = await shop.db
    .selectFrom('licenses')
    .where('order_item_id', '=', order.item_ids[0] ?? 0)
    .select('id')
    .executeTakeFirstOrThrow()
  const read = async () => {
    const response = await owner.visitor.send(certificatePath(id, 'json'), { method: 'GET' })
    return response.ok ? await response.json() : response.status
  }
  return { read }
}

test('signatures and seals of the previous secret stay valid, and it can be removed after resealing', async () => {
  setSecrets(previousSecret)
  const person = await registerWithAuthenticator(shop)
  const logInWithCode = async () => {
    const { visitor } = await startLogin(shop, person.user.email)
    shop.clock.advance(30_000)
    await visitor.call(finishWithCode, { body: { code: codeAt(person.secret, shop.clock.now()) } })
  }
  const license = await createCertificate()
  const certificate = await license.read()
  expect(certificate).toMatchObject({ signature: expect.any(String) as string })
  const { visitor } = await registerPerson(shop)
  const { data: board } = await visitor.call(createBoard, { body: { name: 'Night' } })
  const shareLink = async () => (await visitor.call(shareBoard, { params: { id: String(board.id) } })).data.url
  const link = await shareLink()
  const incoming = path.join(shop.config.data_dir, 'incoming.mp4')
  writeFileSync(incoming, 'tide')
  await shop.storage.adopt('masters/a/tide.mp4', incoming)
  const file = createSignedUrl(shop, 'masters/a/tide.mp4', 'tide.mp4')
  const requester = { user_id: 1, workspace_id: 1 }
  const zip = createZipUrl(
    shop.secret,
    { ...requester, files: [{ clip_id: 1, format_id: 1 }], order: null },
    shop.clock.now(),
  )
  const zipQuery = ZipLinkQuery.parse(Object.fromEntries(new URL(zip, 'http://localhost').searchParams))
  const upload = { folder: 'people/1', timestamp: 1 }
  const signature = signForOwnHost(shop.secret, upload, 1)
  const { pathname: unsubscribePath } = new URL(createUnsubscribeUrl(shop.deps, person.user.id))
  const guest = shop.visitor()
  const password = 'Rotate-Horse-1'
  const registration = { email: 'later@people.example', password, password_again: password }
  const captcha = await solveCaptcha(guest, 'register')
  const repeatRequest = (expected: number, replay: string | null) =>
    visitor
      .send('/api/wishlists', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'rotation-1' },
        body: JSON.stringify({ name: 'Once' }),
      })
      .then(response =>
        expect([response.status, response.headers.get('idempotent-replay')]).toEqual([expected, replay]),
      )
  await repeatRequest(200, null)
  const statusOf = async (url: string) => (await shop.app.inject({ url })).statusCode
  const subscriptionPath = unsubscribePath.replace('/unsubscribe/', '/api/user/updates/')

  // Without the previous secret, nothing of it is valid.
  setSecrets(newSecret)
  await expect(logInWithCode()).rejects.toMatchObject({ status: 422 })
  expect(await license.read()).toBe(500)
  expect(await statusOf(file)).toBe(404)
  expect(await statusOf(subscriptionPath)).toBe(404)

  setSecrets(newSecret, previousSecret)
  await logInWithCode()
  expect(await license.read()).toEqual(certificate)
  expect(await shareLink()).toBe(link)
  expect(await statusOf(file)).toBe(200)
  expect(await statusOf(subscriptionPath)).toBe(200)
  expect(readZipLink(shop.secret, zipQuery, requester, shop.clock.now())).toMatchObject(requester)
  expect(isOwnSignature(shop.secret, upload, 1, signature)).toBe(true)
  await guest.call(register, { body: { ...registration, captcha } })
  await repeatRequest(200, 'true')
  // New signatures use the new secret.
  expect(sign(shop.secret, 'text')).toBe(sign([newSecret], 'text'))
  expect(isValidSignature([previousSecret], 'text', sign(shop.secret, 'text'))).toBe(false)

  expect([await resealApps(shop), await resealCertificates(shop)]).toEqual([1, 1])
  expect([await resealApps(shop), await resealCertificates(shop)]).toEqual([0, 0])
  setSecrets(newSecret)
  await logInWithCode()
  expect(await license.read()).toEqual(certificate)
})

test('while several processes change over, each accepts what the others signed and sealed', async () => {
  const statusOf = async (url: string) => (await shop.app.inject({ url })).statusCode
  const incoming = path.join(shop.config.data_dir, 'change.mp4')
  writeFileSync(incoming, 'tide')
  await shop.storage.adopt('masters/a/change.mp4', incoming)
  /** What one process makes; answers whether another accepts all of it. */
  const make = async () => {
    const person = await registerWithAuthenticator(shop)
    const license = await createCertificate()
    const certificate = await license.read()
    const { visitor, user } = await registerPerson(shop)
    const { data: board } = await visitor.call(createBoard, { body: { name: 'Night' } })
    const linkOf = async () => (await visitor.call(shareBoard, { params: { id: String(board.id) } })).data.url
    const link = await linkOf()
    const file = createSignedUrl(shop, 'masters/a/change.mp4', 'change.mp4')
    const asking = { user_id: 1, workspace_id: 1 }
    const zip = createZipUrl(
      shop.secret,
      { ...asking, files: [{ clip_id: 1, format_id: 1 }], order: null },
      shop.clock.now(),
    )
    const zipQuery = ZipLinkQuery.parse(Object.fromEntries(new URL(zip, 'http://localhost').searchParams))
    const guest = shop.visitor()
    const captcha = await solveCaptcha(guest, 'register')
    await mailMailboxCode(shop.deps, user.id)
    const [code = ''] = /\b\d{6,8}\b/.exec(shop.mail.sent.at(-1)?.text ?? '') ?? []
    const repeat = async () => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'change-over' }
      const answer = await visitor.send('/api/wishlists', { method: 'POST', headers, body: '{"name":"Once"}' })
      return [answer.status, answer.headers.get('idempotent-replay')]
    }
    expect(await repeat()).toEqual([200, null])
    return async () => {
      const { visitor: half } = await startLogin(shop, person.user.email)
      shop.clock.advance(30_000)
      await half.call(finishWithCode, { body: { code: codeAt(person.secret, shop.clock.now()) } })
      expect(await license.read()).toEqual(certificate)
      expect(await linkOf()).toBe(link)
      expect(await statusOf(file)).toBe(200)
      expect(readZipLink(shop.secret, zipQuery, asking, shop.clock.now())).toMatchObject(asking)
      const email = `change-${user.id}@people.example`
      const password = 'Rotate-Horse-1'
      await guest.call(register, { body: { email, password, password_again: password, captcha } })
      await consumeMailboxCode(shop, user.id, code)
      expect(await repeat()).toEqual([200, 'true'])
    }
  }
  // Everywhere the old key alone, then the new one beside it, then the new one first.
  const steps = [[previousSecret], [previousSecret, newSecret], [newSecret, previousSecret]]
  for (const [place, step] of steps.entries())
    for (const neighbor of steps.slice(Math.max(0, place - 1), place + 2)) {
      setSecrets(...step)
      const accept = await make()
      setSecrets(...neighbor)
      await accept()
    }
})
