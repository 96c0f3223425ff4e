import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { ApiFeature } from '#app/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { serve } from '#platform/http/serve.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import { registerConfirmedPerson, good_password as password } from '../../../testing/builders/people.ts'
import {
  codeAt,
  TOTP_STEP_MS,
  startLogin,
  requestEmailCode,
  registerPasskey,
  registerWithAuthenticator,
} from '../../../testing/builders/two-step.ts'
import {
  confirmAuthenticator,
  finishWithCode,
  getTwoStep,
  mailEmailCode,
  removeAuthenticator,
  startAuthenticator,
} from './contract.ts'

const staffEndpoint = endpoint('GET', '/of-staff', { summary: 'A staff endpoint', who: 'staff', reply: z.null() })
const probe: ApiFeature = app => serve(app, staffEndpoint, () => ({ data: null }))

const deployedConfig = { PUBLIC_URL: 'http://localhost:4620', DEMO: '0' }

const registerStaff = async (shop: TestApp, role: 2 | 3 | 4 | 5) => {
  const person = await registerConfirmedPerson(shop)
  await shop.db
    .updateTable('users')
    .set({ platform_roles: [1, role] })
    .where('id', '=', person.user.id)
    .execute()
  return person
}

describe('on a public address', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await openTestApp(deployedConfig, { probes: [probe] })
  })
  afterAll(() => shop.close())

  test.each([2, 3] as const)(
    'platform role %i cannot use staff endpoints until a second step is set up',
    async role => {
      const { visitor } = await registerStaff(shop, role)
      await expect(visitor.call(staffEndpoint, {})).rejects.toMatchObject({
        status: 403,
        meta: { set_up: '/account/two-step' },
      })
      expect((await visitor.call(getTwoStep, {})).data).toMatchObject({ is_on: false, is_required: true })

      const email_code = await requestEmailCode(shop, visitor)
      const { secret } = (await visitor.call(startAuthenticator, { body: { password, email_code } })).data
      await visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
      expect((await visitor.call(staffEndpoint, {})).data).toBeNull()
      await expect(visitor.call(removeAuthenticator, { body: { password } })).rejects.toMatchObject({ status: 409 })
      expect((await visitor.call(getTwoStep, {})).data.is_on).toBe(true)
    },
  )

  test.each([2, 3, 4, 5] as const)(
    'platform role %i cannot add a first factor with the password alone: it needs a mailed code, once',
    async role => {
      const { visitor } = await registerStaff(shop, role)
      const device = createAuthenticator({ origin: deployedConfig.PUBLIC_URL })
      const startSetup = (email_code?: string) => visitor.call(startAuthenticator, { body: { password, email_code } })
      const wrongCodeError = { status: 422, errors: { email_code: [expect.any(String)] } }
      for (const email_code of [undefined, '', '00000000']) {
        await expect(startSetup(email_code)).rejects.toMatchObject(wrongCodeError)
        await expect(registerPasskey(visitor, device, { email_code: email_code ?? '' })).rejects.toMatchObject(
          wrongCodeError,
        )
      }
      await expect(visitor.call(mailEmailCode, { body: { password: 'Wrong-Horse-1' } })).rejects.toMatchObject({
        status: 422,
      })
      const expiredCode = await requestEmailCode(shop, visitor)
      shop.clock.advance(10 * 60_000)
      await expect(startSetup(expiredCode)).rejects.toMatchObject(wrongCodeError)
      const replacedCode = await requestEmailCode(shop, visitor)
      const code = await requestEmailCode(shop, visitor)
      if (replacedCode !== code) await expect(startSetup(replacedCode)).rejects.toMatchObject(wrongCodeError)
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => startSetup(code)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { visitor: colleague } = await registerStaff(shop, role)
      await expect(
        colleague.call(startAuthenticator, { body: { password, email_code: await requestEmailCode(shop, visitor) } }),
      ).rejects.toMatchObject(wrongCodeError)
      await registerPasskey(visitor, device, { email_code: await requestEmailCode(shop, visitor) })
      // After the first factor, the next needs no code.
      await registerPasskey(visitor, createAuthenticator({ origin: deployedConfig.PUBLIC_URL }))
      await expect(requestEmailCode(shop, visitor)).rejects.toMatchObject({ status: 409 })
    },
  )
})

test('a demo that other machines can reach requires it too', async () => {
  const shop = await openTestApp({ PUBLIC_URL: 'https://demo.example', DEMO: '1' }, { probes: [probe] })
  const { visitor } = await registerStaff(shop, 2)
  await expect(visitor.call(staffEndpoint, {})).rejects.toMatchObject({
    status: 403,
    meta: { set_up: '/account/two-step' },
  })
  await shop.close()
})

test('in a local demo staff need no second step, and customers get 404', async () => {
  const shop = await openTestApp({}, { probes: [probe] })
  const { visitor } = await registerStaff(shop, 2)
  expect((await visitor.call(staffEndpoint, {})).data).toBeNull()
  const { visitor: customer } = await registerConfirmedPerson(shop)
  await expect(customer.call(staffEndpoint, {})).rejects.toMatchObject({ status: 404 })
  await shop.close()
})

describe('wrong codes', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await openTestApp({ RATE_LIMITS: '1' })
  })
  afterAll(() => shop.close())

  test('are limited per account across addresses, with Retry-After', async () => {
    const { user, code } = await registerWithAuthenticator(shop)
    const { visitor: owner } = await startLogin(shop, user.email)
    await owner.call(finishWithCode, { body: { code: code() } })
    shop.clock.advance(TOTP_STEP_MS)
    const { visitor } = await startLogin(shop, user.email)
    const cookie = `second_step=${visitor.cookies.get('second_step')}`
    let requestCount = 0
    const tryCode = (typedCode: string, cookies = cookie) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/auth/second-step',
        headers: { 'sec-fetch-site': 'same-origin', cookie: cookies },
        remoteAddress: `10.1.0.${(requestCount += 1)}`,
        payload: { code: typedCode },
      })
    const responses = await Promise.all(Array.from({ length: 30 }, () => tryCode('000000')))
    expect(responses.filter(({ statusCode }) => statusCode === 422)).toHaveLength(18)
    const refusals = responses.filter(({ statusCode }) => statusCode === 429)
    expect(refusals).toHaveLength(12)
    expect(refusals[0]?.headers['retry-after']).toBe('900')
    // Until then neither the right code nor a new login works, except in a browser that the owner used before.
    expect((await tryCode(code())).statusCode).toBe(429)
    const device = `known_device=${owner.cookies.get('known_device')}`
    expect((await tryCode(code(), `${cookie}; ${device}`)).statusCode).toBe(200)
  })

  test('are limited to twenty a minute from one address, whichever the accounts', async () => {
    const responses = []
    for (let n = 0; n < 4; n++) {
      const { user } = await registerWithAuthenticator(shop)
      const { visitor } = await startLogin(shop, user.email)
      const cookie = `second_step=${visitor.cookies.get('second_step')}`
      for (let attempt = 0; attempt < 6; attempt++)
        responses.push(
          await shop.app.inject({
            method: 'POST',
            url: '/api/auth/second-step',
            headers: { 'sec-fetch-site': 'same-origin', cookie },
            remoteAddress: '10.2.0.1',
            payload: { code: '000000' },
          }),
        )
    }
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(422), ...Array(4).fill(429)])
    expect(Number(responses.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  })
})
