/** Tests for what every endpoint does before and after its own work, with probe endpoints. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { endpoint } from './endpoint.ts'
import { IdParam, numberParam } from './lists.ts'
import { refuse } from './refusal.ts'
import { serve } from './serve.server.ts'

const name = z.string('Name is required').check(z.minLength(1, 'Name is required'))
const save = endpoint('PUT', '/probe/:id', {
  summary: 'A probe',
  who: 'anyone',
  params: IdParam,
  query: z.object({ page: z.optional(numberParam('The page is a number.')) }),
  body: z.object({
    name,
    address: z.object({ lines: z.array(z.string('A line is text.')), city: z.string('City is required') }),
  }),
  reply: z.object({ id: z.int() }),
})
const members = endpoint('POST', '/probe/members', {
  summary: 'A probe for members',
  who: 'signed_in',
  body: z.object({ name }),
  reply: z.null(),
})
const broken = endpoint('GET', '/probe/broken', { summary: 'A fault', who: 'anyone', reply: z.null() })
const invalid = endpoint('GET', '/probe/crooked', {
  summary: 'A response that does not match its schema',
  who: 'anyone',
  reply: z.object({ id: z.int() }),
})
const cachedFault = endpoint('GET', '/probe/cached-fault', {
  summary: 'A fault of a public response',
  who: 'anyone',
  max_age_seconds: 60,
  query: z.object({ fails: z.optional(z.string()) }),
  reply: z.null(),
})
const refused = endpoint('GET', '/probe/refused', { summary: 'A refusal', who: 'anyone', reply: z.null() })

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp(
    {},
    {
      probes: [
        (app, { db }) => {
          serve(app, save, ({ params }) => ({ data: { id: params.id } }))
          serve(app, members, () => ({ data: null }))
          serve(app, broken, async () => {
            await db
              .selectFrom('users')
              .select('email')
              .where('id', '=', 'secret-value' as unknown as number)
              .execute()
            return { data: null }
          })
          serve(app, invalid, () => ({ data: { id: 'no-number' as unknown as number } }))
          serve(app, cachedFault, ({ query }) => {
            if (query.fails) throw new Error('A fault')
            return { data: null }
          })
          serve(app, refused, () => {
            throw refuse(409, 'Somebody was here before.', { since: 4 })
          })
        },
      ],
    },
  )
})
afterAll(() => shop.close())

const json = { 'content-type': 'application/json' }
const validBody = { name: 'Ada', address: { lines: ['1 Pier'], city: 'Oakland' } }
const request = async (url: string, method = 'GET', body?: string, headers: Record<string, string> = json) => {
  const response = await shop.app.inject({
    url,
    method: method as 'GET',
    headers: { 'sec-fetch-site': 'same-origin', ...(body !== undefined && headers) },
    ...(body !== undefined && { payload: body }),
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>(), answer: response }
}
const put = (body: unknown, url = '/api/probe/7?page=2') => request(url, 'PUT', JSON.stringify(body))

test('valid input is accepted, and the response has its envelope', async () => {
  expect(await put(validBody)).toMatchObject({ status: 200, body: { data: { id: 7 }, meta: {} } })
})

test('access is checked before the input', async () => {
  expect(await request('/api/probe/members', 'POST', '{}')).toMatchObject({
    status: 401,
    body: { message: 'Please log in first.', errors: {} },
  })
})

test('each invalid field has its messages, and nested fields their path', async () => {
  expect(await put({ name: '', address: { lines: ['a', 5] } })).toMatchObject({
    status: 422,
    body: {
      message: 'Name is required',
      errors: {
        name: ['Name is required'],
        'address.city': ['City is required'],
        'address.lines.1': ['A line is text.'],
      },
    },
  })
})

test.each([['"text"'], ['[]'], ['null'], ['5'], ['']])('the body %s is not an object: 422', async body => {
  expect(await request('/api/probe/7', 'PUT', body)).toMatchObject({ status: 422, body: { errors: expect.anything() } })
})

test('the query has messages per field too', async () => {
  expect(await put(validBody, '/api/probe/7?page=two')).toMatchObject({
    status: 422,
    body: { message: 'The page is a number.', errors: { page: ['The page is a number.'] } },
  })
})

test.each(['x', '-1', '1.5', '99999999999', '%00', '1%20', '%F0%9F%8E%AC'])('the id "%s" is invalid: 404', async id => {
  expect(await put(validBody, `/api/probe/${id}`)).toMatchObject({ status: 404, body: { errors: {} } })
})

test.each([
  ['JSON that is cut off', '{"name": ', json, 400],
  ['JSON with a __proto__ key', '{"__proto__": {"admin": true}}', json, 400],
  ['JSON with a constructor key', '{"constructor": {"prototype": {"admin": true}}}', json, 400],
  ['a form', 'name=Ada', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['plain text, which any site may send cross-origin', '{"name":"Ada"}', { 'content-type': 'text/plain' }, 415],
  ['more than a megabyte', JSON.stringify({ ...validBody, name: 'x'.repeat(1_048_577) }), json, 413],
])('%s', async (_, body, headers, status) => {
  const result = await request('/api/probe/7', 'PUT', body, headers)
  expect(result).toMatchObject({ status, body: { message: expect.stringMatching(/^[A-Z].*\.$/), errors: {} } })
})

test('an empty body with a JSON content type is allowed', async () => {
  expect((await request('/api/v2/cart', 'DELETE', '')).status).toBe(200)
})

test('only successful responses of a public endpoint can be cached', async () => {
  const cacheControlOf = async (url: string) => (await request(url)).answer.headers['cache-control']
  expect(await cacheControlOf('/api/probe/cached-fault')).toBe('public, max-age=60')
  expect(await cacheControlOf('/api/probe/cached-fault?fails=1')).toBe('private, no-store')
})

test('a refusal has a message and details for the client', async () => {
  expect(await request('/api/probe/refused')).toMatchObject({
    status: 409,
    body: { message: 'Somebody was here before.', errors: {}, meta: { since: 4 } },
  })
})

test.each(['/api/probe/broken', '/api/probe/crooked'])('a fault of ours (%s) tells nothing of itself', async url => {
  const { status, body } = await request(url)
  expect(status).toBe(500)
  expect(body).toEqual({ message: 'Something went wrong.', errors: {} })
})

test.each([
  ['/api/nothing', 404],
  ['/api/%zz', 400],
  ['/api/auth', 200],
  ['/api/probe/broken', 500],
  ['/api/probe/x', 404],
  ['/media/nothing.jpg', 404],
  ['/healthz', 200],
] as const)('%s returns %i as JSON with its own request id and the common headers', async (url, status) => {
  const [first, second] = [await request(url), await request(url)]
  expect(first.status).toBe(status)
  expect(first.answer.headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/json/),
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  expect(first.answer.headers['x-request-id']).not.toBe(second.answer.headers['x-request-id'])
  if (url.startsWith('/api/')) expect(first.answer.headers['cache-control']).toBe('private, no-store')
  expect(first.answer.headers['strict-transport-security']).toBeUndefined()
})

test.each([
  ['of invalid entries', 4],
  ['of valid entries', 'a line'],
])('a huge list %s gets one short message', async (_, entry) => {
  const lines = Array.from({ length: 100_000 }, () => entry)
  const { status, body } = await put({ name: 'Ada', address: { lines, city: 'Oakland' } })
  expect(status).toBe(422)
  expect(body).toEqual({ message: 'A list can have at most 1000 entries.', errors: {} })
})
