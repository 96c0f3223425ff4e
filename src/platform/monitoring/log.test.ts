/** Tests that the log records requests and failures without secrets. */
import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { endpoint } from '../http/endpoint.ts'
import { serve } from '../http/serve.server.ts'
import { randomToken } from '../ids.server.ts'

const secret = 'Hunter2-is-secret'
const email = 'quiet.harbor@example.com'
const fault = endpoint('POST', '/probe/fault', {
  summary: 'A fault with a secret in its query',
  who: 'anyone',
  body: z.object({ password: z.string() }),
  reply: z.null(),
})

const lines: string[] = []
let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp(
    { LOG_LEVEL: 'trace', CAPTCHA_KEYS: '0' },
    {
      log: { write: line => void lines.push(line) },
      probes: [
        (app, { db }) =>
          serve(app, fault, async ({ body }) => {
            await sql`select ${body.password}::text from nowhere`.execute(db)
            return { data: null }
          }),
      ],
    },
  )
})
afterAll(() => shop.close())
beforeEach(() => {
  lines.length = 0
})

const post = (url: string, payload: object) =>
  shop.app.inject({
    url,
    method: 'POST',
    payload,
    headers: {
      cookie: `session=${secret}`,
      authorization: `Bearer ${secret}`,
      'idempotency-key': `${secret}-${randomUUID()}`,
      'sec-fetch-site': 'same-origin',
      referer: `https://shop.example/?token=${secret}`,
    },
  })

test.each([
  ['/api/auth/login', { login: 'ada@example.com', password: secret }, 422],
  ['/api/auth/register', { email, password: secret, password_again: secret }, 200],
  [`/api/probe/fault?token=${secret}`, { password: secret }, 500],
  [`/api/nothing?token=${secret}`, {}, 404],
  [`/api/%zz?token=${secret}`, {}, 400],
] as const)('%s leaves no secret in the log', async (url, body, status) => {
  expect((await post(url, body)).statusCode).toBe(status)
  expect(lines.join('')).not.toContain(secret)
  expect(lines.join('')).not.toContain(email)
  expect(lines.length).toBeGreaterThan(0)
})

test('a signed URL is logged without its query', async () => {
  await shop.app.inject(`/download/masters/a.mp4?name=a&until=1&signature=${secret}`)
  expect(lines.join('')).not.toContain(secret)
  expect(lines.join('')).toContain('/download/masters/a.mp4')
})

test('a server fault is logged with the error, the route and the request id that the client received', async () => {
  const response = await post('/api/probe/fault', { password: secret })
  const line = lines
    .map(text => JSON.parse(text) as Record<string, unknown>)
    .find(({ msg }) => msg === 'request failed')
  expect(line).toMatchObject({
    reqId: response.headers['x-request-id'],
    req: { method: 'POST', path: '/api/probe/fault' },
    err: { message: 'relation "nowhere" does not exist', code: '42P01', stack: expect.stringContaining('log.test.ts') },
  })
})

test('the token of an email link is never logged', async () => {
  const token = randomToken()
  for (const url of [`/api/auth/reset-password/${token}`, `/api/auth/reset-password/${token}/more`, `/x/${token}.data`])
    await shop.app.inject({ url })
  expect(lines.join('')).toContain('/api/auth/reset-password/…')
  expect(lines.join('')).not.toContain(token)
})
