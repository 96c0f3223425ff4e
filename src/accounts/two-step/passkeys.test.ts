import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { createAuthenticator, type Authenticator } from '../../../testing/authenticator.ts'
import { registerConfirmedPerson, good_password as password } from '../../../testing/builders/people.ts'
import { startLogin, registerPasskey } from '../../../testing/builders/two-step.ts'
import { getSession, login } from '../contract.ts'
import {
  addNewPasskey,
  getPasskeyRegistrationOptions,
  getPasskeyLoginOptions,
  getSecondStepPasskeyOptions,
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

const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const loadState = async (visitor: Visitor) => (await visitor.call(getTwoStep, {})).data

const registerWithPasskey = async (device = createAuthenticator({ origin })) => {
  const person = await registerConfirmedPerson(shop)
  return { ...person, device, recovery_codes: await registerPasskey(person.visitor, device) }
}

const signInWithPasskey = async (visitor: Visitor, device: Authenticator) => {
  const { data: options } = await visitor.call(getPasskeyLoginOptions, {})
  return visitor.call(loginWithPasskey, { body: { response: device.sign(options), cart_hash: null } })
}

test('the first passkey turns two-step sign-in on, and each has a name and a last use', async () => {
  const { visitor, user, recovery_codes } = await registerWithPasskey()
  expect(recovery_codes).toHaveLength(10)
  const phone = createAuthenticator({ origin })
  expect(await registerPasskey(visitor, phone, { name: '  My\u0000 phone ' })).toBeNull()
  expect(await loadState(visitor)).toMatchObject({
    is_on: true,
    passkeys: [
      { name: 'My laptop', last_used_at: null },
      { name: 'My phone', last_used_at: null },
    ],
  })
  shop.clock.advance(60_000)
  await signInWithPasskey(shop.visitor(), phone)
  const { passkeys } = await loadState(visitor)
  expect(passkeys.map(({ last_used_at }) => last_used_at)).toEqual([null, shop.clock.now().toISOString()])
  expect((await startLogin(shop, user.email)).response).toMatchObject({
    second_step: { ways: ['passkey', 'recovery'] },
  })
})

test('a passkey works as the second step of a login', async () => {
  const { user, device } = await registerWithPasskey()
  const { visitor } = await startLogin(shop, user.email)
  const { data: options } = await visitor.call(getSecondStepPasskeyOptions, {})
  expect(options.allowCredentials?.map(({ id }) => id)).toEqual([device.id])
  const { data } = await visitor.call(finishWithPasskey, { body: { response: device.sign(options) } })
  expect(data.id).toBe(user.id)
  expect(await isSignedIn(visitor)).toBe(true)
})

test('a passkey logs in alone, without email and password', async () => {
  const { user, device } = await registerWithPasskey()
  const visitor = shop.visitor()
  expect((await signInWithPasskey(visitor, device)).data.id).toBe(user.id)
  expect(await isSignedIn(visitor)).toBe(true)
})

test('a passkey alone needs user verification; as a second step it does not', async () => {
  const securityKey = createAuthenticator({ origin, verifies: false })
  const { user } = await registerWithPasskey(securityKey)
  await expect(signInWithPasskey(shop.visitor(), securityKey)).rejects.toMatchObject({ status: 422 })
  const { visitor } = await startLogin(shop, user.email)
  const { data: options } = await visitor.call(getSecondStepPasskeyOptions, {})
  await visitor.call(finishWithPasskey, { body: { response: securityKey.sign(options) } })
  expect(await isSignedIn(visitor)).toBe(true)
})

test('a signature works once, even for twenty concurrent requests', async () => {
  const { device } = await registerWithPasskey()
  const visitor = shop.visitor()
  const { data: options } = await visitor.call(getPasskeyLoginOptions, {})
  const response = device.sign(options)
  const challenge = visitor.cookies.get('passkey_challenge') ?? ''
  const tabs = Array.from({ length: 20 }, () => {
    const tab = shop.visitor()
    tab.cookies.set('passkey_challenge', challenge)
    return tab
  })
  const send = (tab: Visitor) => tab.call(loginWithPasskey, { body: { response, cart_hash: null } })
  const results = await Promise.allSettled(tabs.map(send))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(send(visitor)).rejects.toMatchObject({ status: 410 })
  // An old signature does not match a new challenge.
  await visitor.call(getPasskeyLoginOptions, {})
  await expect(send(visitor)).rejects.toMatchObject({ status: 422 })
  expect(await isSignedIn(visitor)).toBe(false)
})

test('a passkey whose counter goes backwards was copied and is refused', async () => {
  const { device, user } = await registerWithPasskey()
  await signInWithPasskey(shop.visitor(), device)
  await shop.db.updateTable('passkeys').set({ counter: 1_000 }).where('user_id', '=', user.id).execute()
  await expect(signInWithPasskey(shop.visitor(), device)).rejects.toMatchObject({ status: 422 })
})

test('a passkey of another origin is refused', async () => {
  const otherOriginDevice = createAuthenticator({ origin: 'https://shop.longtake.example.evil.example' })
  const { visitor } = await registerConfirmedPerson(shop)
  await expect(registerPasskey(visitor, otherOriginDevice)).rejects.toMatchObject({ status: 422 })
  expect((await loadState(visitor)).is_on).toBe(false)
})

test('a passkey of another user, an unknown one and a removed one get the same error', async () => {
  const [dana, eve] = [await registerWithPasskey(), await registerWithPasskey()]
  const { visitor } = await startLogin(shop, dana.user.email)
  const unknownError = { status: 422, message: expect.stringContaining('not known here') }
  for (const device of [eve.device, createAuthenticator({ origin })]) {
    const { data: options } = await visitor.call(getSecondStepPasskeyOptions, {})
    const attempt = visitor.call(finishWithPasskey, { body: { response: device.sign(options) } })
    await expect(attempt).rejects.toMatchObject(unknownError)
  }
  const [passkey] = (await loadState(eve.visitor)).passkeys
  const params = { id: String(passkey?.id) }
  await expect(dana.visitor.call(removeOnePasskey, { params, body: { password } })).rejects.toMatchObject({
    status: 404,
  })
  await eve.visitor.call(removeOnePasskey, { params, body: { password } })
  await expect(signInWithPasskey(shop.visitor(), eve.device)).rejects.toMatchObject(unknownError)
  expect(await loadState(eve.visitor)).toMatchObject({ is_on: false, recovery_codes_left: 0 })
  expect(await isSignedIn(visitor)).toBe(false)
})

test('a challenge works for one purpose, in one browser, for five minutes', async () => {
  const { visitor } = await registerConfirmedPerson(shop)
  const device = createAuthenticator({ origin })
  const { data: options } = await visitor.call(getPasskeyRegistrationOptions, { body: { password } })
  const body = { name: 'My laptop', response: device.register(options) }
  const { visitor: stranger } = await registerConfirmedPerson(shop)
  stranger.cookies.set('passkey_challenge', visitor.cookies.get('passkey_challenge') ?? '')
  await expect(stranger.call(addNewPasskey, { body })).rejects.toMatchObject({ status: 410 })

  const { data: loginOptions } = await visitor.call(getPasskeyLoginOptions, {})
  const mismatched = { name: 'My laptop', response: device.register(loginOptions) }
  await expect(visitor.call(addNewPasskey, { body: mismatched })).rejects.toMatchObject({ status: 410 })

  const { data: expiredOptions } = await visitor.call(getPasskeyRegistrationOptions, { body: { password } })
  shop.clock.advance(300_000)
  const attempt = visitor.call(addNewPasskey, {
    body: { name: 'My laptop', response: device.register(expiredOptions) },
  })
  await expect(attempt).rejects.toMatchObject({ status: 410 })
  expect((await loadState(visitor)).passkeys).toEqual([])
})

test('the challenge of a login does not create a passkey, which needs the password', async () => {
  const { visitor, user } = await registerWithPasskey()
  await visitor.call(login, { body: { login: user.email, password } })
  const { data: options } = await visitor.call(getSecondStepPasskeyOptions, {})
  const body = { name: 'Another', response: createAuthenticator({ origin }).register(options) }
  await expect(visitor.call(addNewPasskey, { body })).rejects.toMatchObject({ status: 410 })
  expect((await loadState(visitor)).passkeys).toHaveLength(1)
})

test('a device is registered once, to whichever account', async () => {
  const { visitor, device } = await registerWithPasskey()
  await expect(registerPasskey(visitor, device)).rejects.toMatchObject({ status: 409 })
  const { visitor: otherVisitor } = await registerConfirmedPerson(shop)
  await expect(registerPasskey(otherVisitor, device)).rejects.toMatchObject({ status: 409 })
})

test('creating a passkey needs the password', async () => {
  const { visitor } = await registerConfirmedPerson(shop)
  const attempt = visitor.call(getPasskeyRegistrationOptions, { body: { password: 'Wrong-Horse-1' } })
  await expect(attempt).rejects.toMatchObject({ status: 422, errors: { password: ['This is not your password.'] } })
})

test('an invalid passkey response gets a clear error', async () => {
  const { visitor } = await registerConfirmedPerson(shop)
  const junk = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' }
  for (const response of [junk, { ...junk, clientDataJSON: Buffer.from('{"type":1}').toString('base64url') }]) {
    await visitor.call(getPasskeyRegistrationOptions, { body: { password } })
    const body = { name: 'x', response: { id: 'AA', rawId: 'AA', type: 'public-key' as const, response } }
    await expect(visitor.call(addNewPasskey, { body })).rejects.toMatchObject({ status: 422 })
  }
})
