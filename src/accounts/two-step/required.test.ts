import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { anAuthenticator } from '../../../testing/authenticator.ts'
import { confirmedNewcomer, good_password as password } from '../../../testing/builders/people.ts'
import { codeAt, halfIn, mailedCode, registerPasskey, withApp } from '../../../testing/builders/two-step.ts'
import type { Feature } from '../../api.ts'
import { endpoint } from '../../platform/endpoint.ts'
import { serve } from '../../platform/serve.server.ts'
import { confirmAuthenticator, getTwoStep, mailEmailCode, removeAuthenticator, startAuthenticator } from './contract.ts'

const ofStaff = endpoint('GET', '/of-staff', { summary: 'A door of our people', who: 'staff', reply: z.null() })
const probe: Feature = app => serve(app, ofStaff, () => ({ data: null }))

const behindAddress = { PUBLIC_URL: 'http://localhost:4620', DEMO: '0' }

const staffOf = async (shop: TestApp, role: 2 | 3 | 4 | 5) => {
  const person = await confirmedNewcomer(shop)
  await shop.db
    .updateTable('users')
    .set({ platform_roles: [1, role] })
    .where('id', '=', person.user.id)
    .execute()
  return person
}

describe('behind an address of its own', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await openTestApp(behindAddress, { probes: [probe] })
  })
  afterAll(() => shop.close())

  test.each([2, 3] as const)(
    'platform role %i finds the doors of staff closed until a second step is set up',
    async role => {
      const { visitor } = await staffOf(shop, role)
      await expect(visitor.call(ofStaff, {})).rejects.toMatchObject({
        status: 403,
        meta: { set_up: '/account/two-step' },
      })
      expect((await visitor.call(getTwoStep, {})).data).toMatchObject({ is_on: false, is_required: true })

      const email_code = await mailedCode(shop, visitor)
      const { secret } = (await visitor.call(startAuthenticator, { body: { password, email_code } })).data
      await visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
      expect((await visitor.call(ofStaff, {})).data).toBeNull()
      await expect(visitor.call(removeAuthenticator, { body: { password } })).rejects.toMatchObject({ status: 409 })
      expect((await visitor.call(getTwoStep, {})).data.is_on).toBe(true)
    },
  )

  test.each([2, 3, 4, 5] as const)(
    'the password of platform role %i alone adds no first factor: a code in its mailbox is needed, once',
    async role => {
      const { visitor } = await staffOf(shop, role)
      const device = anAuthenticator({ origin: behindAddress.PUBLIC_URL })
      const start = (email_code?: string) => visitor.call(startAuthenticator, { body: { password, email_code } })
      const wrong = { status: 422, errors: { email_code: [expect.any(String)] } }
      for (const email_code of [undefined, '', '00000000']) {
        await expect(start(email_code)).rejects.toMatchObject(wrong)
        await expect(registerPasskey(visitor, device, { email_code: email_code ?? '' })).rejects.toMatchObject(wrong)
      }
      await expect(visitor.call(mailEmailCode, { body: { password: 'Wrong-Horse-1' } })).rejects.toMatchObject({
        status: 422,
      })
      const old = await mailedCode(shop, visitor)
      shop.clock.advance(10 * 60_000)
      await expect(start(old)).rejects.toMatchObject(wrong)
      const replaced = await mailedCode(shop, visitor)
      const code = await mailedCode(shop, visitor)
      if (replaced !== code) await expect(start(replaced)).rejects.toMatchObject(wrong)
      const at_once = await Promise.allSettled(Array.from({ length: 20 }, () => start(code)))
      expect(at_once.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { visitor: colleague } = await staffOf(shop, role)
      await expect(
        colleague.call(startAuthenticator, { body: { password, email_code: await mailedCode(shop, visitor) } }),
      ).rejects.toMatchObject(wrong)
      await registerPasskey(visitor, device, { email_code: await mailedCode(shop, visitor) })
      // With the first factor there, the next needs no code.
      await registerPasskey(visitor, anAuthenticator({ origin: behindAddress.PUBLIC_URL }))
      await expect(mailedCode(shop, visitor)).rejects.toMatchObject({ status: 409 })
    },
  )
})

test('a demo that other machines reach needs it, too', async () => {
  const shop = await openTestApp({ PUBLIC_URL: 'https://demo.example', DEMO: '1' }, { probes: [probe] })
  const { visitor } = await staffOf(shop, 2)
  await expect(visitor.call(ofStaff, {})).rejects.toMatchObject({ status: 403, meta: { set_up: '/account/two-step' } })
  await shop.close()
})

test('in a demo of this machine staff come in without it, and others never find the door', async () => {
  const shop = await openTestApp({}, { probes: [probe] })
  const { visitor } = await staffOf(shop, 2)
  expect((await visitor.call(ofStaff, {})).data).toBeNull()
  const { visitor: customer } = await confirmedNewcomer(shop)
  await expect(customer.call(ofStaff, {})).rejects.toMatchObject({ status: 404 })
  await shop.close()
})

describe('wrong codes', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await openTestApp({ RATE_LIMITS: '1' })
  })
  afterAll(() => shop.close())

  test('are counted by account, from wherever, and say when to come back', async () => {
    const { user, code, visitor: owner } = await withApp(shop)
    const { visitor } = await halfIn(shop, user.email)
    const cookie = `second_step=${visitor.cookies.get('second_step')}`
    let last = 0
    const tryCode = (given: string, cookies = cookie) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/auth/second-step',
        headers: { 'sec-fetch-site': 'same-origin', cookie: cookies },
        remoteAddress: `10.1.0.${(last += 1)}`,
        payload: { code: given },
      })
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryCode('000000')))
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(18)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(12)
    expect(refused[0]?.headers['retry-after']).toBe('900')
    // Neither the right code nor another login helps until then, but for a browser that its owner used before.
    expect((await tryCode(code())).statusCode).toBe(429)
    const device = `known_device=${owner.cookies.get('known_device')}`
    expect((await tryCode(code(), `${cookie}; ${device}`)).statusCode).toBe(200)
  })

  test('from one address are twenty in a minute, whosever they are', async () => {
    const answers = []
    for (let n = 0; n < 4; n++) {
      const { user } = await withApp(shop)
      const { visitor } = await halfIn(shop, user.email)
      const cookie = `second_step=${visitor.cookies.get('second_step')}`
      for (let tried = 0; tried < 6; tried++)
        answers.push(
          await shop.app.inject({
            method: 'POST',
            url: '/api/auth/second-step',
            headers: { 'sec-fetch-site': 'same-origin', cookie },
            remoteAddress: '10.2.0.1',
            payload: { code: '000000' },
          }),
        )
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(422), ...Array(4).fill(429)])
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  })
})
