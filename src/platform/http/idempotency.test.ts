/** Tests that requests with the same Idempotency-Key run once. */
import { createHash, randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { login, LoginBody } from '#accounts/contract.ts'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { registerPerson } from '../../../testing/builders/people.ts'
import { sha256 } from '../ids.server.ts'
import { sign } from '../security/secrets.server.ts'
import { endpoint } from './endpoint.ts'
import { purgeIdempotencyKeys } from './idempotency.server.ts'
import { refuse } from './refusal.ts'
import { serve } from './serve.server.ts'

const count = endpoint('POST', '/probe/count', {
  summary: 'Counts its calls',
  who: 'anyone',
  body: z.object({ ending: z.enum(['response', 'refuse', 'fail', 'wait', 'cookie', 'large']) }),
  reply: z.object({ calls: z.int(), text: z.optional(z.string()) }),
})
const put = endpoint('PUT', '/probe/put', {
  summary: 'Counts its calls',
  who: 'anyone',
  reply: z.object({ calls: z.int() }),
})

let shop: TestApp
let calls = 0
/** Handlers wait for this promise. */
let gate = Promise.resolve()
let ada: Visitor
let grace: Visitor

beforeAll(async () => {
  shop = await openTestApp(
    {},
    {
      probes: [
        app =>
          serve(app, count, async ({ body, reply }) => {
            calls++
            await gate
            if (body.ending === 'refuse') throw refuse(409, 'No.')
            if (body.ending === 'fail') throw new Error('a fault')
            if (body.ending === 'wait') throw refuse(429, 'Too soon.')
            if (body.ending === 'cookie') reply.setCookie('session', 'a-secret')
            return { data: { calls, ...(body.ending === 'large' && { text: 'é'.repeat(40_000) }) } }
          }),
        app => serve(app, put, async () => ({ data: { calls: ++calls } })),
      ],
    },
  )
  ada = (await registerPerson(shop)).visitor
  grace = (await registerPerson(shop)).visitor
})
afterAll(() => shop.close())
beforeEach(() => {
  calls = 0
  gate = Promise.resolve()
})

const post = async (visitor: Visitor, key: string, ending = 'response', query = '') => {
  const response = await visitor.send(`/api/probe/count${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ ending }),
  })
  return { status: response.status, replay: response.headers.get('idempotent-replay'), body: await response.json() }
}

test('a repeated request gets the first response and does not run again', async () => {
  const key = randomUUID()
  const first = await post(ada, key)
  expect(first).toMatchObject({ status: 200, replay: null, body: { data: { calls: 1 } } })
  expect(await post(ada, key)).toEqual({ ...first, replay: 'true' })
  expect(calls).toBe(1)
})

test('a refusal is replayed too', async () => {
  const key = randomUUID()
  expect(await post(ada, key, 'refuse')).toMatchObject({ status: 409, replay: null, body: { message: 'No.' } })
  expect(await post(ada, key, 'refuse')).toMatchObject({ status: 409, replay: 'true', body: { message: 'No.' } })
  expect(calls).toBe(1)
})

test.each([
  ['response', '?other=1'],
  ['refuse', ''],
])('a key is valid for one request: %s%s', async (ending, query) => {
  const key = randomUUID()
  await post(ada, key)
  expect(await post(ada, key, ending, query)).toMatchObject({
    status: 409,
    body: { message: 'This Idempotency-Key was used for another request.' },
  })
  expect(calls).toBe(1)
})

test('of twenty concurrent requests one runs, and the others get a conflict', async () => {
  const key = randomUUID()
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const racers = Array.from({ length: 20 }, () => post(ada, key))
  // The first request waits in its handler until all the others have been refused.
  let refused = 0
  for (const racer of racers) void racer.then(() => ++refused === 19 && resolve())
  const statuses = (await Promise.all(racers)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  expect(calls).toBe(1)
  expect(await post(ada, key)).toMatchObject({ status: 200, replay: 'true' })
})

test.each([
  ['a server fault', 'fail', 500],
  ['"too soon"', 'wait', 429],
])('%s is not stored, so the client may retry', async (_, ending, status) => {
  const key = randomUUID()
  expect((await post(ada, key, ending)).status).toBe(status)
  expect((await post(ada, key, ending)).status).toBe(status)
  expect(calls).toBe(2)
})

test('the stored request does not reveal a password, even to guesses', async () => {
  const key = randomUUID()
  const body = { login: 'nobody@example.com', password: 'Guessable-1' }
  await expect(shop.visitor().call(login, { body }, { idempotencyKey: key })).rejects.toMatchObject({ status: 422 })
  const buildRow = await shop.db
    .selectFrom('idempotency_keys')
    .where('key', '=', key)
    .selectAll()
    .executeTakeFirstOrThrow()
  const guess = JSON.stringify(['POST', '/api/auth/login', LoginBody.parse(body)])
  expect(JSON.stringify(buildRow)).not.toContain(body.password)
  expect(buildRow.request_hash).not.toBe(createHash('sha256').update(guess).digest('hex'))
  expect(buildRow.request_hash).toBe(sign(shop.secret, guess))
})

test('a stored response is encrypted', async () => {
  const key = randomUUID()
  await post(shop.visitor(), key, 'response')
  const buildRow = await shop.db
    .selectFrom('idempotency_keys')
    .where('key', '=', key)
    .select('response')
    .executeTakeFirst()
  expect(buildRow?.response).toBeTruthy()
  expect(buildRow?.response).not.toContain('calls')
})

test('a response with a cookie is not stored', async () => {
  const key = randomUUID()
  const visitor = shop.visitor()
  expect(await post(visitor, key, 'cookie')).toMatchObject({ status: 200, replay: null })
  expect(await shop.db.selectFrom('idempotency_keys').where('key', '=', key).select('key').execute()).toEqual([])
})

test('a large response is not stored, and a repeat is refused without running again', async () => {
  const key = randomUUID()
  expect((await post(ada, key, 'large')).status).toBe(200)
  expect(await post(ada, key, 'large')).toMatchObject({
    status: 409,
    body: { message: 'This request was carried out before. Please load the page again.', meta: { status: 200 } },
  })
  expect(calls).toBe(1)
  const buildRow = await shop.db
    .selectFrom('idempotency_keys')
    .where('key', '=', key)
    .select(['status', 'response'])
    .execute()
  expect(buildRow).toEqual([{ status: 200, response: null }])
})

test('a guest’s repeatable request is not stored', async () => {
  const guest = shop.visitor()
  guest.cookies.set('cart_hash', 'C'.repeat(22))
  const key = randomUUID()
  await guest.call(put, {}, { idempotencyKey: key })
  await guest.call(put, {}, { idempotencyKey: key })
  expect(calls).toBe(2)
  expect(await shop.db.selectFrom('idempotency_keys').where('key', '=', key).select('key').execute()).toEqual([])
  await ada.call(put, {}, { idempotencyKey: key })
  await ada.call(put, {}, { idempotencyKey: key })
  expect(calls).toBe(3)
})

test('a user has at most 1,000 keys per hour', async () => {
  const guest = shop.visitor()
  guest.cookies.set('cart_hash', 'D'.repeat(22))
  const created_at = shop.clock.now()
  const buildRow = (n: number) => ({
    scope: `cart:${sha256('D'.repeat(22))}`,
    key: `key-${n}`,
    request_hash: '',
    created_at,
  })
  await shop.db
    .insertInto('idempotency_keys')
    .values(Array.from({ length: 1_000 }, (_, n) => buildRow(n)))
    .execute()
  expect((await post(guest, randomUUID())).status).toBe(429)
  expect(calls).toBe(0)
  shop.clock.advance(3_600_000)
  expect((await post(guest, randomUUID())).status).toBe(200)
})

test('keys are separate per user and cart', async () => {
  const key = randomUUID()
  const [firstCart, secondCart] = [shop.visitor(), shop.visitor()]
  firstCart.cookies.set('cart_hash', 'A'.repeat(22))
  secondCart.cookies.set('cart_hash', 'B'.repeat(22))
  for (const visitor of [ada, grace, firstCart, secondCart, shop.visitor()])
    expect(await post(visitor, key)).toMatchObject({ status: 200, replay: null })
  expect(calls).toBe(5)
})

test.each(['short', 'x'.repeat(201)])('a key with an invalid length is refused', async key => {
  expect((await post(ada, key)).status).toBe(400)
  expect(calls).toBe(0)
})

test('responses are deleted after a day, and abandoned keys after ten minutes', async () => {
  const minutes = (n: number) => new Date(shop.clock.now().getTime() - n * 60_000)
  await shop.db.deleteFrom('idempotency_keys').execute()
  const buildRow = (key: string, age: number, status: number | null) => ({
    scope: 'user:1',
    key,
    request_hash: '',
    status,
    response: '{}',
    created_at: minutes(age),
  })
  await shop.db
    .insertInto('idempotency_keys')
    .values([
      buildRow('old', 1_441, 200),
      buildRow('kept', 1_439, 200),
      buildRow('dead', 11, null),
      buildRow('under way', 9, null),
    ])
    .execute()
  await purgeIdempotencyKeys(shop.db, shop.clock.now())
  const remaining = await shop.db.selectFrom('idempotency_keys').select('key').orderBy('key').execute()
  expect(remaining.map(({ key }) => key)).toEqual(['kept', 'under way'])
})
