import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { anAuthenticator, type Authenticator } from '../../../testing/authenticator.ts'
import { confirmedNewcomer, good_password as password } from '../../../testing/builders/people.ts'
import { halfIn, registerPasskey } from '../../../testing/builders/two-step.ts'
import { getSession, login } from '../contract.ts'
import {
  addNewPasskey,
  askNewPasskey,
  askPasskey,
  askSecondStepPasskey,
  finishWithPasskey,
  getTwoStep,
  loginWithPasskey,
  removeOnePasskey,
} from './contract.ts'

const origin = 'https://shop.longtake.example'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: origin, DEMO: '1' })
})
afterAll(() => shop.close())

const isIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const stateOf = async (visitor: Visitor) => (await visitor.call(getTwoStep, {})).data

const withPasskey = async (device = anAuthenticator({ origin })) => {
  const person = await confirmedNewcomer(shop)
  return { ...person, device, recovery_codes: await registerPasskey(person.visitor, device) }
}

const signAlone = async (visitor: Visitor, device: Authenticator) => {
  const { data: options } = await visitor.call(askPasskey, {})
  return visitor.call(loginWithPasskey, { body: { response: device.sign(options), cart_hash: null } })
}

test('the first passkey turns two-step sign-in on; several have names, and each knows when it was used', async () => {
  const { visitor, user, recovery_codes } = await withPasskey()
  expect(recovery_codes).toHaveLength(10)
  const phone = anAuthenticator({ origin })
  expect(await registerPasskey(visitor, phone, { name: '  My\u0000 phone ' })).toBeNull()
  expect(await stateOf(visitor)).toMatchObject({
    is_on: true,
    passkeys: [
      { name: 'My laptop', last_used_at: null },
      { name: 'My phone', last_used_at: null },
    ],
  })
  shop.clock.advance(60_000)
  await signAlone(shop.visitor(), phone)
  const { passkeys } = await stateOf(visitor)
  expect(passkeys.map(({ last_used_at }) => last_used_at)).toEqual([null, shop.clock.now().toISOString()])
  expect((await halfIn(shop, user.email)).answer).toMatchObject({ second_step: { ways: ['passkey', 'recovery'] } })
})

test('a passkey is the second step of a login', async () => {
  const { user, device } = await withPasskey()
  const { visitor } = await halfIn(shop, user.email)
  const { data: options } = await visitor.call(askSecondStepPasskey, {})
  expect(options.allowCredentials?.map(({ id }) => id)).toEqual([device.id])
  const { data } = await visitor.call(finishWithPasskey, { body: { response: device.sign(options) } })
  expect(data.id).toBe(user.id)
  expect(await isIn(visitor)).toBe(true)
})

test('a passkey comes in alone, without email and password', async () => {
  const { user, device } = await withPasskey()
  const visitor = shop.visitor()
  expect((await signAlone(visitor, device)).data.id).toBe(user.id)
  expect(await isIn(visitor)).toBe(true)
})

test('alone, it must have asked for a finger, a face or a PIN; as a second step it need not', async () => {
  const key = anAuthenticator({ origin, verifies: false })
  const { user } = await withPasskey(key)
  await expect(signAlone(shop.visitor(), key)).rejects.toMatchObject({ status: 422 })
  const { visitor } = await halfIn(shop, user.email)
  const { data: options } = await visitor.call(askSecondStepPasskey, {})
  await visitor.call(finishWithPasskey, { body: { response: key.sign(options) } })
  expect(await isIn(visitor)).toBe(true)
})

test('a signature comes in once: of twenty at once, and never again', async () => {
  const { device } = await withPasskey()
  const visitor = shop.visitor()
  const { data: options } = await visitor.call(askPasskey, {})
  const response = device.sign(options)
  const challenge = visitor.cookies.get('passkey_challenge') ?? ''
  const twins = Array.from({ length: 20 }, () => {
    const twin = shop.visitor()
    twin.cookies.set('passkey_challenge', challenge)
    return twin
  })
  const send = (twin: Visitor) => twin.call(loginWithPasskey, { body: { response, cart_hash: null } })
  const tried = await Promise.allSettled(twins.map(send))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(send(visitor)).rejects.toMatchObject({ status: 410 })
  // With a challenge of its own, an old signature does not answer it.
  await visitor.call(askPasskey, {})
  await expect(send(visitor)).rejects.toMatchObject({ status: 422 })
  expect(await isIn(visitor)).toBe(false)
})

test('a device that counts backwards was copied, and does not come in', async () => {
  const { device, user } = await withPasskey()
  await signAlone(shop.visitor(), device)
  await shop.db.updateTable('passkeys').set({ counter: 1_000 }).where('user_id', '=', user.id).execute()
  await expect(signAlone(shop.visitor(), device)).rejects.toMatchObject({ status: 422 })
})

test('made or signed at another address, it is not believed', async () => {
  const foreign = anAuthenticator({ origin: 'https://shop.longtake.example.evil.example' })
  const { visitor } = await confirmedNewcomer(shop)
  await expect(registerPasskey(visitor, foreign)).rejects.toMatchObject({ status: 422 })
  expect((await stateOf(visitor)).is_on).toBe(false)
})

test('another’s passkey, an unknown one and a removed one are answered alike', async () => {
  const [dana, eve] = [await withPasskey(), await withPasskey()]
  const { visitor } = await halfIn(shop, dana.user.email)
  const unknown = { status: 422, message: expect.stringContaining('not known here') }
  for (const device of [eve.device, anAuthenticator({ origin })]) {
    const { data: options } = await visitor.call(askSecondStepPasskey, {})
    const tried = visitor.call(finishWithPasskey, { body: { response: device.sign(options) } })
    await expect(tried).rejects.toMatchObject(unknown)
  }
  const [passkey] = (await stateOf(eve.visitor)).passkeys
  const params = { id: String(passkey?.id) }
  await expect(dana.visitor.call(removeOnePasskey, { params, body: { password } })).rejects.toMatchObject({
    status: 404,
  })
  await eve.visitor.call(removeOnePasskey, { params, body: { password } })
  await expect(signAlone(shop.visitor(), eve.device)).rejects.toMatchObject(unknown)
  expect(await stateOf(eve.visitor)).toMatchObject({ is_on: false, recovery_left: 0 })
  expect(await isIn(visitor)).toBe(false)
})

test('a challenge is for one purpose, one browser and five minutes', async () => {
  const { visitor } = await confirmedNewcomer(shop)
  const device = anAuthenticator({ origin })
  const { data: options } = await visitor.call(askNewPasskey, { body: { password } })
  const body = { name: 'My laptop', response: device.make(options) }
  const { visitor: stranger } = await confirmedNewcomer(shop)
  stranger.cookies.set('passkey_challenge', visitor.cookies.get('passkey_challenge') ?? '')
  await expect(stranger.call(addNewPasskey, { body })).rejects.toMatchObject({ status: 410 })

  const { data: alone } = await visitor.call(askPasskey, {})
  const made = { name: 'My laptop', response: device.make(alone) }
  await expect(visitor.call(addNewPasskey, { body: made })).rejects.toMatchObject({ status: 410 })

  const { data: late } = await visitor.call(askNewPasskey, { body: { password } })
  shop.clock.advance(300_000)
  const tried = visitor.call(addNewPasskey, { body: { name: 'My laptop', response: device.make(late) } })
  await expect(tried).rejects.toMatchObject({ status: 410 })
  expect((await stateOf(visitor)).passkeys).toEqual([])
})

test('what is asked of a login makes no passkey: that takes the password', async () => {
  const { visitor, user } = await withPasskey()
  await visitor.call(login, { body: { login: user.email, password } })
  const { data: options } = await visitor.call(askSecondStepPasskey, {})
  const body = { name: 'Another', response: anAuthenticator({ origin }).make(options) }
  await expect(visitor.call(addNewPasskey, { body })).rejects.toMatchObject({ status: 410 })
  expect((await stateOf(visitor)).passkeys).toHaveLength(1)
})

test('one device is registered once, whoever asks', async () => {
  const { visitor, device } = await withPasskey()
  await expect(registerPasskey(visitor, device)).rejects.toMatchObject({ status: 409 })
  const { visitor: other } = await confirmedNewcomer(shop)
  await expect(registerPasskey(other, device)).rejects.toMatchObject({ status: 409 })
})

test('without the password no passkey is made', async () => {
  const { visitor } = await confirmedNewcomer(shop)
  const tried = visitor.call(askNewPasskey, { body: { password: 'Wrong-Horse-1' } })
  await expect(tried).rejects.toMatchObject({ status: 422, errors: { password: ['This is not your password.'] } })
})

test('bytes that are no passkey get a clear answer', async () => {
  const { visitor } = await confirmedNewcomer(shop)
  const junk = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' }
  for (const response of [junk, { ...junk, clientDataJSON: Buffer.from('{"type":1}').toString('base64url') }]) {
    await visitor.call(askNewPasskey, { body: { password } })
    const body = { name: 'x', response: { id: 'AA', rawId: 'AA', type: 'public-key' as const, response } }
    await expect(visitor.call(addNewPasskey, { body })).rejects.toMatchObject({ status: 422 })
  }
})
