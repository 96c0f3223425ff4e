import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../../sandbox/start.ts'
import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { confirmedNewcomer, good_password } from '../../../testing/builders/people.ts'
import { dispatch } from '../../platform/outbox.server.ts'
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
import { nonceCookie, nonceOfToken } from './nonce.server.ts'

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
const aPerson = (email = `google-${(serial += 1)}@people.example`) => ({
  email,
  given_name: 'Noor',
  family_name: 'Haddad',
  email_verified: true,
})
/** A browser asked for its nonce; all of these share one, so that any can bring any credential. */
const token = 'n'.repeat(43)
const withNonce = (visitor: Visitor) => {
  visitor.cookies.set(nonceCookie(token), token)
  return visitor
}
const credentialOf: Sandbox['credential'] = (person, changes) =>
  sandbox.credential(person, { nonce: nonceOfToken(token), ...changes })
const come = async (visitor: Visitor, google_credential: string) =>
  (await withNonce(visitor).call(googleCallback, { body: { google_credential } })).data
const nonceTokens = ({ cookies }: Visitor) =>
  [...cookies].flatMap(([name, value]) => (name.startsWith('google_nonce-') ? value : []))
const isIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const refused = {
  status: 422,
  errors: { google_credential: ['Google did not confirm this sign-in. Please try again.'] },
}
const linksOf = (email: string) =>
  shop.db
    .selectFrom('google_accounts as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .where('u.email', '=', email)
    .selectAll()
    .execute()

/** Somebody with a password whom Google knows too: what asks for the password, and by whom. */
const challenged = async () => {
  const { user, visitor: owner } = await confirmedNewcomer(shop)
  const visitor = shop.visitor()
  const answer = await come(visitor, await credentialOf(aPerson(user.email)))
  if (!('password_confirmation' in answer)) throw new Error('No password was asked for.')
  return { user, owner, visitor, ...answer.password_confirmation }
}
const confirm = (visitor: Visitor, challenge_token: string, password = good_password) =>
  visitor.call(confirmGooglePassword, { body: { challenge_token, password } })

test('somebody new has an account with a confirmed email and no password, and comes in again', async () => {
  const person = aPerson()
  const visitor = shop.visitor()
  const user = await come(visitor, await credentialOf(person))
  expect(user).toMatchObject({
    email: person.email,
    first_name: 'Noor',
    last_name: 'Haddad',
    email_verified: true,
    has_google_account_linked: true,
  })
  expect((await visitor.call(getDetails, {})).data.has_password).toBe(false)
  const again = shop.visitor()
  expect(await come(again, await credentialOf(person))).toEqual(user)
  expect((await again.call(getGoogleAccount, {})).data).toEqual({ has_google_account_linked: true })
})

test('a web address in the name that Google tells is left out', async () => {
  const person = { ...aPerson(), given_name: 'Win http://evil.example', family_name: 'Had\u202Edad' }
  expect(await come(shop.visitor(), await credentialOf(person))).toMatchObject({
    first_name: '',
    last_name: 'Haddad',
  })
})

test('whoever Google knows by another email since then is the same person', async () => {
  const person = aPerson()
  const user = await come(shop.visitor(), await credentialOf(person))
  const { sub } = JSON.parse(atob((await credentialOf(person)).split('.')[1] ?? '')) as { sub: string }
  const moved = await credentialOf(aPerson(), { sub })
  expect(await come(shop.visitor(), moved)).toEqual(user)
})

test('each sign-in has a session of its own, in the place of the one before', async () => {
  const person = aPerson()
  const visitor = shop.visitor()
  await come(visitor, await credentialOf(person))
  const old = visitor.cookies.get('session') ?? ''
  await come(visitor, await credentialOf(person))
  const thief = shop.visitor()
  thief.cookies.set('session', old)
  expect(await isIn(thief)).toBe(false)
  expect(await isIn(visitor)).toBe(true)
})

const hour_seconds = 3_600
const now_seconds = () => Math.floor(Date.now() / 1_000)

test.each([
  ['for another shop', () => ({ aud: 'another-client' })],
  ['of another issuer', () => ({ iss: 'https://accounts.google.com' })],
  ['too old', () => ({ iat: now_seconds() - 3 * hour_seconds, exp: now_seconds() - 2 * hour_seconds })],
  ['from the future', () => ({ iat: now_seconds() + 2 * hour_seconds, exp: now_seconds() + 3 * hour_seconds })],
  ['good for a year', () => ({ exp: now_seconds() + 365 * 24 * hour_seconds })],
  ['without an email', () => ({ email: undefined })],
  ['without a person', () => ({ sub: undefined })],
])('a credential %s is refused', async (_, changes) => {
  const person = aPerson()
  const visitor = shop.visitor()
  await expect(come(visitor, await credentialOf(person, changes()))).rejects.toMatchObject(refused)
  expect(await isIn(visitor)).toBe(false)
  expect(await linksOf(person.email)).toEqual([])
})

const parts = (token: string) => token.split('.') as [string, string, string]
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['unsigned', ([, claims]: string[]) => `${encoded({ alg: 'none', typ: 'JWT' })}.${claims}.`],
  ['signed with nothing', ([head, claims]: string[]) => `${head}.${claims}.`],
  [
    'about somebody else since it was signed',
    ([head, claims = '', signature]: string[]) =>
      `${head}.${encoded({ ...(JSON.parse(atob(claims)) as object), email: 'mara@northlight.example' })}.${signature}`,
  ],
  ['no token at all', () => 'credential'],
  ['two dots', () => '..'],
  ['half of one', ([head, claims]: string[]) => `${head}.${claims}`],
])('a credential that is %s is refused', async (_, spoil) => {
  const credential = spoil(parts(await credentialOf(aPerson())))
  await expect(come(shop.visitor(), credential)).rejects.toMatchObject(refused)
})

test('a credential of a stranger’s key is refused, also under the name of ours', async () => {
  const { privateKey } = await generateKeyPair('RS256')
  const [head, claims] = parts(await credentialOf(aPerson()))
  const { kid } = JSON.parse(atob(head)) as { kid: string }
  for (const name of [kid, 'another']) {
    const forged = await new SignJWT(JSON.parse(atob(claims)) as Record<string, unknown>)
      .setProtectedHeader({ alg: 'RS256', kid: name })
      .sign(privateKey)
    await expect(come(shop.visitor(), forged)).rejects.toMatchObject(refused)
  }
})

test('an email that Google has not confirmed opens and makes nothing', async () => {
  const { user } = await confirmedNewcomer(shop)
  for (const email of [user.email, 'unconfirmed@people.example']) {
    const credential = await credentialOf({ ...aPerson(email), email_verified: false })
    await expect(come(shop.visitor(), credential)).rejects.toMatchObject({
      status: 422,
      errors: { google_credential: [expect.stringContaining('has not confirmed')] },
    })
    expect(await linksOf(email)).toEqual([])
  }
})

test('a credential opens nothing but the browser that asked for its nonce', async () => {
  const person = aPerson()
  const owner = shop.visitor()
  const { nonce } = (await owner.call(getGoogleNonce, {})).data
  const google_credential = await sandbox.credential(person, { nonce })
  const bring = (visitor: Visitor, credential: string) =>
    visitor.call(googleCallback, { body: { google_credential: credential } })
  const elsewhere = shop.visitor()
  await elsewhere.call(getGoogleNonce, {})
  for (const visitor of [shop.visitor(), elsewhere])
    await expect(bring(visitor, google_credential)).rejects.toMatchObject(refused)
  for (const changes of [{}, { nonce: 'another' }, { nonce: nonceTokens(owner)[0] }])
    await expect(bring(owner, await sandbox.credential(person, changes))).rejects.toMatchObject(refused)
  // A second tab of the same browser leaves the first one its nonce.
  expect((await owner.call(getGoogleNonce, {})).data.nonce).toBe(nonce)
  await bring(owner, google_credential)
  expect(await isIn(owner)).toBe(true)
})

test('tabs that open the sign-in at once each finish it, and a browser keeps five nonces', async () => {
  const owner = shop.visitor()
  const ask = async () => (await owner.call(getGoogleNonce, {})).data.nonce
  const nonces = await Promise.all(Array.from({ length: 20 }, ask))
  expect(new Set(nonces).size).toBe(20)
  // Twenty at once are more than people open: the next one tidies up.
  expect(nonces).toContain(await ask())
  expect(nonceTokens(owner)).toHaveLength(5)
  const left = nonceTokens(owner).map(nonceOfToken)
  for (const nonce of left) {
    const google_credential = await sandbox.credential(aPerson(), { nonce })
    await owner.call(googleCallback, { body: { google_credential } })
    expect(await isIn(owner)).toBe(true)
  }
  const gone = nonces.find(nonce => !left.includes(nonce))
  const google_credential = await sandbox.credential(aPerson(), { nonce: gone })
  await expect(owner.call(googleCallback, { body: { google_credential } })).rejects.toMatchObject(refused)
})

test('a credential works once, also when twenty bring it at once', async () => {
  const credential = await credentialOf(aPerson())
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => come(shop.visitor(), credential)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ status: 422, message: expect.stringContaining('used already') })
})

test('a used credential does not work again when its signature is spelled otherwise', async () => {
  const credential = await credentialOf(aPerson())
  await come(shop.visitor(), credential)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = letters.indexOf(credential.at(-1) ?? '')
  const others = Array.from({ length: 16 }, (_, n) => credential.slice(0, -1) + letters.charAt(last - (last % 16) + n))
  for (const spelled of [...others, `${credential}=`, `${credential}==`])
    await expect(come(shop.visitor(), spelled)).rejects.toMatchObject({ status: 422 })
})

test('twenty sign-ins of one new person at once make one account', async () => {
  const person = aPerson()
  const credentials = await Promise.all(Array.from({ length: 20 }, () => credentialOf(person)))
  const users = await Promise.all(credentials.map(credential => come(shop.visitor(), credential)))
  expect(new Set(users.map(user => ('id' in user ? user.id : 0))).size).toBe(1)
  expect(await linksOf(person.email)).toHaveLength(1)
})

test('an email with a password is asked for it, once; then Google logs in', async () => {
  const { user, visitor, challenge_token, email } = await challenged()
  expect(email).toBe(user.email)
  expect(await isIn(visitor)).toBe(false)
  expect(await linksOf(email)).toEqual([])
  const { data } = await confirm(visitor, challenge_token)
  expect(data).toMatchObject({ id: user.id, has_google_account_linked: true })
  expect(await isIn(visitor)).toBe(true)
  expect(await come(shop.visitor(), await credentialOf(aPerson(email)))).toMatchObject({ id: user.id })
})

test('the owner hears by mail that Google opens the account now', async () => {
  const { user, visitor, challenge_token } = await challenged()
  await confirm(visitor, challenge_token)
  const reactions = accountsReactions(shop.deps)
  shop.jobs.sent.splice(0)
  while ((await dispatch(shop.db, shop.jobs, reactions, shop.clock.now())) > 0);
  const job = shop.jobs.sent.find(
    ({ name, data }) => name === 'accounts.mail-google-connected' && (data as { user_id: number }).user_id === user.id,
  )
  await reactions.find(({ name }) => name === job?.name)?.react(job?.data as never)
  expect(shop.mail.sent.at(-1)).toMatchObject({
    to: user.email,
    subject: 'Your Google account was connected to Longtake',
  })
})

test('a wrong password connects nothing; five of them, and the challenge is over', async () => {
  const { visitor, challenge_token, email } = await challenged()
  for (let i = 0; i < 5; i++)
    await expect(confirm(visitor, challenge_token, `Wrong-Horse-${i}`)).rejects.toMatchObject({
      status: 422,
      errors: { password: ['This is not your password.'] },
    })
  await expect(confirm(visitor, challenge_token)).rejects.toMatchObject({ status: 410 })
  expect(await linksOf(email)).toEqual([])
})

test('a challenge is over after ten minutes, after a new password, and for whoever invents one', async () => {
  const old = await challenged()
  shop.clock.advance(10 * 60_000)
  await expect(confirm(old.visitor, old.challenge_token)).rejects.toMatchObject({ status: 410 })
  const changed = await challenged()
  const password = 'Other-Horse-2'
  const body = { current_password: good_password, password, password_confirm: password }
  await changed.owner.call(changePassword, { body })
  await expect(confirm(changed.visitor, changed.challenge_token, password)).rejects.toMatchObject({ status: 410 })
  await expect(confirm(shop.visitor(), 'invented')).rejects.toMatchObject({ status: 410 })
})

test('a challenge works once, also when twenty bring it at once', async () => {
  const { challenge_token, email } = await challenged()
  const tries = Array.from({ length: 20 }, () => confirm(shop.visitor(), challenge_token))
  const results = await Promise.allSettled(tries)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await linksOf(email)).toHaveLength(1)
})

test('no token of a challenge rests in the database as it is', async () => {
  const { challenge_token } = await challenged()
  const rows = await shop.db.selectFrom('google_challenges').selectAll().execute()
  expect(challenge_token).toHaveLength(43)
  expect(JSON.stringify(rows)).not.toContain(challenge_token)
})

test('one account has one Google account', async () => {
  const { user, visitor } = await confirmedNewcomer(shop)
  await withNonce(visitor).call(connectGoogle, { body: { google_credential: await credentialOf(aPerson(user.email)) } })
  // Somebody else has the email at Google by now.
  const other = await credentialOf(aPerson(user.email), { sub: '999999999999999999999' })
  await expect(come(shop.visitor(), other)).rejects.toMatchObject({ status: 409 })
})

test('Google is connected and disconnected in the account', async () => {
  const { user, visitor } = await confirmedNewcomer(shop)
  const google_credential = await credentialOf(aPerson(user.email.toUpperCase()))
  expect((await withNonce(visitor).call(connectGoogle, { body: { google_credential } })).data).toEqual({
    has_google_account_linked: true,
  })
  expect((await visitor.call(disconnectGoogle, {})).data).toEqual({ has_google_account_linked: false })
  expect((await visitor.call(getSession, {})).data?.has_google_account_linked).toBe(false)
  // From now on the password is asked for again.
  expect(await come(shop.visitor(), await credentialOf(aPerson(user.email)))).toHaveProperty('password_confirmation')
})

test('a Google account with another email is not connected', async () => {
  const { visitor } = await confirmedNewcomer(shop)
  const google_credential = await credentialOf(aPerson())
  await expect(withNonce(visitor).call(connectGoogle, { body: { google_credential } })).rejects.toMatchObject({
    status: 422,
    message: 'Error connecting. Email must match the email on your Longtake account.',
  })
})

test('without a password Google stays: a password comes first', async () => {
  const person = aPerson()
  const visitor = shop.visitor()
  await come(visitor, await credentialOf(person))
  await expect(visitor.call(disconnectGoogle, {})).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('set a password first'),
  })
  await visitor.call(setPassword, { body: { password: good_password, password_confirm: good_password } })
  await visitor.call(disconnectGoogle, {})
  expect(await linksOf(person.email)).toEqual([])
  const again = shop.visitor()
  await again.call(login, { body: { login: person.email, password: good_password } })
  expect(await isIn(again)).toBe(true)
})

test('wrong passwords count as those of the login do', async () => {
  const limited = await openTestApp({ SANDBOX_IDENTITY_URL: sandbox.origins.identity, RATE_LIMITS: '1' })
  try {
    const { user } = await confirmedNewcomer(limited)
    const ask = (url: string, payload: object) =>
      limited.app.inject({
        method: 'POST',
        url: `/api/auth/google/auth/${url}`,
        headers: { 'sec-fetch-site': 'same-origin', cookie: `${nonceCookie(token)}=${token}` },
        payload,
      })
    const statuses = []
    for (let round = 0; round < 3; round++) {
      const google_credential = await credentialOf(aPerson(user.email))
      const { data } = (await ask('callback', { google_credential })).json<{
        data: { password_confirmation: { challenge_token: string } }
      }>()
      const { challenge_token } = data.password_confirmation
      for (let i = 0; i < 5; i++)
        statuses.push(await ask('password-confirmation', { challenge_token, password: 'Wrong-Horse-1' }))
    }
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 10 }, () => 422),
      ...Array.from({ length: 5 }, () => 429),
    ])
    expect(statuses.at(-1)?.headers['retry-after']).toBe('900')
  } finally {
    await limited.close()
  }
})

test('where Google is not offered its doors lead nowhere; where it is away, it says so', async () => {
  const without = await openTestApp()
  const cut_off = await openTestApp({ SANDBOX_IDENTITY_URL: 'http://127.0.0.1:9' })
  try {
    const google_credential = await credentialOf(aPerson())
    const body = { google_credential }
    await expect(without.visitor().call(googleCallback, { body })).rejects.toMatchObject({ status: 404 })
    await expect(cut_off.visitor().call(googleCallback, { body })).rejects.toMatchObject({ status: 503 })
  } finally {
    await without.close()
    await cut_off.close()
  }
})
