import { readdirSync, readFileSync } from 'node:fs'
/** Search by the subjects of pictures, with stand-ins for the endpoints that embed pictures and for those that don't. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { listClips } from '#catalog/contract.ts'

import { seedCatalog } from '../../../demo/seed-catalog.ts'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { listSearches } from '../admin/searches/contract.ts'
import { listClipsByLook } from '../visual/contract.ts'
import { embedClips } from './embed-clips.server.ts'
import { embedClipPictures, loadPictureSupport } from './embed-pictures.server.ts'
import { findPictureDialect } from './picture-embedder.server.ts'

const pad = (values: number[]) => [...values, ...Array<number>(12).fill(0)]

/** The stand-in sees the mean color of a picture, and knows a word for red, green and blue each. */
const toPictureVector = async (jpeg: Buffer): Promise<number[]> => {
  const { channels } = await sharp(jpeg).stats()
  return pad([...channels.slice(0, 3).map(({ mean }) => mean / 255), 0.2])
}
const toTextVector = (text: string) =>
  pad([/crimson/i, /verdant/i, /cerulean/i, /./].map(word => (word.test(text) ? 1 : 0)))

type Input = string | { image: string }
type Body = { model: string; input: Input[]; modality?: string }
type Endpoint = (body: Body, response: ServerResponse) => Promise<void> | void

const answer = (response: ServerResponse, embeddings: number[][]) =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ data: embeddings.map((embedding, index) => ({ index, embedding })) }))

const infinity: Endpoint = async ({ input, modality }, response) => {
  const texts = input.filter(item => typeof item === 'string')
  if (texts.length < input.length) return void response.writeHead(422).end()
  answer(
    response,
    modality === 'image'
      ? await Promise.all(texts.map(url => toPictureVector(Buffer.from(url.split(',')[1] ?? '', 'base64'))))
      : texts.map(toTextVector),
  )
}
const jina: Endpoint = async ({ input, modality }, response) => {
  if (modality) return void response.writeHead(400).end()
  answer(
    response,
    await Promise.all(
      input.map(async item =>
        typeof item === 'string' ? toTextVector(item) : toPictureVector(Buffer.from(item.image, 'base64')),
      ),
    ),
  )
}
/** Takes a data URL as a text: the same bytes at the same places make vectors alike. */
const textsOnly: Endpoint = ({ input }, response) =>
  answer(
    response,
    input.map(item => {
      const text = typeof item === 'string' ? item : JSON.stringify(item)
      return [0, 1, 2, 3].map(nth => text.charCodeAt((11 + nth) % text.length) - 80 + (text.length % 7) / 100)
    }),
  )

const startEndpoint = async () => {
  const endpoint = { url: '', behavior: infinity, requests: 0, close: () => server.close() }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      endpoint.requests++
      void endpoint.behavior(JSON.parse(body) as Body, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return endpoint
}

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
let shop: TestApp
beforeAll(async () => {
  endpoint = await startEndpoint()
  shop = await openTestApp({ EMBEDDINGS_URL: endpoint.url, EMBEDDINGS_MODEL: 'stand-in' })
  await seedCatalog(shop)
  await embedClips(shop.db, configOf())
  await embedClipPictures(shop.deps, configOf())
  shop.clock.advance(60_000)
})
afterAll(async () => {
  await shop.close()
  endpoint.close()
})
beforeEach(() => {
  endpoint.behavior = infinity
  vi.spyOn(console, 'error').mockImplementation(() => {})
  shop.clock.advance(60_000)
})

const configOf = (model = 'stand-in') => ({ url: `${endpoint.url}/v1/embeddings`, key: undefined, model })

const readPoster = (clip: string) => {
  const folder = path.join('demo/renditions', clip)
  return readFileSync(path.join(folder, readdirSync(folder).find(name => /^poster\..*\.jpg$/.test(name)) ?? ''))
}
const upload = async (picture: Buffer) => {
  const response = await shop.app.inject({
    url: '/api/clips/by-frame',
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'sec-fetch-site': 'same-origin' },
    payload: picture,
  })
  return response.json<{ data: { code: string; subject: string | null } }>().data
}

test.each<[string, Endpoint, string | undefined]>([
  ['Infinity', infinity, 'infinity'],
  ['Jina', jina, 'jina'],
  ['a model that takes pictures as text', textsOnly, undefined],
  [
    'one that refuses pictures',
    (body, response) =>
      body.modality || typeof body.input[0] !== 'string'
        ? void response.writeHead(400).end()
        : infinity(body, response),
    undefined,
  ],
  [
    'one whose pictures have another dimension',
    async (body, response) =>
      body.modality
        ? answer(
            response,
            body.input.map(() => [1, 0]),
          )
        : jina(body, response),
    'jina',
  ],
])('of %s it is known whether and how pictures are embedded', async (_, behavior, dialect) => {
  endpoint.behavior = behavior
  expect(await findPictureDialect(configOf(), 5_000)).toBe(dialect)
})

test('an endpoint that is gone says nothing about pictures', async () => {
  endpoint.behavior = (_, response) => void response.destroy()
  await expect(findPictureDialect(configOf(), 5_000)).rejects.toThrow()
})

test('words find what only the pictures show', async () => {
  const { data } = await shop.visitor().call(listClips, { query: { q: 'crimson hue qzq' } })
  expect(data.slice(0, 3).map(({ slug }) => slug)).toEqual(
    expect.arrayContaining([expect.stringMatching(/silk-crimson|lava|flame/)]),
  )
})

test('stills are embedded once, and the answer about the endpoint is kept for a day', async () => {
  endpoint.requests = 0
  expect(await embedClipPictures(shop.deps, configOf())).toBe(0)
  expect(endpoint.requests).toBe(0)
  const stills = await shop.db
    .selectFrom('clip_picture_embeddings')
    .select('still')
    .distinct()
    .orderBy('still')
    .execute()
  expect(stills.map(({ still }) => still)).toEqual([0, 1, 2])
})

test('where the endpoint embeds no pictures, nothing is asked of it until the next day', async () => {
  endpoint.behavior = textsOnly
  expect(await embedClipPictures(shop.deps, configOf('texts'))).toBe(0)
  expect((await loadPictureSupport(shop.db, configOf('texts')))?.dialect).toBeUndefined()
  endpoint.requests = 0
  endpoint.behavior = infinity
  expect(await embedClipPictures(shop.deps, configOf('texts'))).toBe(0)
  expect(endpoint.requests).toBe(0)
})

test('a picture finds its subject first, and each result says why', async () => {
  const { code, subject } = await upload(readPoster('silk-crimson'))
  expect(subject).toEqual(expect.any(String))
  const { data } = await shop.visitor().call(listClipsByLook, { query: { like: code, subject: subject ?? '' } })
  expect(data[0]).toMatchObject({ slug: 'silk-crimson', reasons: expect.arrayContaining(['Similar subject']) })
  for (const { reasons } of data) expect(reasons.length).toBeGreaterThan(0)
})

test.each<[string, Endpoint]>([
  ['broken', (_, response) => void response.writeHead(200).end('{"data":1}')],
  ['of another status', (_, response) => void response.writeHead(500).end()],
  ['gone', (_, response) => void response.destroy()],
])(
  'with an endpoint that is %s a picture finds its colors, and the log and staff have the reason',
  async (_, behavior) => {
    endpoint.behavior = behavior
    const { code, subject } = await upload(readPoster('silk-crimson'))
    expect(subject).toBeNull()
    const { data } = await shop.visitor().call(listClipsByLook, { query: { like: code } })
    expect(data[0]?.slug).toBe('silk-crimson')
    expect(console.error).toHaveBeenCalledWith(expect.stringMatching(/^search by meaning: /))
    const staff = await seedStaff(shop)
    const { meta } = await staff.visitor.call(listSearches, { query: {} })
    expect(meta.meaning).toMatchObject({ pictures: 64, problem: expect.any(String) })
  },
)

test('the vector of another model is ignored: the colors answer', async () => {
  const { code } = await upload(readPoster('silk-crimson'))
  const subject = Buffer.from(new Int8Array(32).fill(7)).toString('base64url')
  const { data } = await shop.visitor().call(listClipsByLook, { query: { like: code, subject } })
  expect(data[0]?.slug).toBe('silk-crimson')
  expect(data.flatMap(({ reasons }) => reasons)).not.toContain('Similar subject')
})

test('the job fails with the endpoint, and staff see why until it works again', async () => {
  await shop.db.deleteFrom('clip_picture_embeddings').where('still', '=', 0).execute()
  endpoint.behavior = (_, response) => void response.writeHead(503).end()
  await expect(embedClipPictures(shop.deps, configOf())).rejects.toThrow('answered 503')
  expect((await loadPictureSupport(shop.db, configOf()))?.problem).toContain('503')
  endpoint.behavior = infinity
  expect(await embedClipPictures(shop.deps, configOf())).toBe(64)
  expect((await loadPictureSupport(shop.db, configOf()))?.problem).toBe('')
})
