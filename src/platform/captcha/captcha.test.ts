import { afterAll, beforeAll, expect, test } from 'vitest'

import { getSession, login, register } from '#accounts/contract.ts'
import { forgotPassword } from '#accounts/own/contract.ts'
import { requestResearch, sendContact } from '#tickets/contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { confirmedNewcomer, good_password as password, newcomer } from '../../../testing/builders/people.ts'
import { proofFor, proofOf, solved } from '../../../testing/proof.ts'
import { readConfig } from '../config.server.ts'
import { platformJobs } from '../upkeep.server.ts'
import { makeChallenge } from './captcha.server.ts'
import { captchaActions, getCaptchaChallenge } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const failed = {
  status: 422,
  errors: { captcha: ['We could not check that you are not a program. Please try again.'] },
}
let serial = 0
const join = (captcha?: string) =>
  shop.visitor().call(register, {
    body: { email: `proof-${(serial += 1)}@people.example`, password, password_again: password, captcha },
  })

test('a solved challenge opens the door it was made for', async () => {
  const visitor = shop.visitor()
  await join(await proofOf(visitor, 'register'))
})

test.each([
  ['nothing', async () => undefined],
  ['something else', async () => 'proof'],
  ['JSON that is none', async () => Buffer.from('{"challenge":{}}').toString('base64')],
  ['a proof for another form', () => proofFor(shop.deps, 'contact')],
  ['a challenge of another shop', () => proofFor({ ...shop.deps, secret: ['o'.repeat(32)] }, 'register')],
])('%s does not', async (_, made) => {
  await expect(join(await made())).rejects.toMatchObject(failed)
})

type Proof = { challenge: { parameters: Record<string, unknown> }; solution: { counter: number; derivedKey: string } }

test.each([
  [
    'with its expiry moved',
    (proof: Proof) => void (proof.challenge.parameters['data'] = { action: 'register', expires_at: 9e15 }),
  ],
  ['with less to do', (proof: Proof) => void (proof.challenge.parameters['cost'] = 1)],
  ['with a key that was made up', (proof: Proof) => void (proof.solution.derivedKey = 'ab'.repeat(32))],
])('a proof %s is none', async (_, spoil) => {
  const proof = JSON.parse(atob((await proofFor(shop.deps, 'register')) ?? '')) as Proof
  spoil(proof)
  await expect(join(btoa(JSON.stringify(proof)))).rejects.toMatchObject(failed)
})

test('a proof works once, also when twenty bring it at once', async () => {
  const proof = await proofFor(shop.deps, 'register')
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => join(proof)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(failed)
})

test('a proof is good for ten minutes, and its use is remembered no longer', async () => {
  const late = await proofFor(shop.deps, 'register')
  await join(await proofFor(shop.deps, 'register'))
  shop.clock.advance(10 * 60_000)
  await expect(join(late)).rejects.toMatchObject(failed)
  await platformJobs(shop.deps)
    .find(({ name }) => name === 'platform.forget-used')
    ?.run({})
  expect(await shop.db.selectFrom('used_once').selectAll().execute()).toEqual([])
})

test('a challenge takes as many keys as were asked for, and no fewer than half', async () => {
  const { config } = shop
  for (const captcha_keys of [2, 5, 40]) {
    const challenge = await makeChallenge({ ...shop.deps, config: { ...config, captcha_keys } }, 'login')
    const { solution } = JSON.parse(atob((await solved(challenge)) ?? '')) as Proof
    expect(solution.counter).toBeGreaterThanOrEqual(captcha_keys / 2)
    expect(solution.counter).toBeLessThanOrEqual(captcha_keys)
  }
})

test('guests and accounts with an unconfirmed email need one for a new password, a message and research', async () => {
  const guest = shop.visitor()
  const { visitor, user } = await newcomer(shop)
  const confirmed = await confirmedNewcomer(shop)
  const contact = { name: 'Dana', email: user.email, topic: 'other' as const, message: 'Hello' }
  const research = { ...contact, project: 'Tide', deadline: 'week' as const }
  const body = { email: 'nobody@people.example' }
  for (const send of [
    (who: typeof guest, captcha?: string) => who.call(forgotPassword, { body: { ...body, captcha } }),
    (who: typeof guest, captcha?: string) => who.call(sendContact, { body: { ...contact, captcha } }),
    (who: typeof guest, captcha?: string) => who.call(requestResearch, { body: { ...research, captcha } }),
  ]) {
    for (const who of [guest, visitor]) await expect(send(who)).rejects.toMatchObject(failed)
    await send(confirmed.visitor)
  }
  await guest.call(sendContact, { body: { ...contact, captcha: await proofOf(guest, 'contact') } })
})

test.each(['known', 'unknown'])(
  'a login of a %s email asks for one after three that failed, and not before',
  async kind => {
    const limited = await openTestApp({ RATE_LIMITS: '1' })
    try {
      const { user } = await newcomer(limited)
      const visitor = limited.visitor()
      const name = kind === 'known' ? user.email : 'nobody@people.example'
      const guess = (captcha?: string) =>
        visitor.call(login, { body: { login: name, password: 'Wrong-Horse-1', captcha } })
      for (let i = 0; i < 3; i++) await expect(guess()).rejects.toMatchObject({ errors: { login: expect.any(Array) } })
      await expect(guess()).rejects.toMatchObject(failed)
      await expect(guess(await proofFor(limited.deps, 'login'))).rejects.toMatchObject({
        errors: { login: ['This email and password do not match an account.'] },
      })
      if (kind === 'unknown') return
      const captcha = await proofFor(limited.deps, 'login')
      await visitor.call(login, { body: { login: name, password, captcha } })
      expect((await visitor.call(getSession, {})).data?.email).toBe(name)
    } finally {
      await limited.close()
    }
  },
)

test('every form has its challenges; anything else has none', async () => {
  for (const action of captchaActions) {
    const { challenge } = (await shop.visitor().call(getCaptchaChallenge, { query: { action } })).data
    expect(challenge?.parameters.data.action).toBe(action)
  }
  const strange = { query: { action: 'anything' as 'login' } }
  await expect(shop.visitor().call(getCaptchaChallenge, strange)).rejects.toMatchObject({ status: 422 })
})

test('forms go without where it is switched off, and where browsers have no cryptography', () => {
  expect(readConfig({}).captcha_keys).toBe(1_500)
  expect(readConfig({ CAPTCHA_KEYS: '0' }).captcha_keys).toBe(0)
  expect(readConfig({ PUBLIC_URL: 'http://shop.example', DEMO: '1' }).captcha_keys).toBe(0)
  expect(readConfig({ PUBLIC_URL: 'https://shop.example', DEMO: '1' }).captcha_keys).toBe(1_500)
})
