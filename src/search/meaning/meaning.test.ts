/** Search by meaning with a stand-in for the endpoint, and what happens when that is slow, broken or gone. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { listClips } from '#catalog/contract.ts'
import { publishClip } from '#catalog/save-catalog.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveTestClips, withdrawClip } from '../../../testing/builders/catalog.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { listSearches } from '../admin/searches/contract.ts'
import { openSearch } from '../search.server.ts'
import { embedClips } from './embed-clips.server.ts'

/** The meanings that the stand-in knows: a text has a one for each. */
const meanings = [/ocean|sea|maritime/i, /forest|woods|arboreal/i, /city|street|municipal/i, /./]
const toVector = (text: string) => meanings.map((pattern, i) => (pattern.test(text) ? (i === 3 ? 0.2 : 1) : 0))

type Behavior = (input: string[], response: ServerResponse) => void
const answer = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const embed: Behavior = (input, response) =>
  answer(response, { data: input.map((text, index) => ({ index, embedding: toVector(text) })) })

const startEndpoint = async () => {
  const endpoint = {
    url: '',
    behavior: embed,
    requests: [] as { model: string; input: string[] }[],
    close: () => server.close(),
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      const { model, input } = JSON.parse(body) as { model: string; input: string[] }
      endpoint.requests.push({ model, input })
      endpoint.behavior(input, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return endpoint
}

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
let shop: TestApp
let ids: number[]
beforeAll(async () => {
  endpoint = await startEndpoint()
  shop = await openTestApp({ EMBEDDINGS_URL: endpoint.url, EMBEDDINGS_MODEL: 'stand-in' })
  ids = await saveTestClips(shop, [
    { name: 'Ocean swell' },
    { name: 'Forest path' },
    { name: 'City street' },
    { name: 'Gray pebbles', keywords: ['maritimes'] },
  ])
})
afterAll(async () => {
  await shop.close()
  endpoint.close()
})

const runJob = () => embedClips(shop.db, shop.deps.config.embeddings ?? { url: '', key: undefined, model: '' })

beforeEach(async () => {
  endpoint.behavior = embed
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await runJob()
  endpoint.requests = []
  // Vectors are read again after 30 seconds, and a failed endpoint is asked again after 10.
  shop.clock.advance(60_000)
})

let nth = 0
/** Searches for a text that was not searched before. */
const search = async (q: string) => {
  const { data, meta } = await shop.visitor().call(listClips, { query: { q: `${q} qzq${nth++}` } })
  return { names: data.map(({ name }) => name), reading: meta.reading }
}

test('a text finds clips that mean the same, after those with its words', async () => {
  const { names, reading } = await search('arboreal')
  expect(names[0]).toBe('Forest path')
  expect(reading?.close_total).toBe(names.length)
  expect(endpoint.requests).toEqual([{ model: 'stand-in', input: [expect.stringContaining('arboreal')] }])
})

test('filters and exclusions are strict for clips that mean the same, too', async () => {
  const { names } = await search('arboreal -forest')
  expect(names).not.toContain('Forest path')
})

test('only clips whose text changed are embedded again, and a withdrawn clip is not found', async () => {
  expect(await runJob()).toBe(0)
  await sql`update clips set description = 'Woods at noon' where id = ${ids[1] ?? 0}`.execute(shop.db)
  expect(await runJob()).toBe(1)
  expect(endpoint.requests.map(({ input }) => input)).toEqual([[expect.stringContaining('Woods at noon')]])
  await withdrawClip(shop, ids[1] ?? 0)
  expect((await search('arboreal')).names).not.toContain('Forest path')
  await shop.db.transaction().execute(trx => publishClip(trx, ids[1] ?? 0, shop.clock.now()))
})

test('the answer for a text is kept', async () => {
  const query = { q: 'maritime pebbles' }
  for (let i = 0; i < 3; i++) {
    await shop.visitor().call(listClips, { query })
    shop.clock.advance(5_000)
  }
  expect(endpoint.requests).toHaveLength(1)
})

test('a clip without any word of the text is found by meaning alone', async () => {
  const { hasAnyWord } = openSearch(shop.deps)
  const [swell = 0, path = 0] = ids
  const results = await Promise.all([
    hasAnyWord({ q: 'arboreal wilds' }, path),
    hasAnyWord({ q: 'forest wilds' }, path),
    hasAnyWord({ q: 'arboreal -night' }, swell),
    hasAnyWord({ q: '-night' }, swell),
    hasAnyWord({ q: 'arboreal' }, 999_999),
    // "bosque" is a forest in Spanish.
    hasAnyWord({ q: 'bosque' }, path),
    hasAnyWord({ q: 'bosque', language: 'es' }, path),
  ])
  expect(results).toEqual([false, true, false, true, true, false, true])
})

test.each<[string, Behavior]>([
  ['another status', (_, response) => response.writeHead(503).end('busy')],
  ['no JSON', (_, response) => response.writeHead(200).end('<html>')],
  ['another shape', (_, response) => answer(response, { vectors: [] })],
  ['too few vectors', (_, response) => answer(response, { data: [] })],
  ['no numbers', (_, response) => answer(response, { data: [{ embedding: ['x'] }] })],
  ['an empty vector', (_, response) => answer(response, { data: [{ embedding: [0, 0, 0, 0] }] })],
  ['another dimension', (_, response) => answer(response, { data: [{ embedding: [1, 0] }] })],
  ['a broken connection', (_, response) => response.destroy()],
])('with %s the words alone answer, the log has a line, and staff see it', async (_, behavior) => {
  endpoint.behavior = behavior
  const { names } = await search('swell')
  expect(names).toEqual(['Ocean swell'])
  await expect.poll(() => console.error).toHaveBeenCalledWith(expect.stringMatching(/^search by meaning: /))
  const staff = await seedStaff(shop)
  const { meta } = await staff.visitor.call(listSearches, { query: {} })
  expect(meta.meaning).toMatchObject({ model: 'stand-in', clips: 4, problem: expect.any(String) })
})

test('a slow endpoint delays no search: its answer serves the next one', async () => {
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  endpoint.behavior = (input, response) => void released.then(() => embed(input, response))
  const query = { q: 'arboreal slowness' }
  const first = await shop.visitor().call(listClips, { query })
  expect(first.data.map(({ name }) => name)).not.toContain('Forest path')
  release()
  await vi.waitFor(async () => {
    shop.clock.advance(5_000)
    const { data } = await shop.visitor().call(listClips, { query })
    expect(data[0]?.name).toBe('Forest path')
  }, 20_000)
})

test('a failed endpoint is not asked again for ten seconds', async () => {
  endpoint.behavior = (_, response) => response.writeHead(500).end()
  await search('swell')
  await expect.poll(() => console.error).toHaveBeenCalled()
  await search('swell')
  expect(endpoint.requests).toHaveLength(1)
  shop.clock.advance(11_000)
  endpoint.behavior = embed
  expect((await search('arboreal')).names[0]).toBe('Forest path')
})

test('the job fails with the endpoint, and keeps what it has', async () => {
  await sql`update clips set description = 'Again' where id = ${ids[0] ?? 0}`.execute(shop.db)
  endpoint.behavior = (_, response) => response.writeHead(500).end()
  await expect(runJob()).rejects.toThrow('answered 500')
  endpoint.behavior = embed
  expect(await runJob()).toBe(1)
})
