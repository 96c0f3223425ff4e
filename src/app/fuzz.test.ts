/** Fuzzes every endpoint with valid and invalid input: each response must be well-formed and not a server error. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../sandbox/start.ts'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { changeSettings } from '../../testing/builders/settings.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { validFor, hostile, hostileText, punctuation, corruptedFor, type JsonSchema } from '../../testing/hostile.ts'

type FuzzOperation = {
  parameters?: { name: string; in: 'path' | 'query'; schema: JsonSchema }[]
  requestBody?: { content: { 'application/json'?: { schema: JsonSchema } } }
}
type FuzzEndpoint = { method: string; path: string; operation: FuzzOperation }
type FuzzInput = { params: string[]; query: [string, string][]; body?: unknown }

/** Excluded, because it would end the session of the other requests; it takes no input. */
const EXCLUDED_ENDPOINT = 'POST /api/auth/logout'

let sandbox: Sandbox
let shop: TestApp
let buyer: Buyer
let staff: Buyer
let endpoints: FuzzEndpoint[]
let ids: string[]

beforeAll(async () => {
  sandbox = await startSandbox()
  shop = await openTestApp({ SANDBOX_URL: sandbox.origins.http })
  buyer = await seedMember(shop)
  staff = await seedStaff(shop, 'platform_admin')
  const clip = await seedClip(shop)
  const order = await seedOrder(shop, buyer, 'paid', { clips: [clip] })
  ids = [String(clip.id), order.number, '1']
  const { paths } = shop.app.swagger() as unknown as { paths: Record<string, Record<string, FuzzOperation>> }
  endpoints = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    .filter(({ method, path }) => `${method} ${path}` !== EXCLUDED_ENDPOINT)
})
afterAll(async () => {
  await shop.close()
  await sandbox.close()
})

const parametersOf = ({ operation }: FuzzEndpoint, location: 'path' | 'query') =>
  (operation.parameters ?? []).filter(parameter => parameter.in === location)
const bodySchema = ({ operation }: FuzzEndpoint) => operation.requestBody?.content['application/json']?.schema

const inputFor = (endpoint: FuzzEndpoint): fc.Arbitrary<FuzzInput> => {
  const schema = bodySchema(endpoint)
  const value = (schema: JsonSchema) =>
    fc.oneof({ weight: 2, arbitrary: validFor(schema).map(String) }, { weight: 1, arbitrary: hostileText })
  const query = fc.oneof(
    ...parametersOf(endpoint, 'query').map(({ name, schema }) => fc.tuple(fc.constant(name), value(schema))),
    fc.tuple(fc.oneof(fc.constantFrom('__proto__', 'search[query]', 'a[b][c]'), hostileText), hostileText),
  )
  return fc.record(
    {
      params: fc.tuple(
        ...parametersOf(endpoint, 'path').map(() =>
          fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: hostileText }),
        ),
      ),
      query: fc.array(query, { maxLength: 4 }),
      body: schema ? fc.oneof(validFor(schema), { weight: 3, arbitrary: corruptedFor(schema) }) : hostile,
    },
    { requiredKeys: ['params', 'query', ...(schema ? (['body'] as const) : [])] },
  )
}

const send = ({ method, path }: FuzzEndpoint, { params, query, body }: FuzzInput, sender: Buyer = buyer) => {
  const remaining = [...params]
  const address = path.replace(/\{\w+\}/g, () => encodeURIComponent((remaining.shift() ?? '1').toWellFormed()))
  const search = query.map(pair => pair.map(text => encodeURIComponent(text.toWellFormed())).join('='))
  return sender.visitor.send(`${address}${search.length > 0 ? `?${search.join('&')}` : ''}`, {
    method,
    headers: {
      'idempotency-key': crypto.randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const expectWellFormed = async (response: Response) => {
  // 503 is valid too: there may be no disk space for a file of the declared size.
  if (response.status !== 503) expect(response.status).toBeLessThan(500)
  if (/pdf|xml|csv|zip|pem|jsonl|octet-stream/.test(response.headers.get('content-type') ?? '')) return
  const text = await response.text()
  const body = JSON.parse(text) as { message?: unknown; errors?: unknown }
  if (response.status < 400) return
  expect(body).toMatchObject({ message: expect.stringMatching(/^\S/), errors: expect.any(Object) })
  expect(text).not.toMatch(/node_modules|\.ts:\d|select .* from|insert into|syntax error|ZodError/i)
}

/** The first response of an endpoint may take seconds on a busy machine; without a response nothing is tested. */
const ENDPOINT_LIMIT_MS = 10_000
/** Enough time for all endpoints. */
const FUZZ_TIMEOUT_MS = 900_000

/** Inputs for each endpoint and caller; `npm test -- all` sends more. */
const INPUT_COUNT = Number(process.env['FUZZ_INPUTS'] ?? 12)

const isAdminEndpoint = ({ path }: FuzzEndpoint) => path.startsWith('/api/admin/')

describe('valid and invalid input', () => {
  // A valid input of a staff member may close the shop.
  afterEach(() => changeSettings(shop, 'maintenance', { is_on: false, message: '', ends_at: null }))
  test.each(
    ['GET', 'POST', 'PUT', 'DELETE'].flatMap(method => [
      { method, who: 'a buyer' },
      { method, who: 'a staff member' },
    ]),
  )(
    '$method by $who',
    async ({ method, who }) => {
      const caller = who === 'a buyer' ? buyer : staff
      // The access test covers buyers at admin endpoints.
      const selected = endpoints.filter(
        endpoint => endpoint.method === method && isAdminEndpoint(endpoint) === (caller === staff),
      )
      expect(selected.length).toBeGreaterThan(0)
      for (const endpoint of selected)
        await fc
          .assert(
            fc.asyncProperty(inputFor(endpoint), async input => expectWellFormed(await send(endpoint, input, caller))),
            { numRuns: INPUT_COUNT, interruptAfterTimeLimit: ENDPOINT_LIMIT_MS, maxSkipsPerRun: 0, endOnFailure: true },
          )
          .catch((error: unknown) => {
            throw new Error(`${endpoint.method} ${endpoint.path}`, { cause: error })
          })
    },
    FUZZ_TIMEOUT_MS,
  )
})

const SEARCH_FIELDS = new Set(['q', 'search', 'words', 'said', 'person'])

test('runs of punctuation get a well-formed response from every search, also as broken UTF-8', async () => {
  const searches = endpoints.flatMap(endpoint =>
    endpoint.method === 'GET' && !endpoint.path.includes('{')
      ? parametersOf(endpoint, 'query')
          .filter(({ name }) => SEARCH_FIELDS.has(name))
          .map(({ name }) => ({ endpoint, name }))
      : [],
  )
  expect(searches.map(({ endpoint }) => endpoint.path)).toEqual(
    expect.arrayContaining(['/api/clips', '/api/admin/find', '/api/admin/clips', '/api/admin/people']),
  )
  for (const { endpoint, name } of searches)
    await fc.assert(
      fc.asyncProperty(punctuation, fc.boolean(), async (text, broken) => {
        const encoded = encodeURIComponent(text.toWellFormed())
        const query = broken ? encoded.replaceAll('%EF%BF%BD', '%ED%A0%80') : encoded
        await expectWellFormed(await staff.visitor.send(`${endpoint.path}?${name}=${query}`, { method: 'GET' }))
      }),
      { numRuns: INPUT_COUNT, endOnFailure: true },
    )
})

test('every endpoint refuses ten megabytes', async () => {
  const body = `{"name":"${'x'.repeat(10_000_000)}"}`
  for (const endpoint of endpoints.filter(bodySchema)) {
    const response = await buyer.visitor.send(endpoint.path.replace(/\{\w+\}/g, '1'), {
      method: endpoint.method,
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status, endpoint.path).toBe(413)
  }
})

test.each([
  ['prototypes', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'],
  ['a hundred thousand brackets', '['.repeat(100_000)],
  ['a hundred thousand closed brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['a broken surrogate', '"\\ud800"'],
  ['no JSON', '\u0000\u0001\u0002'],
  ['a number past all bounds', '1e999999'],
  ['the same key many times', `{${Array.from({ length: 5_000 }, (_, n) => `"a":${n}`).join(',')}}`],
])('every endpoint refuses a body with %s', async (_, body) => {
  for (const endpoint of endpoints.filter(bodySchema)) {
    // A nonexistent id, because unknown keys alone are no reason to refuse where a body may be empty.
    const response = await buyer.visitor.send(endpoint.path.replace(/\{\w+\}/g, '999999'), {
      method: endpoint.method,
      headers: { 'content-type': 'application/json' },
      body,
    })
    // Data exports require no field right after a sign-in, and ignore unknown fields.
    if (endpoint.path !== '/api/user/privacy/export')
      expect(response.status, `${endpoint.method} ${endpoint.path}`).toBeGreaterThanOrEqual(400)
    expect(response.status, `${endpoint.method} ${endpoint.path}`).toBeLessThan(500)
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('a lone surrogate in a form is stored as the replacement character', async () => {
  const response = await buyer.visitor.send('/api/forms/request-preferred-rate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: String.raw`{"end_client":"Harbor \ud800 Foods","clips":"forty","message":"Web \udfff only"}`,
  })
  expect(response.status).toBe(200)
})

test('arbitrary headers and file paths get a well-formed response', async () => {
  const header = fc.string({
    unit: fc.mapToConstant({ num: 256 - 32, build: n => String.fromCharCode(32 + n) }),
    maxLength: 200,
  })
  const headers = fc.record(
    Object.fromEntries(
      [
        'cookie',
        'user-agent',
        'origin',
        'range',
        'accept',
        'accept-encoding',
        'idempotency-key',
        'referer',
        'x-forwarded-for',
      ].map(name => [name, header]),
    ),
    { requiredKeys: [] },
  )
  const url = fc.oneof(
    fc.constantFrom('/api/auth', '/api/v2/cart', '/healthz', '/api/openapi.json'),
    fc
      .tuple(fc.constantFrom('/media/', '/download/', '/api/', '/api/clips/'), hostileText)
      .map(([start, text]) => start + encodeURIComponent(text.toWellFormed())),
  )
  await fc.assert(
    fc.asyncProperty(url, fc.constantFrom('GET', 'HEAD', 'DELETE'), headers, async (url, method, headers) => {
      const response = await shop.app.inject({ url, method: method as 'GET', headers })
      expect(response.statusCode).toBeLessThan(500)
    }),
    { numRuns: 300, interruptAfterTimeLimit: 5_000 },
  )
})

test('the shop still works afterwards', async () => {
  for (const address of ['/api/auth', '/api/v2/cart', '/api/clips', '/api/workspace/orders'])
    expect((await buyer.visitor.send(address, { method: 'GET' })).status, address).toBe(200)
  const session = await buyer.visitor.send('/api/auth', { method: 'GET' })
  expect(await session.json()).toMatchObject({ data: { id: expect.any(Number) } })
})

/** Compared in memory with lists of the shop or with a total, or stored as bigint. */
const WIDE_FIELD = /\.(?:distribution_ids|end_client_size|format_id|expected_cents|size_bytes|modified_ms)\b/
/** PostgreSQL's largest integer: a larger one ends a query with an error. */
const MAX_INTEGER = 2_147_483_647

const unboundedIntegers = (schema: unknown, path = ''): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maximum, exclusiveMaximum } = schema as { type?: unknown; maximum?: number; exclusiveMaximum?: number }
  const isInteger = type === 'integer' || (Array.isArray(type) && type.includes('integer'))
  return [
    ...(isInteger && (maximum ?? exclusiveMaximum ?? Infinity) > MAX_INTEGER && !WIDE_FIELD.test(path) ? [path] : []),
    ...Object.entries(schema).flatMap(([key, part]) => unboundedIntegers(part, `${path}.${key}`)),
  ]
}

test('no request carries an integer that the database cannot hold', () => {
  const unbounded = endpoints.flatMap(endpoint =>
    unboundedIntegers([endpoint.operation.parameters, endpoint.operation.requestBody]).map(
      path => `${endpoint.method} ${endpoint.path} ${path}`,
    ),
  )
  expect(unbounded).toEqual([])
})
