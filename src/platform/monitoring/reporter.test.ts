/** Tests for the error reporter against a fake service. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

import { openTestApp } from '../../../testing/app.ts'
import { endpoint } from '../http/endpoint.ts'
import { refuse } from '../http/refusal.ts'
import { serve } from '../http/serve.server.ts'
import { randomToken } from '../ids.server.ts'
import { openReporter, type Reporter } from './reporter.server.ts'

let service: Server
let reporter: Reporter
const envelopes: string[] = []

beforeAll(async () => {
  service = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      envelopes.push(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : body.toString())
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
})
beforeEach(async () => {
  envelopes.length = 0
  const { port } = service.address() as AddressInfo
  reporter = await openReporter({ sentry_dsn: `http://key@127.0.0.1:${port}/1`, mode: 'test' })
})
afterEach(async () => {
  await reporter.close()
  vi.restoreAllMocks()
})
afterAll(() => service.close())

/** One in ten errors is sent. This sets the random number that decides. */
const setRandom = (value: number) => vi.spyOn(Math, 'random').mockReturnValue(value)
const getErrorEvents = () => envelopes.filter(envelope => envelope.includes('"exception"'))

const secret = randomToken()

test('an error is reported with its context and without personal data', async () => {
  setRandom(0.05)
  const cause = new Error('Key (email)=(nora@example.com) already exists.')
  reporter.report(new Error(`Card 4111 1111 1111 1111 of /reset-password/${secret}?x=1`, { cause }), {
    request_id: '7f9c',
    method: 'POST',
    route: '/api/v2/cart/checkout',
  })
  await reporter.close()
  const [envelope = ''] = getErrorEvents()
  expect(envelope).toContain('reporter.test.ts')
  expect(envelope).toContain('/api/v2/cart/checkout')
  expect(envelope).toContain('7f9c')
  for (const secretText of ['4111', secret, 'nora@example.com', 'x=1']) expect(envelope).not.toContain(secretText)
})

test('one in ten errors is sent', async () => {
  setRandom(0.11)
  reporter.report(new Error('one of the nine'))
  await reporter.close()
  expect(getErrorEvents()).toEqual([])
})

test('a fault of an endpoint is reported with its route, and a refusal is not reported', async () => {
  const fault = endpoint('POST', '/probe/fault/:id', {
    summary: 'A fault',
    who: 'anyone',
    params: z.object({ id: z.string() }),
    body: z.object({ password: z.string() }),
    reply: z.null(),
  })
  const refusal = endpoint('GET', '/probe/refusal', { summary: 'A refusal', who: 'anyone', reply: z.null() })
  const shop = await openTestApp(
    {},
    {
      probes: [
        app =>
          serve(app, fault, ({ body }) => {
            throw new TypeError(`broken with password=${body.password}`)
          }),
        app =>
          serve(app, refusal, () => {
            throw refuse(409, 'Your cart changed.')
          }),
      ],
    },
  )
  const post = (payload: object) =>
    shop.app.inject({
      url: `/api/probe/fault/${secret}`,
      method: 'POST',
      payload,
      headers: { 'sec-fetch-site': 'same-origin' },
    })
  expect((await post({ password: 'Hunter2' })).statusCode).toBe(500)
  expect((await post({})).statusCode).toBe(422)
  expect((await shop.app.inject('/api/probe/refusal')).statusCode).toBe(409)
  expect((await shop.app.inject('/api/nothing')).statusCode).toBe(404)
  expect(shop.reporter.reported).toEqual([expect.any(TypeError)])
  await shop.close()
})

test('nothing is sent without a configured service', async () => {
  setRandom(0.05)
  const disabled = await openReporter({ sentry_dsn: undefined, mode: 'test' })
  disabled.report(new Error('to the log alone'))
  await disabled.close()
  expect(envelopes).toEqual([])
})
