import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../../sandbox/start.ts'
import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import { registerConfirmedPerson, good_password as password, registerPerson } from '../../../testing/builders/people.ts'
import { codeAt, registerPasskey } from '../../../testing/builders/two-step.ts'
import { getSession, login } from '../contract.ts'
import { getGoogleNonce, googleCallback } from '../google/contract.ts'
import {
  getPasskeyLoginOptions,
  confirmAuthenticator,
  getTwoStep,
  loginWithPasskey,
  startAuthenticator,
} from '../two-step/contract.ts'
import { verifyEmail } from '../verify/contract.ts'
import { createVerificationToken } from '../verify/verify.server.ts'
import { confirmEmail, requestEmailChange, resetPassword } from './contract.ts'
import { createConfirmationToken } from './email-change.server.ts'
import { createResetToken } from './links.server.ts'

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

const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const owner_password = 'Owner-Horse-2'

const resetPasswordOf = async (user_id: number) => {
  const token = await createResetToken(shop.db, user_id, shop.clock.now())
  const body = { password: owner_password, password_confirm: owner_password }
  await shop.visitor().call(resetPassword, { params: { token }, body })
}
const verifyEmailOf = async (user_id: number, email: string, visitor = shop.visitor()) => {
  const token = await createVerificationToken(shop.db, { user_id, email, now: shop.clock.now() })
  return (await visitor.call(verifyEmail, { params: { token } })).data
}
const signInWithGoogle = async (email: string) => {
  const profile = { email, given_name: 'Noor', family_name: 'Haddad', email_verified: true }
  const visitor = shop.visitor()
  const { nonce } = (await visitor.call(getGoogleNonce, {})).data
  const google_credential = await sandbox.credential(profile, { nonce })
  const { data } = await visitor.call(googleCallback, { body: { google_credential } })
  return { visitor, data }
}

/** An account with second factors whose email was never confirmed, as old accounts may be. */
const registerUnverifiedWithFactors = async () => {
  const person = await registerConfirmedPerson(shop)
  const device = createAuthenticator({ origin })
  await registerPasskey(person.visitor, device)
  const { secret } = (await person.visitor.call(startAuthenticator, { body: { password } })).data
  await person.visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
  await shop.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.user.id).execute()
  const signInWithPasskey = async () => {
    const visitor = shop.visitor()
    const { data: options } = await visitor.call(getPasskeyLoginOptions, {})
    await visitor.call(loginWithPasskey, { body: { response: device.sign(options), cart_hash: null } })
    return visitor
  }
  return { ...person, signAlone: signInWithPasskey }
}

const countFactors = async (user_id: number) => {
  const tables = ['passkeys', 'authenticator_apps', 'recovery_codes'] as const
  const rows = await Promise.all(
    tables.map(table => shop.db.selectFrom(table).where('user_id', '=', user_id).select('user_id').execute()),
  )
  return rows.flat().length
}

test.each(['a password reset', 'the link that confirms the email', 'Google'])(
  'the first verification of an email, by %s, removes earlier factors and sessions',
  async method => {
    const { visitor, user, signAlone } = await registerUnverifiedWithFactors()
    const otherBrowser = await signAlone()
    if (method === 'Google') {
      const owner = await signInWithGoogle(user.email)
      expect(owner.data).toMatchObject({ id: user.id, email_verified: true })
      expect(await isSignedIn(owner.visitor)).toBe(true)
      await expect(shop.visitor().call(login, { body: { login: user.email, password } })).rejects.toMatchObject({
        status: 422,
      })
    } else if (method === 'a password reset') await resetPasswordOf(user.id)
    else await verifyEmailOf(user.id, user.email)
    expect(await countFactors(user.id)).toBe(0)
    for (const browser of [visitor, otherBrowser]) expect(await isSignedIn(browser)).toBe(false)
    await expect(signAlone()).rejects.toMatchObject({ status: 422 })
  },
)

const logIn = async (email: string, loginPassword: string) => {
  const visitor = shop.visitor()
  await visitor.call(login, { body: { login: email, password: loginPassword } })
  return visitor
}

test.each(['the link that confirms the email', 'the link that confirms another email'])(
  '%s, opened in another browser, ends the password and offers to choose a new one',
  async method => {
    const { visitor, user } = await registerPerson(shop)
    const opened = shop.visitor()
    let { email } = user
    let password_token: string | null
    if (method === 'the link that confirms the email')
      password_token = (await verifyEmailOf(user.id, email, opened)).password_token
    else {
      email = `owner-${user.id}@people.example`
      await visitor.call(requestEmailChange, { body: { email, password } })
      const { id } = await shop.db
        .selectFrom('email_changes')
        .where('user_id', '=', user.id)
        .select('id')
        .executeTakeFirstOrThrow()
      const token = await createConfirmationToken(shop.db, id)
      password_token = (await opened.call(confirmEmail, { params: { token } })).data.password_token
    }
    await expect(logIn(email, password)).rejects.toMatchObject({ status: 422 })
    expect(await isSignedIn(visitor)).toBe(false)
    const body = { password: owner_password, password_confirm: owner_password }
    await opened.call(resetPassword, { params: { token: password_token ?? '' }, body })
    expect(await isSignedIn(await logIn(email, owner_password))).toBe(true)
  },
)

test('a confirmation in a session of another account ends the password, too', async () => {
  const { user } = await registerPerson(shop)
  const other = await registerPerson(shop)
  expect((await verifyEmailOf(user.id, user.email, other.visitor)).password_token).not.toBeNull()
  expect(await isSignedIn(other.visitor)).toBe(true)
  await expect(logIn(user.email, password)).rejects.toMatchObject({ status: 422 })
})

test('the link that confirms the email keeps the session that opens it, and later verifications keep the factors', async () => {
  const { visitor, user } = await registerPerson(shop)
  expect(await verifyEmailOf(user.id, user.email, visitor)).toEqual({ email: user.email, password_token: null })
  expect(await isSignedIn(visitor)).toBe(true)
  expect(await isSignedIn(await logIn(user.email, password))).toBe(true)
  await registerPasskey(visitor, createAuthenticator({ origin }))
  await resetPasswordOf(user.id)
  expect(await countFactors(user.id)).toBeGreaterThan(0)
})

test('an account with an unconfirmed email cannot add a second factor, and the error says what to do', async () => {
  const { visitor, user } = await registerPerson(shop)
  const refusal = { status: 403, message: 'Please confirm your email first: open the link that we mailed to you.' }
  await expect(registerPasskey(visitor, createAuthenticator({ origin }))).rejects.toMatchObject(refusal)
  await expect(visitor.call(startAuthenticator, { body: { password } })).rejects.toMatchObject(refusal)
  await verifyEmailOf(user.id, user.email, visitor)
  await registerPasskey(visitor, createAuthenticator({ origin }))
  expect((await visitor.call(getTwoStep, {})).data.is_on).toBe(true)
})

test('concurrent sign-ins and changes do not survive the first verification', async () => {
  const { visitor, user, signAlone } = await registerUnverifiedWithFactors()
  const attempts = Array.from({ length: 20 }, (_, n) => {
    if (n % 3 === 0) return signAlone()
    return n % 3 === 1 ? logIn(user.email, password) : registerPasskey(visitor, createAuthenticator({ origin }))
  })
  await Promise.allSettled([...attempts.slice(0, 10), resetPasswordOf(user.id), ...attempts.slice(10)])
  expect(await countFactors(user.id)).toBe(0)
  const sessions = await shop.db.selectFrom('sessions').where('user_id', '=', user.id).select('id').execute()
  expect(sessions).toEqual([])
  const pendingSteps = await shop.db
    .selectFrom('pending_logins')
    .where('user_id', '=', user.id)
    .select('user_id')
    .execute()
  expect(pendingSteps).toEqual([])
})
