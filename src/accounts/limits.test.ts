import { afterEach, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { good_password, newcomer } from '../../testing/builders/people.ts'
import { proofFor } from '../../testing/proof.ts'
import { accountsJobs } from './jobs.server.ts'
import { makeReset } from './own/links.server.ts'

let shop: TestApp
beforeEach(async () => {
  shop = await openTestApp({ RATE_LIMITS: '1' })
  await newcomer(shop, 'dana@example.com')
})
afterEach(() => shop.close())

/** From an address of its own each time, unless one is given. */
let last = 0
const tryLogin = async (login: string, password: string, remoteAddress = `10.0.0.${(last += 1)}`, device = '') =>
  shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'sec-fetch-site': 'same-origin', ...(device && { cookie: `known_device=${device}` }) },
    remoteAddress,
    payload: { login, password, captcha: await proofFor(shop.deps, 'login') },
  })

test.each(['dana@example.com', 'nobody@example.com'])(
  '%s can be tried thirty times in a quarter of an hour from browsers that it does not know',
  async email => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryLogin(email, 'Wrong-Horse-1')))
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(30)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(10)
    expect(refused[0]?.headers['retry-after']).toBe('900')
    expect(refused[0]?.json()).toMatchObject({ errors: { login: [expect.stringContaining('15 minutes')] } })
  },
)

/** Ten wrong tries of a stranger, from one address. */
const byStranger = async (email: string) => {
  const answers = []
  for (let i = 0; i <= 10; i++) answers.push(await tryLogin(email, 'Wrong-Horse-1', '10.7.7.7'))
  return answers.map(({ statusCode }) => statusCode)
}

test('a stranger’s wrong tries keep out the stranger, not the owner from elsewhere', async () => {
  expect(await byStranger('dana@example.com')).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  expect((await tryLogin('dana@example.com', good_password, '10.7.7.7')).statusCode).toBe(429)
  expect((await tryLogin('dana@example.com', good_password)).statusCode).toBe(200)
})

const deviceOf = (answer: Awaited<ReturnType<typeof tryLogin>>) =>
  answer.cookies.find(({ name }) => name === 'known_device')?.value ?? ''

test('a browser that the owner used before gets in from any address, whoever tries from however many', async () => {
  const device = deviceOf(await tryLogin('dana@example.com', good_password))
  for (let i = 0; i < 30; i++) await tryLogin('dana@example.com', 'Wrong-Horse-1')
  await byStranger('dana@example.com')
  expect((await tryLogin('dana@example.com', good_password)).statusCode).toBe(429)
  expect((await tryLogin('dana@example.com', good_password, '10.7.7.7', device)).statusCode).toBe(200)
})

test('a known browser has ten tries of its own, and is known to its own account alone', async () => {
  const device = deviceOf(await tryLogin('dana@example.com', good_password))
  const statuses = []
  for (let i = 0; i <= 10; i++) statuses.push(await tryLogin('dana@example.com', 'Wrong-Horse-1', undefined, device))
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  await newcomer(shop, 'eve@example.com')
  for (let i = 0; i < 30; i++) await tryLogin('eve@example.com', 'Wrong-Horse-1', undefined, device)
  expect((await tryLogin('eve@example.com', good_password, undefined, device)).statusCode).toBe(429)
})

test('the right password does not help while the account is closed, and does when the time is over', async () => {
  for (let i = 0; i < 30; i++) await tryLogin('dana@example.com', 'Wrong-Horse-1')
  expect((await tryLogin('DANA@example.com', good_password)).statusCode).toBe(429)
  shop.clock.advance(15 * 60_000)
  expect((await tryLogin('dana@example.com', good_password)).statusCode).toBe(200)
})

test('the next quarter of an hour counts like the first', async () => {
  const statuses = async (address: string) => {
    const seen = []
    for (let i = 0; i < 11; i++) seen.push((await tryLogin('nobody@example.com', 'Wrong-Horse-1', address)).statusCode)
    return seen
  }
  const tenThenNoMore = [...Array.from({ length: 10 }, () => 422), 429]
  expect(await statuses('10.8.8.8')).toEqual(tenThenNoMore)
  shop.clock.advance(15 * 60_000)
  expect(await statuses('10.8.8.9')).toEqual(tenThenNoMore)
})

test('whoever gets in starts to count anew', async () => {
  for (let i = 0; i < 9; i++) await tryLogin('dana@example.com', 'Wrong-Horse-1')
  expect((await tryLogin('dana@example.com', good_password)).statusCode).toBe(200)
  expect((await tryLogin('dana@example.com', 'Wrong-Horse-1')).statusCode).toBe(422)
})

test('one address is held back too, whichever accounts it tries', async () => {
  const answers = []
  for (let i = 0; i <= 20; i++) answers.push(await tryLogin(`person-${i}@example.com`, 'Wrong-Horse-1', '10.9.9.9'))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 20 }, () => 422), 429])
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
})

test('old tries and ended sessions are forgotten, those of today are not', async () => {
  await tryLogin('nobody@example.com', 'Wrong-Horse-1')
  const [sessions, tries] = ['accounts.end-old-sessions', 'accounts.forget-old-tries'].map(name =>
    accountsJobs(shop.deps).find(job => job.name === name),
  )
  const left = async () => {
    await sessions?.run({})
    await tries?.run({})
    const rows = [
      shop.db.selectFrom('sessions').select('id').execute(),
      shop.db.selectFrom('login_tries').select('tries').execute(),
    ]
    return (await Promise.all(rows)).map(({ length }) => length)
  }
  expect(await left()).toEqual([1, 2])
  shop.clock.advance(24 * 3_600_000)
  expect(await left()).toEqual([0, 0])
})

const ask = (method: 'POST' | 'PUT', url: string, payload: object, cookie = '') =>
  shop.app.inject({
    method,
    url,
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
    remoteAddress: `10.1.0.${(last += 1)}`,
    payload,
  })

test.each(['dana@example.com', 'nobody@example.com'])(
  'five links for a new password of %s are asked for in a quarter of an hour, then no more',
  async email => {
    const statuses = []
    for (let i = 0; i < 6; i++) {
      const captcha = await proofFor(shop.deps, 'forgot_password')
      statuses.push(await ask('POST', '/api/auth/forgot-password', { email, captcha }))
    }
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
    expect(statuses.at(-1)?.headers['retry-after']).toBe('900')
    expect(shop.jobs.sent).toHaveLength(5)
  },
)

test('a new password by mail opens a login that wrong tries had closed', async () => {
  for (let i = 0; i < 30; i++) await tryLogin('dana@example.com', 'Wrong-Horse-1')
  const { id } = await shop.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const token = await makeReset(shop.db, id, shop.clock.now())
  const password = { password: 'Other-Horse-2', password_confirm: 'Other-Horse-2' }
  expect((await ask('PUT', `/api/auth/reset-password/${token}`, password)).statusCode).toBe(200)
  expect((await tryLogin('dana@example.com', 'Other-Horse-2')).statusCode).toBe(200)
})

test('whoever has a session cannot find out its password', async () => {
  const { cookies } = await tryLogin('dana@example.com', good_password)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const guess = (current_password: string) =>
    ask(
      'PUT',
      '/api/user/change/password',
      { current_password, password: 'Other-Horse-2', password_confirm: 'Other-Horse-2' },
      cookie,
    )
  for (let i = 0; i < 10; i++) expect((await guess(`Wrong-Horse-${i}`)).statusCode).toBe(422)
  const closed = await guess(good_password)
  expect(closed.statusCode).toBe(429)
  expect(closed.headers['retry-after']).toBe('900')
  const email = await ask('POST', '/api/user/email-change-request', { email: 'x@y.example', password: 'x' }, cookie)
  expect(email.statusCode).toBe(429)
  const login = { login: 'dana@example.com', password: good_password, captcha: await proofFor(shop.deps, 'login') }
  expect((await ask('POST', '/api/auth/login', login, cookie)).statusCode).toBe(429)
})

test('one person asks for five emails in a quarter of an hour, then no more', async () => {
  const session = (await tryLogin('dana@example.com', good_password)).cookies.find(({ name }) => name === 'session')
  const statuses = []
  for (let i = 0; i < 6; i++) {
    const body = { email: `victim-${i}@example.com`, password: good_password }
    statuses.push(await ask('POST', '/api/user/email-change-request', body, `session=${session?.value}`))
  }
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
})

const tryRegister = async (email: string, remoteAddress: string) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { 'sec-fetch-site': 'same-origin' },
    remoteAddress,
    payload: {
      email,
      password: good_password,
      password_again: good_password,
      captcha: await proofFor(shop.deps, 'register'),
    },
  })

test('after five known emails an address registers nobody for a while, known or new: the sixth answer tells nothing', async () => {
  for (let i = 0; i < 5; i++) expect((await tryRegister('dana@example.com', '10.8.8.8')).statusCode).toBe(422)
  const [known, fresh] = [
    await tryRegister('dana@example.com', '10.8.8.8'),
    await tryRegister('new@example.com', '10.8.8.8'),
  ]
  expect(known.statusCode).toBe(429)
  expect(fresh.json()).toEqual(known.json())
  expect(fresh.headers['retry-after']).toBe(known.headers['retry-after'])
  expect((await tryRegister('new@example.com', '10.8.8.9')).statusCode).toBe(200)
})

test('the owner of a known email gets one mail a day with a way in, also when twenty try at once', async () => {
  shop.jobs.sent.splice(0)
  const tries = () => Promise.all(Array.from({ length: 20 }, (_, i) => tryRegister('dana@example.com', `10.9.9.${i}`)))
  await tries()
  const job = accountsJobs(shop.deps).find(({ name }) => name === 'accounts.mail-known-email')
  const waiting = () => shop.jobs.sent.filter(({ name }) => name === 'accounts.mail-known-email')
  expect(waiting()).toHaveLength(1)
  shop.mail.sent.splice(0)
  for (const { data } of waiting()) await job?.run(data)
  expect(shop.mail.sent).toMatchObject([
    {
      to: 'dana@example.com',
      subject: 'You already have a Longtake account',
      text: expect.stringMatching(/\/login[^]*\/forgot-password/),
    },
  ])
  shop.clock.advance(25 * 3_600_000)
  await tries()
  expect(waiting()).toHaveLength(2)
  await tryRegister('somebody-new@example.com', '10.9.8.1')
  expect(waiting()).toHaveLength(2)
})
