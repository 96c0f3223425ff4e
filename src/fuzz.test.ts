/** Every endpoint, asked from its own description and past it: always a clear answer, never a fault of ours. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../sandbox/start.ts'
import { openTestApp, type TestApp } from '../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer } from '../testing/builders/orders.ts'
import { aStaff } from '../testing/builders/staff.ts'
import { fitting, hostile, hostileText, punctuation, spoiled, type Schema } from '../testing/hostile.ts'

type Operation = {
  parameters?: { name: string; in: 'path' | 'query'; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}
type Door = { method: string; path: string; operation: Operation }
type Asked = { params: string[]; query: [string, string][]; body?: unknown }

/** Ends the session that the others ask with; its door is a wall without input. */
const left_out = 'POST /api/auth/logout'

let sandbox: Sandbox
let shop: TestApp
let buyer: Buyer
let staff: Buyer
let doors: Door[]
let ids: string[]

beforeAll(async () => {
  sandbox = await startSandbox()
  shop = await openTestApp({ SANDBOX_URL: sandbox.origins.http })
  buyer = await aMember(shop)
  staff = await aStaff(shop, 'platform_admin')
  const clip = await aClip(shop)
  const order = await anOrder(shop, buyer, 'paid', { clips: [clip] })
  ids = [String(clip.id), order.number, '1']
  const { paths } = shop.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
  doors = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
    .filter(({ method, path }) => `${method} ${path}` !== left_out)
})
afterAll(async () => {
  await shop.close()
  await sandbox.close()
})

const parametersOf = ({ operation }: Door, place: 'path' | 'query') =>
  (operation.parameters ?? []).filter(parameter => parameter.in === place)
const bodySchema = ({ operation }: Door) => operation.requestBody?.content['application/json'].schema

const asking = (door: Door): fc.Arbitrary<Asked> => {
  const schema = bodySchema(door)
  const value = (schema: Schema) =>
    fc.oneof({ weight: 2, arbitrary: fitting(schema).map(String) }, { weight: 1, arbitrary: hostileText })
  const query = fc.oneof(
    ...parametersOf(door, 'query').map(({ name, schema }) => fc.tuple(fc.constant(name), value(schema))),
    fc.tuple(fc.oneof(fc.constantFrom('__proto__', 'search[query]', 'a[b][c]'), hostileText), hostileText),
  )
  return fc.record(
    {
      params: fc.tuple(
        ...parametersOf(door, 'path').map(() =>
          fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: hostileText }),
        ),
      ),
      query: fc.array(query, { maxLength: 4 }),
      body: schema ? fc.oneof(fitting(schema), { weight: 3, arbitrary: spoiled(schema) }) : hostile,
    },
    { requiredKeys: ['params', 'query', ...(schema ? (['body'] as const) : [])] },
  )
}

const send = ({ method, path }: Door, { params, query, body }: Asked, who: Buyer = buyer) => {
  const left = [...params]
  const address = path.replace(/\{\w+\}/g, () => encodeURIComponent((left.shift() ?? '1').toWellFormed()))
  const search = query.map(pair => pair.map(text => encodeURIComponent(text.toWellFormed())).join('='))
  return who.visitor.send(`${address}${search.length > 0 ? `?${search.join('&')}` : ''}`, {
    method,
    headers: {
      'idempotency-key': crypto.randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const expectClear = async (answer: Response) => {
  // 503 is an answer too: there may be no room for a file as large as it says it is.
  if (answer.status !== 503) expect(answer.status).toBeLessThan(500)
  if (/pdf|csv|zip|pem|jsonl|octet-stream/.test(answer.headers.get('content-type') ?? '')) return
  const text = await answer.text()
  const body = JSON.parse(text) as { message?: unknown; errors?: unknown }
  if (answer.status < 400) return
  expect(body).toMatchObject({ message: expect.stringMatching(/^\S/), errors: expect.any(Object) })
  expect(text).not.toMatch(/node_modules|\.ts:\d|select .* from|insert into|syntax error|ZodError/i)
}

/** A door's first answer alone may take seconds on a busy machine; without one answer there is nothing to judge by. */
const door_ms = 10_000
/** Every door may take them. */
const patience_ms = 900_000

const isRoom = ({ path }: Door) => path.startsWith('/api/admin/')

describe('input from the description and past it', () => {
  test.each(
    ['GET', 'POST', 'PUT', 'DELETE'].flatMap(method => [
      { method, who: 'a buyer' },
      { method, who: 'one of us' },
    ]),
  )(
    '$method by $who',
    async ({ method, who }) => {
      const asker = who === 'a buyer' ? buyer : staff
      const chosen = doors.filter(door => door.method === method && (asker === buyer || isRoom(door)))
      expect(chosen.length).toBeGreaterThan(0)
      for (const door of chosen)
        await fc
          .assert(
            fc.asyncProperty(asking(door), async asked => expectClear(await send(door, asked, asker))),
            { numRuns: 40, interruptAfterTimeLimit: door_ms, maxSkipsPerRun: 0, endOnFailure: true },
          )
          .catch((error: unknown) => {
            throw new Error(`${door.method} ${door.path}`, { cause: error })
          })
    },
    patience_ms,
  )
})

const SEARCH_FIELDS = new Set(['q', 'search', 'words', 'said', 'person'])

test('runs of punctuation get a clear answer from every search, also when they arrive as broken UTF-8', async () => {
  const searches = doors.flatMap(door =>
    door.method === 'GET' && !door.path.includes('{')
      ? parametersOf(door, 'query')
          .filter(({ name }) => SEARCH_FIELDS.has(name))
          .map(({ name }) => ({ door, name }))
      : [],
  )
  expect(searches.map(({ door }) => door.path)).toEqual(
    expect.arrayContaining(['/api/clips', '/api/admin/find', '/api/admin/clips', '/api/admin/people']),
  )
  for (const { door, name } of searches)
    await fc.assert(
      fc.asyncProperty(punctuation, fc.boolean(), async (text, broken) => {
        const sent = encodeURIComponent(text.toWellFormed())
        const query = broken ? sent.replaceAll('%EF%BF%BD', '%ED%A0%80') : sent
        await expectClear(await staff.visitor.send(`${door.path}?${name}=${query}`, { method: 'GET' }))
      }),
      { numRuns: 40, endOnFailure: true },
    )
})

test('ten megabytes are turned away at every door', async () => {
  const body = `{"name":"${'x'.repeat(10_000_000)}"}`
  for (const door of doors.filter(bodySchema)) {
    const answer = await buyer.visitor.send(door.path.replace(/\{\w+\}/g, '1'), {
      method: door.method,
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(answer.status, door.path).toBe(413)
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
])('a body that is %s is turned away at every door', async (_, body) => {
  for (const door of doors.filter(bodySchema)) {
    // An id of nothing: where a body may be empty, keys that nobody knows are no reason to turn away.
    const answer = await buyer.visitor.send(door.path.replace(/\{\w+\}/g, '999999'), {
      method: door.method,
      headers: { 'content-type': 'application/json' },
      body,
    })
    // Data exports need no field right after a sign-in, and ignore fields that they don't know.
    if (door.path !== '/api/user/privacy/export')
      expect(answer.status, `${door.method} ${door.path}`).toBeGreaterThanOrEqual(400)
    expect(answer.status, `${door.method} ${door.path}`).toBeLessThan(500)
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('half a character in a form is kept as the mark for one that was lost', async () => {
  const answer = await buyer.visitor.send('/api/forms/request-preferred-rate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: String.raw`{"end_client":"Harbor \ud800 Foods","clips":"forty","message":"Web \udfff only"}`,
  })
  expect(answer.status).toBe(200)
})

test('headers and file addresses of any kind get a clear answer', async () => {
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
      const answer = await shop.app.inject({ url, method: method as 'GET', headers })
      expect(answer.statusCode).toBeLessThan(500)
    }),
    { numRuns: 300, interruptAfterTimeLimit: 5_000 },
  )
})

test('after all of it the shop works', async () => {
  for (const address of ['/api/auth', '/api/v2/cart', '/api/clips', '/api/workspace/orders'])
    expect((await buyer.visitor.send(address, { method: 'GET' })).status, address).toBe(200)
  const session = await buyer.visitor.send('/api/auth', { method: 'GET' })
  expect(await session.json()).toMatchObject({ data: { id: expect.any(Number) } })
})

/** Compared in memory with lists of the shop or with a total, or stored as bigint. */
const WIDE_FIELD = /\.(?:distribution_ids|end_client_size|format_id|seen_cents|size_bytes|modified_ms)\b/
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
  const unbounded = doors.flatMap(door =>
    unboundedIntegers([door.operation.parameters, door.operation.requestBody]).map(
      path => `${door.method} ${door.path} ${path}`,
    ),
  )
  expect(unbounded).toEqual([])
})
