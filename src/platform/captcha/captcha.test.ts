import { afterAll, beforeAll, expect, test } from 'vitest'

import { getSession, login, register } from '#accounts/contract.ts'
import { forgotPassword } from '#accounts/own/contract.ts'
import { requestResearch, sendContact } from '#tickets/contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { registerConfirmedPerson, good_password as password, registerPerson } from '../../../testing/builders/people.ts'
import { createCaptchaProof, solveCaptcha, solveChallengeFor } from '../../../testing/captcha.ts'
import { readConfig } from '../config.server.ts'
import { platformJobs } from '../jobs/platform-jobs.server.ts'
import { createCaptchaChallenge } from './captcha.server.ts'
import { captchaActions, getCaptchaChallenge } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const captchaRefusal = {
  status: 422,
  errors: { captcha: ['We could not check that you are not a program. Please try again.'] },
}
let serial = 0
const registerWith = (captcha?: string) =>
  shop.visitor().call(register, {
    body: { email: `proof-${(serial += 1)}@people.example`, password, password_again: password, captcha },
  })

test('a solved challenge is accepted by the form it was created for', async () => {
  const visitor = shop.visitor()
  await registerWith(await solveCaptcha(visitor, 'register'))
})

test.each([
  ['no proof', async () => undefined],
  ['a string that is not a proof', async () => 'proof'],
  ['JSON that is not a proof', async () => Buffer.from('{"challenge":{}}').toString('base64')],
  ['a proof for another form', () => createCaptchaProof(shop.deps, 'contact')],
  [
    'a challenge signed with another secret',
    () => createCaptchaProof({ ...shop.deps, secret: ['o'.repeat(32)] }, 'register'),
  ],
])('%s is refused', async (_, createProof) => {
  await expect(registerWith(await createProof())).rejects.toMatchObject(captchaRefusal)
})

type SolvedProof = {
  challenge: { parameters: Record<string, unknown> }
  solution: { counter: number; derivedKey: string }
}

test.each([
  [
    'with a changed expiry',
    (proof: SolvedProof) => void (proof.challenge.parameters['data'] = { action: 'register', expires_at: 9e15 }),
  ],
  ['with a lower cost', (proof: SolvedProof) => void (proof.challenge.parameters['cost'] = 1)],
  ['with an invented key', (proof: SolvedProof) => void (proof.solution.derivedKey = 'ab'.repeat(32))],
])('a proof %s is refused', async (_, tamper) => {
  const proof = JSON.parse(atob((await createCaptchaProof(shop.deps, 'register')) ?? '')) as SolvedProof
  tamper(proof)
  await expect(registerWith(btoa(JSON.stringify(proof)))).rejects.toMatchObject(captchaRefusal)
})

test('a proof works once, even when twenty requests use it concurrently', async () => {
  const proof = await createCaptchaProof(shop.deps, 'register')
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => registerWith(proof)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(captchaRefusal)
})

test('a proof expires after ten minutes, and the record of its use is deleted', async () => {
  const expiredProof = await createCaptchaProof(shop.deps, 'register')
  await registerWith(await createCaptchaProof(shop.deps, 'register'))
  shop.clock.advance(10 * 60_000)
  await expect(registerWith(expiredProof)).rejects.toMatchObject(captchaRefusal)
  await platformJobs(shop.deps)
    .find(({ name }) => name === 'platform.purge-used-tokens')
    ?.run({})
  expect(await shop.db.selectFrom('used_tokens').selectAll().execute()).toEqual([])
})

test('a challenge needs at least half of the configured number of keys, and at most all of them', async () => {
  const { config } = shop
  for (const captcha_keys of [2, 5, 40]) {
    const challenge = await createCaptchaChallenge({ ...shop.deps, config: { ...config, captcha_keys } }, 'login')
    const { solution } = JSON.parse(atob((await solveChallengeFor(challenge)) ?? '')) as SolvedProof
    expect(solution.counter).toBeGreaterThanOrEqual(captcha_keys / 2)
    expect(solution.counter).toBeLessThanOrEqual(captcha_keys)
  }
})

test('guests and users with an unconfirmed email need a proof for password reset, contact and research', async () => {
  const guest = shop.visitor()
  const { visitor, user } = await registerPerson(shop)
  const confirmed = await registerConfirmedPerson(shop)
  const contact = { name: 'Dana', email: user.email, topic: 'other' as const, message: 'Hello' }
  const research = { ...contact, project: 'Tide', deadline: 'week' as const }
  const body = { email: 'nobody@people.example' }
  for (const send of [
    (sender: typeof guest, captcha?: string) => sender.call(forgotPassword, { body: { ...body, captcha } }),
    (sender: typeof guest, captcha?: string) => sender.call(sendContact, { body: { ...contact, captcha } }),
    (sender: typeof guest, captcha?: string) => sender.call(requestResearch, { body: { ...research, captcha } }),
  ]) {
    for (const sender of [guest, visitor]) await expect(send(sender)).rejects.toMatchObject(captchaRefusal)
    await send(confirmed.visitor)
  }
  await guest.call(sendContact, { body: { ...contact, captcha: await solveCaptcha(guest, 'contact') } })
})

test.each(['known', 'unknown'])('a login with a %s email needs a proof after three failures', async kind => {
  const limited = await openTestApp({ RATE_LIMITS: '1' })
  try {
    const { user } = await registerPerson(limited)
    const visitor = limited.visitor()
    const email = kind === 'known' ? user.email : 'nobody@people.example'
    const logIn = (captcha?: string) =>
      visitor.call(login, { body: { login: email, password: 'Wrong-Horse-1', captcha } })
    for (let i = 0; i < 3; i++) await expect(logIn()).rejects.toMatchObject({ errors: { login: expect.any(Array) } })
    await expect(logIn()).rejects.toMatchObject(captchaRefusal)
    await expect(logIn(await createCaptchaProof(limited.deps, 'login'))).rejects.toMatchObject({
      errors: { login: ['This email and password do not match an account.'] },
    })
    if (kind === 'unknown') return
    const captcha = await createCaptchaProof(limited.deps, 'login')
    await visitor.call(login, { body: { login: email, password, captcha } })
    expect((await visitor.call(getSession, {})).data?.email).toBe(email)
  } finally {
    await limited.close()
  }
})

test('every form has challenges, and an unknown action is refused', async () => {
  for (const action of captchaActions) {
    const { challenge } = (await shop.visitor().call(getCaptchaChallenge, { query: { action } })).data
    expect(challenge?.parameters.data.action).toBe(action)
  }
  const unknownAction = { query: { action: 'anything' as 'login' } }
  await expect(shop.visitor().call(getCaptchaChallenge, unknownAction)).rejects.toMatchObject({ status: 422 })
})

test('forms need no proof when CAPTCHA is off or when browsers lack web cryptography', () => {
  expect(readConfig({}).captcha_keys).toBe(1_500)
  expect(readConfig({ CAPTCHA_KEYS: '0' }).captcha_keys).toBe(0)
  expect(readConfig({ PUBLIC_URL: 'http://shop.example', DEMO: '1' }).captcha_keys).toBe(0)
  expect(readConfig({ PUBLIC_URL: 'https://shop.example', DEMO: '1' }).captcha_keys).toBe(1_500)
})
