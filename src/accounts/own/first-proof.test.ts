import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../../sandbox/start.ts'
import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { anAuthenticator } from '../../../testing/authenticator.ts'
import { confirmedNewcomer, good_password as password, newcomer } from '../../../testing/builders/people.ts'
import { codeAt, registerPasskey } from '../../../testing/builders/two-step.ts'
import { getSession, login } from '../contract.ts'
import { getGoogleNonce, googleCallback } from '../google/contract.ts'
import {
  askPasskey,
  confirmAuthenticator,
  getTwoStep,
  loginWithPasskey,
  startAuthenticator,
} from '../two-step/contract.ts'
import { verifyEmail } from '../verify/contract.ts'
import { makeVerification } from '../verify/verify.server.ts'
import { confirmEmail, requestEmailChange, resetPassword } from './contract.ts'
import { makeConfirmation } from './email-change.server.ts'
import { makeReset } from './links.server.ts'

const origin = 'https://shop.longtake.example'

let sandbox: Sandbox
let shop: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  shop = await openTestApp({ PUBLIC_URL: origin, DEMO: '1', SANDBOX_IDENTITY_URL: sandbox.origins.identity })
})
afterAll(async () => {
  await shop.close()
  await sandbox.close()
})

const isIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const owner_password = 'Owner-Horse-2'

const reset = async (user_id: number) => {
  const token = await makeReset(shop.db, user_id, shop.clock.now())
  const body = { password: owner_password, password_confirm: owner_password }
  await shop.visitor().call(resetPassword, { params: { token }, body })
}
const verify = async (user_id: number, email: string, visitor = shop.visitor()) => {
  const token = await makeVerification(shop.db, { user_id, email, now: shop.clock.now() })
  return (await visitor.call(verifyEmail, { params: { token } })).data
}
const google = async (email: string) => {
  const person = { email, given_name: 'Noor', family_name: 'Haddad', email_verified: true }
  const visitor = shop.visitor()
  const { nonce } = (await visitor.call(getGoogleNonce, {})).data
  const google_credential = await sandbox.credential(person, { nonce })
  const { data } = await visitor.call(googleCallback, { body: { google_credential } })
  return { visitor, data }
}

/** An account with factors whose email nobody ever confirmed, as accounts of before may be. */
const squatted = async () => {
  const person = await confirmedNewcomer(shop)
  const device = anAuthenticator({ origin })
  await registerPasskey(person.visitor, device)
  const { secret } = (await person.visitor.call(startAuthenticator, { body: { password } })).data
  await person.visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
  await shop.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.user.id).execute()
  const signAlone = async () => {
    const visitor = shop.visitor()
    const { data: options } = await visitor.call(askPasskey, {})
    await visitor.call(loginWithPasskey, { body: { response: device.sign(options), cart_hash: null } })
    return visitor
  }
  return { ...person, signAlone }
}

const factorsOf = async (user_id: number) => {
  const tables = ['passkeys', 'authenticator_apps', 'recovery_codes'] as const
  const rows = await Promise.all(
    tables.map(table => shop.db.selectFrom(table).where('user_id', '=', user_id).select('user_id').execute()),
  )
  return rows.flat().length
}

test.each(['a password reset', 'the link that confirms the email', 'Google'])(
  'the first proof of a mailbox, by %s, ends factors and sessions of before',
  async way => {
    const { visitor, user, signAlone } = await squatted()
    const elsewhere = await signAlone()
    if (way === 'Google') {
      const owner = await google(user.email)
      expect(owner.data).toMatchObject({ id: user.id, email_verified: true })
      expect(await isIn(owner.visitor)).toBe(true)
      await expect(shop.visitor().call(login, { body: { login: user.email, password } })).rejects.toMatchObject({
        status: 422,
      })
    } else if (way === 'a password reset') await reset(user.id)
    else await verify(user.id, user.email)
    expect(await factorsOf(user.id)).toBe(0)
    for (const browser of [visitor, elsewhere]) expect(await isIn(browser)).toBe(false)
    await expect(signAlone()).rejects.toMatchObject({ status: 422 })
  },
)

const logIn = async (email: string, given: string) => {
  const visitor = shop.visitor()
  await visitor.call(login, { body: { login: email, password: given } })
  return visitor
}

test.each(['the link that confirms the email', 'the link that confirms another email'])(
  'by %s in another browser, the password of who registered ends, and a new one is chosen at once',
  async way => {
    const { visitor, user } = await newcomer(shop)
    const opened = shop.visitor()
    let { email } = user
    let password_token: string | null
    if (way === 'the link that confirms the email')
      password_token = (await verify(user.id, email, opened)).password_token
    else {
      email = `owner-${user.id}@people.example`
      await visitor.call(requestEmailChange, { body: { email, password } })
      const { id } = await shop.db
        .selectFrom('email_changes')
        .where('user_id', '=', user.id)
        .select('id')
        .executeTakeFirstOrThrow()
      const token = await makeConfirmation(shop.db, id)
      password_token = (await opened.call(confirmEmail, { params: { token } })).data.password_token
    }
    await expect(logIn(email, password)).rejects.toMatchObject({ status: 422 })
    expect(await isIn(visitor)).toBe(false)
    const body = { password: owner_password, password_confirm: owner_password }
    await opened.call(resetPassword, { params: { token: password_token ?? '' }, body })
    expect(await isIn(await logIn(email, owner_password))).toBe(true)
  },
)

test('a confirmation in a session of another account ends the password, too', async () => {
  const { user } = await newcomer(shop)
  const other = await newcomer(shop)
  expect((await verify(user.id, user.email, other.visitor)).password_token).not.toBeNull()
  expect(await isIn(other.visitor)).toBe(true)
  await expect(logIn(user.email, password)).rejects.toMatchObject({ status: 422 })
})

test('a link that confirms the email leaves the session that opens it, and later proofs leave factors alone', async () => {
  const { visitor, user } = await newcomer(shop)
  expect(await verify(user.id, user.email, visitor)).toEqual({ email: user.email, password_token: null })
  expect(await isIn(visitor)).toBe(true)
  expect(await isIn(await logIn(user.email, password))).toBe(true)
  await registerPasskey(visitor, anAuthenticator({ origin }))
  await reset(user.id)
  expect(await factorsOf(user.id)).toBeGreaterThan(0)
})

test('before the email is confirmed no second factor is added, and the answer says what to do', async () => {
  const { visitor, user } = await newcomer(shop)
  const refused = { status: 403, message: 'Please confirm your email first: open the link that we mailed to you.' }
  await expect(registerPasskey(visitor, anAuthenticator({ origin }))).rejects.toMatchObject(refused)
  await expect(visitor.call(startAuthenticator, { body: { password } })).rejects.toMatchObject(refused)
  await verify(user.id, user.email, visitor)
  await registerPasskey(visitor, anAuthenticator({ origin }))
  expect((await visitor.call(getTwoStep, {})).data.is_on).toBe(true)
})

test('whatever happens at the moment of the first proof, nothing of before outlives it', async () => {
  const { visitor, user, signAlone } = await squatted()
  const tries = Array.from({ length: 20 }, (_, n) => {
    if (n % 3 === 0) return signAlone()
    return n % 3 === 1 ? logIn(user.email, password) : registerPasskey(visitor, anAuthenticator({ origin }))
  })
  await Promise.allSettled([...tries.slice(0, 10), reset(user.id), ...tries.slice(10)])
  expect(await factorsOf(user.id)).toBe(0)
  const sessions = await shop.db.selectFrom('sessions').where('user_id', '=', user.id).select('id').execute()
  expect(sessions).toEqual([])
  const waiting = await shop.db.selectFrom('second_steps').where('user_id', '=', user.id).select('user_id').execute()
  expect(waiting).toEqual([])
})
