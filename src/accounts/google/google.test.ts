import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { dispatchEvents } from '#platform/jobs/outbox.server.ts'

import { startSandbox, type Sandbox } from '../../../sandbox/start.ts'
import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { registerConfirmedPerson, good_password } from '../../../testing/builders/people.ts'
import { getSession, login } from '../contract.ts'
import { changePassword, getDetails, setPassword } from '../own/contract.ts'
import { accountsReactions } from '../reactions.server.ts'
import {
  confirmGooglePassword,
  connectGoogle,
  disconnectGoogle,
  getGoogleAccount,
  getGoogleNonce,
  googleCallback,
} from './contract.ts'
import { nonceCookieName, deriveNonce } from './nonce.server.ts'

let sandbox: Sandbox
let shop: TestApp
beforeAll(async () => {
  sandbox = await startSandbox()
  shop = await openTestApp({ SANDBOX_IDENTITY_URL: sandbox.origins.identity })
})
afterAll(async () => {
  await shop.close()
  await sandbox.close()
})

let serial = 0
const createProfile = (email = `google-${(serial += 1)}@people.example`) => ({
  email,
  given_name: 'Noor',
  family_name: 'Haddad',
  email_verified: true,
})
/** All browsers of this test share one nonce, so that any of them can send any credential. */
const nonceToken = 'n'.repeat(43)
const setNonceCookie = (visitor: Visitor) => {
  visitor.cookies.set(nonceCookieName(nonceToken), nonceToken)
  return visitor
}
const createCredential: Sandbox['credential'] = (profile, changes) =>
  sandbox.credential(profile, { nonce: deriveNonce(nonceToken), ...changes })
const signInWithGoogle = async (visitor: Visitor, google_credential: string) =>
  (await setNonceCookie(visitor).call(googleCallback, { body: { google_credential } })).data
const nonceTokens = ({ cookies }: Visitor) =>
  [...cookies].flatMap(([name, value]) => (name.startsWith('google_nonce-') ? value : []))
const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const refusal = {
  status: 422,
  errors: { google_credential: ['Google did not confirm this sign-in. Please try again.'] },
}
const listLinks = (email: string) =>
  shop.db
    .selectFrom('google_accounts as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .where('u.email', '=', email)
    .selectAll()
    .execute()

/** Starts a Google sign-in for an account with a password, so that it asks for that password. */
const startChallenge = async () => {
  const { user, visitor: owner } = await registerConfirmedPerson(shop)
  const visitor = shop.visitor()
  const result = await signInWithGoogle(visitor, await createCredential(createProfile(user.email)))
  if (!('password_confirmation' in result)) throw new Error('No password was asked for.')
  return { user, owner, visitor, ...result.password_confirmation }
}
const confirm = (visitor: Visitor, challenge_token: string, password = good_password) =>
  visitor.call(confirmGooglePassword, { body: { challenge_token, password } })

test('a new user gets an account with a confirmed email and no password, and can sign in again', async () => {
  const profile = createProfile()
  const visitor = shop.visitor()
  const user = await signInWithGoogle(visitor, await createCredential(profile))
  expect(user).toMatchObject({
    email: profile.email,
    first_name: 'Noor',
    last_name: 'Haddad',
    email_verified: true,
    has_google_account_linked: true,
  })
  expect((await visitor.call(getDetails, {})).data.has_password).toBe(false)
  const secondVisitor = shop.visitor()
  expect(await signInWithGoogle(secondVisitor, await createCredential(profile))).toEqual(user)
  expect((await secondVisitor.call(getGoogleAccount, {})).data).toEqual({ has_google_account_linked: true })
})

test('a web address in the name from Google is dropped', async () => {
  const profile = { ...createProfile(), given_name: 'Win http://evil.example', family_name: 'Had\u202Edad' }
  expect(await signInWithGoogle(shop.visitor(), await createCredential(profile))).toMatchObject({
    first_name: '',
    last_name: 'Haddad',
  })
})

test('a user whose Google email changed is still the same user', async () => {
  const profile = createProfile()
  const user = await signInWithGoogle(shop.visitor(), await createCredential(profile))
  const { sub } = JSON.parse(atob((await createCredential(profile)).split('.')[1] ?? '')) as { sub: string }
  const changedCredential = await createCredential(createProfile(), { sub })
  expect(await signInWithGoogle(shop.visitor(), changedCredential)).toEqual(user)
})

test('each sign-in replaces the session of its browser', async () => {
  const profile = createProfile()
  const visitor = shop.visitor()
  await signInWithGoogle(visitor, await createCredential(profile))
  const oldToken = visitor.cookies.get('session') ?? ''
  await signInWithGoogle(visitor, await createCredential(profile))
  const thief = shop.visitor()
  thief.cookies.set('session', oldToken)
  expect(await isSignedIn(thief)).toBe(false)
  expect(await isSignedIn(visitor)).toBe(true)
})

const hour_seconds = 3_600
const getNowSeconds = () => Math.floor(Date.now() / 1_000)

test.each([
  ['for another shop', () => ({ aud: 'another-client' })],
  ['of another issuer', () => ({ iss: 'https://accounts.google.com' })],
  ['too old', () => ({ iat: getNowSeconds() - 3 * hour_seconds, exp: getNowSeconds() - 2 * hour_seconds })],
  ['from the future', () => ({ iat: getNowSeconds() + 2 * hour_seconds, exp: getNowSeconds() + 3 * hour_seconds })],
  ['good for a year', () => ({ exp: getNowSeconds() + 365 * 24 * hour_seconds })],
  ['without an email', () => ({ email: undefined })],
  ['without a person', () => ({ sub: undefined })],
])('a credential %s is refused', async (_, changes) => {
  const profile = createProfile()
  const visitor = shop.visitor()
  await expect(signInWithGoogle(visitor, await createCredential(profile, changes()))).rejects.toMatchObject(refusal)
  expect(await isSignedIn(visitor)).toBe(false)
  expect(await listLinks(profile.email)).toEqual([])
})

const splitToken = (token: string) => token.split('.') as [string, string, string]
const encodeJson = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['unsigned', ([, claims]: string[]) => `${encodeJson({ alg: 'none', typ: 'JWT' })}.${claims}.`],
  ['signed with nothing', ([head, claims]: string[]) => `${head}.${claims}.`],
  [
    'about somebody else since it was signed',
    ([head, claims = '', signature]: string[]) =>
      `${head}.${encodeJson({ ...(JSON.parse(atob(claims)) as object), email: 'mara@northlight.example' })}.${signature}`,
  ],
  ['no token at all', () => 'credential'],
  ['two dots', () => '..'],
  ['half of one', ([head, claims]: string[]) => `${head}.${claims}`],
])('a credential that is %s is refused', async (_, tamper) => {
  const credential = tamper(splitToken(await createCredential(createProfile())))
  await expect(signInWithGoogle(shop.visitor(), credential)).rejects.toMatchObject(refusal)
})

test('a credential signed with another key is refused, also under our key’s id', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  const [head, claims] = splitToken(await createCredential(createProfile()))
  const { kid } = JSON.parse(atob(head)) as { kid: string }
  for (const keyId of [kid, 'another']) {
    const forged = await new SignJWT(JSON.parse(atob(claims)) as Record<string, unknown>)
      .setProtectedHeader({ alg: 'RS256', kid: keyId })
      .sign(privateKey)
    await expect(signInWithGoogle(shop.visitor(), forged)).rejects.toMatchObject(refusal)
  }
})

test('an unconfirmed Google email signs in to nothing and creates nothing', async () => {
  const { user } = await registerConfirmedPerson(shop)
  for (const email of [user.email, 'unconfirmed@people.example']) {
    const credential = await createCredential({ ...createProfile(email), email_verified: false })
    await expect(signInWithGoogle(shop.visitor(), credential)).rejects.toMatchObject({
      status: 422,
      errors: { google_credential: [expect.stringContaining('has not confirmed')] },
    })
    expect(await listLinks(email)).toEqual([])
  }
})

test('a credential works only in the browser that requested its nonce', async () => {
  const profile = createProfile()
  const owner = shop.visitor()
  const { nonce } = (await owner.call(getGoogleNonce, {})).data
  const google_credential = await sandbox.credential(profile, { nonce })
  const sendCredential = (visitor: Visitor, credential: string) =>
    visitor.call(googleCallback, { body: { google_credential: credential } })
  const otherBrowser = shop.visitor()
  await otherBrowser.call(getGoogleNonce, {})
  for (const visitor of [shop.visitor(), otherBrowser])
    await expect(sendCredential(visitor, google_credential)).rejects.toMatchObject(refusal)
  for (const changes of [{}, { nonce: 'another' }, { nonce: nonceTokens(owner)[0] }])
    await expect(sendCredential(owner, await sandbox.credential(profile, changes))).rejects.toMatchObject(refusal)
  // A second tab of the same browser gets the same nonce.
  expect((await owner.call(getGoogleNonce, {})).data.nonce).toBe(nonce)
  await sendCredential(owner, google_credential)
  expect(await isSignedIn(owner)).toBe(true)
})

test('tabs that open the sign-in at once each finish it, and a browser keeps five nonces', async () => {
  const owner = shop.visitor()
  const ask = async () => (await owner.call(getGoogleNonce, {})).data.nonce
  const nonces = await Promise.all(Array.from({ length: 20 }, ask))
  expect(new Set(nonces).size).toBe(20)
  // Twenty at once are more than people open: the next one tidies up.
  expect(nonces).toContain(await ask())
  expect(nonceTokens(owner)).toHaveLength(5)
  const left = nonceTokens(owner).map(deriveNonce)
  for (const nonce of left) {
    const google_credential = await sandbox.credential(createProfile(), { nonce })
    await owner.call(googleCallback, { body: { google_credential } })
    expect(await isSignedIn(owner)).toBe(true)
  }
  const gone = nonces.find(nonce => !left.includes(nonce))
  const google_credential = await sandbox.credential(createProfile(), { nonce: gone })
  await expect(owner.call(googleCallback, { body: { google_credential } })).rejects.toMatchObject(refusal)
})

test('a credential works once, even for twenty concurrent requests', async () => {
  const credential = await createCredential(createProfile())
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => signInWithGoogle(shop.visitor(), credential)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ status: 422, message: expect.stringContaining('used already') })
})

test('a used credential is refused even when its signature is encoded differently', async () => {
  const credential = await createCredential(createProfile())
  await signInWithGoogle(shop.visitor(), credential)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const lastIndex = letters.indexOf(credential.at(-1) ?? '')
  const variants = Array.from(
    { length: 16 },
    (_, n) => credential.slice(0, -1) + letters.charAt(lastIndex - (lastIndex % 16) + n),
  )
  for (const variant of [...variants, `${credential}=`, `${credential}==`])
    await expect(signInWithGoogle(shop.visitor(), variant)).rejects.toMatchObject({ status: 422 })
})

test('twenty concurrent sign-ins of one new user create one account', async () => {
  const profile = createProfile()
  const credentials = await Promise.all(Array.from({ length: 20 }, () => createCredential(profile)))
  const users = await Promise.all(credentials.map(credential => signInWithGoogle(shop.visitor(), credential)))
  expect(new Set(users.map(user => ('id' in user ? user.id : 0))).size).toBe(1)
  expect(await listLinks(profile.email)).toHaveLength(1)
})

test('an email with a password asks for it once; then Google signs in', async () => {
  const { user, visitor, challenge_token, email } = await startChallenge()
  expect(email).toBe(user.email)
  expect(await isSignedIn(visitor)).toBe(false)
  expect(await listLinks(email)).toEqual([])
  const { data } = await confirm(visitor, challenge_token)
  expect(data).toMatchObject({ id: user.id, has_google_account_linked: true })
  expect(await isSignedIn(visitor)).toBe(true)
  expect(await signInWithGoogle(shop.visitor(), await createCredential(createProfile(email)))).toMatchObject({
    id: user.id,
  })
})

test('the owner gets a mail when Google is connected', async () => {
  const { user, visitor, challenge_token } = await startChallenge()
  await confirm(visitor, challenge_token)
  const reactions = accountsReactions(shop.deps)
  shop.jobs.sent.splice(0)
  while ((await dispatchEvents(shop.db, shop.jobs, reactions, shop.clock.now())) > 0);
  const job = shop.jobs.sent.find(
    ({ name, data }) => name === 'accounts.mail-google-connected' && (data as { user_id: number }).user_id === user.id,
  )
  await reactions.find(({ name }) => name === job?.name)?.handle(job?.data as never)
  expect(shop.mail.sent.at(-1)).toMatchObject({
    to: user.email,
    subject: 'Your Google account was connected to Longtake',
  })
})

test('a wrong password links nothing, and five of them end the challenge', async () => {
  const { visitor, challenge_token, email } = await startChallenge()
  for (let i = 0; i < 5; i++)
    await expect(confirm(visitor, challenge_token, `Wrong-Horse-${i}`)).rejects.toMatchObject({
      status: 422,
      errors: { password: ['This is not your password.'] },
    })
  await expect(confirm(visitor, challenge_token)).rejects.toMatchObject({ status: 410 })
  expect(await listLinks(email)).toEqual([])
})

test('a challenge ends after ten minutes and after a new password, and an invented one is refused', async () => {
  const expired = await startChallenge()
  shop.clock.advance(10 * 60_000)
  await expect(confirm(expired.visitor, expired.challenge_token)).rejects.toMatchObject({ status: 410 })
  const changed = await startChallenge()
  const password = 'Other-Horse-2'
  const body = { current_password: good_password, password, password_confirm: password }
  await changed.owner.call(changePassword, { body })
  await expect(confirm(changed.visitor, changed.challenge_token, password)).rejects.toMatchObject({ status: 410 })
  await expect(confirm(shop.visitor(), 'invented')).rejects.toMatchObject({ status: 410 })
})

test('a challenge works once, even for twenty concurrent requests', async () => {
  const { challenge_token, email } = await startChallenge()
  const attempts = Array.from({ length: 20 }, () => confirm(shop.visitor(), challenge_token))
  const results = await Promise.allSettled(attempts)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await listLinks(email)).toHaveLength(1)
})

test('the database contains no readable challenge token', async () => {
  const { challenge_token } = await startChallenge()
  const rows = await shop.db.selectFrom('google_challenges').selectAll().execute()
  expect(challenge_token).toHaveLength(43)
  expect(JSON.stringify(rows)).not.toContain(challenge_token)
})

test('an account has at most one Google account', async () => {
  const { user, visitor } = await registerConfirmedPerson(shop)
  await setNonceCookie(visitor).call(connectGoogle, {
    body: { google_credential: await createCredential(createProfile(user.email)) },
  })
  // Another Google user has this email by now.
  const otherCredential = await createCredential(createProfile(user.email), { sub: '999999999999999999999' })
  await expect(signInWithGoogle(shop.visitor(), otherCredential)).rejects.toMatchObject({ status: 409 })
})

test('the user connects and disconnects Google', async () => {
  const { user, visitor } = await registerConfirmedPerson(shop)
  const google_credential = await createCredential(createProfile(user.email.toUpperCase()))
  expect((await setNonceCookie(visitor).call(connectGoogle, { body: { google_credential } })).data).toEqual({
    has_google_account_linked: true,
  })
  expect((await visitor.call(disconnectGoogle, {})).data).toEqual({ has_google_account_linked: false })
  expect((await visitor.call(getSession, {})).data?.has_google_account_linked).toBe(false)
  // Now the password is required again.
  expect(await signInWithGoogle(shop.visitor(), await createCredential(createProfile(user.email)))).toHaveProperty(
    'password_confirmation',
  )
})

test('a Google account with another email is not connected', async () => {
  const { visitor } = await registerConfirmedPerson(shop)
  const google_credential = await createCredential(createProfile())
  await expect(setNonceCookie(visitor).call(connectGoogle, { body: { google_credential } })).rejects.toMatchObject({
    status: 422,
    message: 'Error connecting. Email must match the email on your Longtake account.',
  })
})

test('without a password Google cannot be disconnected', async () => {
  const profile = createProfile()
  const visitor = shop.visitor()
  await signInWithGoogle(visitor, await createCredential(profile))
  await expect(visitor.call(disconnectGoogle, {})).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('set a password first'),
  })
  await visitor.call(setPassword, { body: { password: good_password, password_confirm: good_password } })
  await visitor.call(disconnectGoogle, {})
  expect(await listLinks(profile.email)).toEqual([])
  const secondVisitor = shop.visitor()
  await secondVisitor.call(login, { body: { login: profile.email, password: good_password } })
  expect(await isSignedIn(secondVisitor)).toBe(true)
})

test('wrong passwords share the login’s limit', async () => {
  const limited = await openTestApp({ SANDBOX_IDENTITY_URL: sandbox.origins.identity, RATE_LIMITS: '1' })
  try {
    const { user } = await registerConfirmedPerson(limited)
    const sendRequest = (url: string, payload: object) =>
      limited.app.inject({
        method: 'POST',
        url: `/api/auth/google/auth/${url}`,
        headers: { 'sec-fetch-site': 'same-origin', cookie: `${nonceCookieName(nonceToken)}=${nonceToken}` },
        payload,
      })
    const responses = []
    for (let round = 0; round < 3; round++) {
      const google_credential = await createCredential(createProfile(user.email))
      const { data } = (await sendRequest('callback', { google_credential })).json<{
        data: { password_confirmation: { challenge_token: string } }
      }>()
      const { challenge_token } = data.password_confirmation
      for (let i = 0; i < 5; i++)
        responses.push(await sendRequest('password-confirmation', { challenge_token, password: 'Wrong-Horse-1' }))
    }
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 10 }, () => 422),
      ...Array.from({ length: 5 }, () => 429),
    ])
    expect(responses.at(-1)?.headers['retry-after']).toBe('900')
  } finally {
    await limited.close()
  }
})

test('without Google configured its endpoints return 404, and an outage of Google returns 503', async () => {
  const disabledShop = await openTestApp()
  const offlineShop = await openTestApp({ SANDBOX_IDENTITY_URL: 'http://127.0.0.1:9' })
  try {
    const google_credential = await createCredential(createProfile())
    const body = { google_credential }
    await expect(disabledShop.visitor().call(googleCallback, { body })).rejects.toMatchObject({ status: 404 })
    await expect(offlineShop.visitor().call(googleCallback, { body })).rejects.toMatchObject({ status: 503 })
  } finally {
    await disabledShop.close()
    await offlineShop.close()
  }
})
