import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Refusal } from '#platform/http/refusal.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { good_password, registerPerson, requestRegistration } from '../../testing/builders/people.ts'
import { createCaptchaProof } from '../../testing/captcha.ts'
import { confirmRegistration } from './contract.ts'
import { accountsJobs } from './jobs.server.ts'
import { createResetToken } from './own/links.server.ts'

let shop: TestApp
beforeEach(async () => {
  shop = await openTestApp({ RATE_LIMITS: '1' })
  await registerPerson(shop, 'dana@example.com')
})
afterEach(() => shop.close())

/** Each login comes from a new IP address, unless one is passed. */
let requestCount = 0
const tryLogin = async (
  login: string,
  password: string,
  remoteAddress = `10.0.0.${(requestCount += 1)}`,
  deviceId = '',
) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'sec-fetch-site': 'same-origin', ...(deviceId && { cookie: `known_device=${deviceId}` }) },
    remoteAddress,
    payload: { login, password, captcha: await createCaptchaProof(shop.deps, 'login') },
  })

test.each(['dana@example.com', 'nobody@example.com'])(
  '%s allows thirty wrong logins per 15 minutes from unknown browsers',
  async email => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => tryLogin(email, 'Wrong-Horse-1')))
    expect(responses.filter(({ statusCode }) => statusCode === 422)).toHaveLength(30)
    const refusals = responses.filter(({ statusCode }) => statusCode === 429)
    expect(refusals).toHaveLength(10)
    expect(refusals[0]?.headers['retry-after']).toBe('900')
    expect(refusals[0]?.json()).toMatchObject({ errors: { login: [expect.stringContaining('15 minutes')] } })
  },
)

/** Ten wrong logins from one IP address. */
const failLogins = async (email: string) => {
  const responses = []
  for (let i = 0; i <= 10; i++) responses.push(await tryLogin(email, 'Wrong-Horse-1', '10.7.7.7'))
  return responses.map(({ statusCode }) => statusCode)
}

test('wrong logins from one address lock out that address, not the owner elsewhere', async () => {
  expect(await failLogins('dana@example.com')).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  expect((await tryLogin('dana@example.com', good_password, '10.7.7.7')).statusCode).toBe(429)
  expect((await tryLogin('dana@example.com', good_password)).statusCode).toBe(200)
})

const getDeviceId = (response: Awaited<ReturnType<typeof tryLogin>>) =>
  response.cookies.find(({ name }) => name === 'known_device')?.value ?? ''

test('a known browser gets in from any address, however many wrong logins others made', async () => {
  const deviceId = getDeviceId(await tryLogin('dana@example.com', good_password))
  for (let i = 0; i < 30; i++) await tryLogin('dana@example.com', 'Wrong-Horse-1')
  await failLogins('dana@example.com')
  expect((await tryLogin('dana@example.com', good_password)).statusCode).toBe(429)
  expect((await tryLogin('dana@example.com', good_password, '10.7.7.7', deviceId)).statusCode).toBe(200)
})

test('a known browser has ten attempts of its own, for its own account only', async () => {
  const deviceId = getDeviceId(await tryLogin('dana@example.com', good_password))
  const responses = []
  for (let i = 0; i <= 10; i++) responses.push(await tryLogin('dana@example.com', 'Wrong-Horse-1', undefined, deviceId))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  await registerPerson(shop, 'eve@example.com')
  for (let i = 0; i < 30; i++) await tryLogin('eve@example.com', 'Wrong-Horse-1', undefined, deviceId)
  expect((await tryLogin('eve@example.com', good_password, undefined, deviceId)).statusCode).toBe(429)
})

test('the right password is refused while the account is locked and works when the time is over', async () => {
  for (let i = 0; i < 30; i++) await tryLogin('dana@example.com', 'Wrong-Horse-1')
  expect((await tryLogin('DANA@example.com', good_password)).statusCode).toBe(429)
  shop.clock.advance(15 * 60_000)
  expect((await tryLogin('dana@example.com', good_password)).statusCode).toBe(200)
})

test('the next 15 minutes have the same limit as the first', async () => {
  const listStatuses = async (address: string) => {
    const statuses = []
    for (let i = 0; i < 11; i++)
      statuses.push((await tryLogin('nobody@example.com', 'Wrong-Horse-1', address)).statusCode)
    return statuses
  }
  const tenThenRefused = [...Array.from({ length: 10 }, () => 422), 429]
  expect(await listStatuses('10.8.8.8')).toEqual(tenThenRefused)
  shop.clock.advance(15 * 60_000)
  expect(await listStatuses('10.8.8.9')).toEqual(tenThenRefused)
})

test('a successful login resets the attempts', async () => {
  for (let i = 0; i < 9; i++) await tryLogin('dana@example.com', 'Wrong-Horse-1')
  expect((await tryLogin('dana@example.com', good_password)).statusCode).toBe(200)
  expect((await tryLogin('dana@example.com', 'Wrong-Horse-1')).statusCode).toBe(422)
})

test('one address is limited too, whichever accounts it tries', async () => {
  const responses = []
  for (let i = 0; i <= 20; i++) responses.push(await tryLogin(`person-${i}@example.com`, 'Wrong-Horse-1', '10.9.9.9'))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 20 }, () => 422), 429])
  expect(Number(responses.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
})

test('the jobs delete old attempts and ended sessions and keep those of today', async () => {
  await tryLogin('nobody@example.com', 'Wrong-Horse-1')
  const [sessionsJob, attemptsJob] = ['accounts.end-old-sessions', 'accounts.purge-old-attempts'].map(name =>
    accountsJobs(shop.deps).find(job => job.name === name),
  )
  const runJobsAndCount = async () => {
    await sessionsJob?.run({})
    await attemptsJob?.run({})
    const queries = [
      shop.db.selectFrom('sessions').select('id').execute(),
      shop.db.selectFrom('login_attempts').select('attempts').execute(),
    ]
    return (await Promise.all(queries)).map(({ length }) => length)
  }
  expect(await runJobsAndCount()).toEqual([1, 2])
  shop.clock.advance(24 * 3_600_000)
  expect(await runJobsAndCount()).toEqual([0, 0])
})

const sendRequest = (method: 'POST' | 'PUT', url: string, payload: object, cookie = '') =>
  shop.app.inject({
    method,
    url,
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
    remoteAddress: `10.1.0.${(requestCount += 1)}`,
    payload,
  })

test.each(['dana@example.com', 'nobody@example.com'])(
  'five password reset links for %s may be requested per 15 minutes',
  async email => {
    const responses = []
    for (let i = 0; i < 6; i++) {
      const captcha = await createCaptchaProof(shop.deps, 'forgot_password')
      responses.push(await sendRequest('POST', '/api/auth/forgot-password', { email, captcha }))
    }
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
    expect(responses.at(-1)?.headers['retry-after']).toBe('900')
    expect(shop.jobs.sent).toHaveLength(5)
  },
)

test('a password reset unlocks a login that wrong attempts had locked', async () => {
  for (let i = 0; i < 30; i++) await tryLogin('dana@example.com', 'Wrong-Horse-1')
  const { id } = await shop.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const token = await createResetToken(shop.db, id, shop.clock.now())
  const password = { password: 'Other-Horse-2', password_confirm: 'Other-Horse-2' }
  expect((await sendRequest('PUT', `/api/auth/reset-password/${token}`, password)).statusCode).toBe(200)
  expect((await tryLogin('dana@example.com', 'Other-Horse-2')).statusCode).toBe(200)
})

test('a user with a session cannot guess the password', async () => {
  const { cookies } = await tryLogin('dana@example.com', good_password)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const guess = (current_password: string) =>
    sendRequest(
      'PUT',
      '/api/user/change/password',
      { current_password, password: 'Other-Horse-2', password_confirm: 'Other-Horse-2' },
      cookie,
    )
  for (let i = 0; i < 10; i++) expect((await guess(`Wrong-Horse-${i}`)).statusCode).toBe(422)
  const locked = await guess(good_password)
  expect(locked.statusCode).toBe(429)
  expect(locked.headers['retry-after']).toBe('900')
  const email = await sendRequest(
    'POST',
    '/api/user/email-change-request',
    { email: 'x@y.example', password: 'x' },
    cookie,
  )
  expect(email.statusCode).toBe(429)
  const login = {
    login: 'dana@example.com',
    password: good_password,
    captcha: await createCaptchaProof(shop.deps, 'login'),
  }
  expect((await sendRequest('POST', '/api/auth/login', login, cookie)).statusCode).toBe(429)
})

test('a user may request five email changes per 15 minutes', async () => {
  const session = (await tryLogin('dana@example.com', good_password)).cookies.find(({ name }) => name === 'session')
  const responses = []
  for (let i = 0; i < 6; i++) {
    const body = { email: `victim-${i}@example.com`, password: good_password }
    responses.push(await sendRequest('POST', '/api/user/email-change-request', body, `session=${session?.value}`))
  }
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
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
      captcha: await createCaptchaProof(shop.deps, 'register'),
    },
  })

test('an email gets five registration mails per 15 minutes, whether it has an account or not, from any address', async () => {
  const responses = []
  for (const email of ['dana@example.com', 'nobody-yet@example.com']) {
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push(await tryRegister(email, `10.8.8.${i}`))
    responses.push(statuses)
  }
  const [used, unused] = responses.map(attempts => attempts.map(({ statusCode }) => statusCode))
  expect(used).toEqual([200, 200, 200, 200, 200, 429])
  expect(unused).toEqual(used)
  expect(responses[1]?.[5]?.json()).toEqual(responses[0]?.[5]?.json())
  expect(responses[1]?.[5]?.headers['retry-after']).toBe(responses[0]?.[5]?.headers['retry-after'])
})

test('after ten wrong codes an email is locked for 15 minutes, for new registrations too', async () => {
  shop.clock.advance(16 * 60_000)
  const visitor = shop.visitor()
  const begin = (target: typeof visitor) => requestRegistration(shop, target, { email: 'guessed@example.com' })
  const code = (await begin(visitor)) ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  const statuses = []
  for (let i = 0; i < 11; i++)
    statuses.push(
      await visitor.call(confirmRegistration, { body: { code: wrong } }).catch((error: Refusal) => error.status),
    )
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  const other = shop.visitor()
  const otherCode = (await begin(other)) ?? ''
  await expect(other.call(confirmRegistration, { body: { code: otherCode } })).rejects.toMatchObject({ status: 429 })
  shop.clock.advance(15 * 60_000)
  await visitor.call(confirmRegistration, { body: { code } })
})

test('the owner of an email in use gets one mail a day with a login link, even for twenty concurrent attempts', async () => {
  shop.jobs.sent.splice(0)
  shop.mail.sent.splice(0)
  const runMailJobs = async () => {
    const jobs = accountsJobs(shop.deps)
    const due = shop.jobs.sent.splice(0).filter(({ name }) => name === 'accounts.mail-registration')
    await Promise.all(due.map(async ({ name, data }) => jobs.find(job => job.name === name)?.run(data)))
  }
  const registerTwenty = async () => {
    await shop.db.deleteFrom('login_attempts').execute()
    for (let i = 0; i < 4; i++) {
      await Promise.all(Array.from({ length: 5 }, (_, k) => tryRegister('dana@example.com', `10.9.${i}.${k}`)))
      await shop.db.deleteFrom('login_attempts').execute()
    }
    await runMailJobs()
  }
  await registerTwenty()
  expect(shop.mail.sent).toMatchObject([{ to: 'dana@example.com', subject: 'You already have a Longtake account' }])
  shop.clock.advance(25 * 3_600_000)
  await registerTwenty()
  expect(shop.mail.sent).toHaveLength(2)
})
