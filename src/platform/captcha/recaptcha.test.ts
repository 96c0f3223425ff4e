import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { sendContact } from '#tickets/contract.ts'
import { listTickets } from '#tickets/inbox.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { readConfig } from '../config.server.ts'
import { buildContentSecurityPolicy } from '../http/csp.server.ts'
import { getCaptchaChallenge } from './contract.ts'

/** A stand-in for Google that returns the verdict in the token and records its requests. */
const requests: string[] = []
let google: Server
let verify_url: string
let shop: TestApp
beforeAll(async () => {
  google = createServer((request, reply) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      requests.push(body)
      const token = new URLSearchParams(body).get('response') ?? ''
      reply.writeHead(token === 'broken' ? 500 : 200, { 'content-type': 'application/json' })
      reply.end(token.startsWith('{') ? token : '{"success":false,"error-codes":["invalid-input-response"]}')
    })
  })
  await new Promise<void>(resolve => google.listen(0, '127.0.0.1', resolve))
  verify_url = `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`
  shop = await openTestApp({ ...keys, RECAPTCHA_URL: verify_url, PUBLIC_URL: 'http://localhost:4400' })
})
beforeEach(() => void requests.splice(0))
afterAll(async () => {
  await shop.close()
  google.close()
})

const keys = { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET: 'secret-key' }
const humanVerdict = { success: true, action: 'contact', score: 0.9, hostname: 'localhost' }
const send = (captcha?: string) =>
  shop.visitor().call(sendContact, {
    body: { name: 'Dana', email: 'dana@people.example', topic: 'other', message: 'Hello', captcha },
  })
const captchaRefusal = {
  status: 422,
  errors: { captcha: ['We could not check that you are not a program. Please try again.'] },
}

test('a human verdict is accepted, and the secret key is never sent to a browser', async () => {
  await send(JSON.stringify(humanVerdict))
  expect(await listTickets(shop.db)).toHaveLength(1)
  expect(Object.fromEntries(new URLSearchParams(requests[0]))).toEqual({
    secret: 'secret-key',
    response: JSON.stringify(humanVerdict),
  })
  const { data } = await shop.visitor().call(getCaptchaChallenge, { query: { action: 'contact' } })
  expect(data).toEqual({ challenge: null, site_key: 'site-key' })
})

test.each([
  ['no token', undefined],
  ['a token unknown to Google', 'invented'],
  ['a token for another form', JSON.stringify({ ...humanVerdict, action: 'login' })],
  ['a low score', JSON.stringify({ ...humanVerdict, score: 0.4 })],
  ['no score', JSON.stringify({ ...humanVerdict, score: undefined })],
  ['a token of another site', JSON.stringify({ ...humanVerdict, hostname: 'elsewhere.example' })],
])('%s is refused', async (_, token) => {
  await expect(send(token)).rejects.toMatchObject(captchaRefusal)
})

test('when Google fails, the response is 503 instead of a CAPTCHA refusal', async () => {
  await expect(send('broken')).rejects.toMatchObject({ status: 503 })
})

test('both keys are required together, and pages allow Google’s script only with them', () => {
  expect(() => readConfig({ RECAPTCHA_SITE_KEY: 'site-key' })).toThrow('RECAPTCHA_SECRET')
  const policy = (env: Record<string, string>, url = '/contact') =>
    buildContentSecurityPolicy(url, 'n', readConfig(env))
  for (const url of ['/contact', '/checkout']) {
    expect(policy({}, url)).not.toContain('recaptcha')
    expect(policy(keys, url)).toMatch(/script-src[^;]* https:\/\/www\.google\.com\/recaptcha\//)
    expect(policy(keys, url)).toMatch(/frame-src[^;]* https:\/\/www\.google\.com\/recaptcha\//)
  }
})
