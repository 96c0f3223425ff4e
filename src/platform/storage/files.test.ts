/** Files over HTTP: renditions for everyone, masters by signed address, both in ranges. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { signedUrl } from './files.server.ts'

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, n) => n % 251))
let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  const file = path.join(shop.config.data_dir, 'incoming.mp4')
  writeFileSync(file, bytes)
  const empty = path.join(shop.config.data_dir, 'empty')
  writeFileSync(empty, '')
  for (const key of ['masters/a/tide.mp4', 'renditions/abc/preview.mp4']) await shop.storage.adopt(key, file)
  await shop.storage.adopt('renditions/abc/empty.vtt', empty)
})
afterAll(() => shop.close())

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  shop.app.inject({ url, method, headers })
const preview = '/media/abc/preview.mp4'
const link = (name = 'tide.mp4', seconds?: number) => signedUrl(shop, 'masters/a/tide.mp4', name, seconds)

test('a rendition is for everyone, and kept for good', async () => {
  const answer = await get(preview)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  '/media/abc/nothing.mp4',
  '/media/..%2Fmasters/a/tide.mp4',
  '/media/../masters/a/tide.mp4',
  '/media/',
  '/media/%00',
])('%s is nothing, and nobody keeps that answer', async url => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['cache-control']).toBeUndefined()
})

test.each([
  ['bytes=0-', 0, 999],
  ['bytes=10-19', 10, 19],
  ['bytes=-100', 900, 999],
  ['bytes=990-5000', 990, 999],
])('%s answers that part', async (range, start, end) => {
  for (const url of [preview, link()]) {
    const answer = await get(url, { range })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/1000`,
      'content-length': String(end - start + 1),
    })
    expect(answer.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true)
  }
})

test('a range past the end is none', async () => {
  const answer = await get(preview, { range: 'bytes=1000-' })
  expect(answer.statusCode).toBe(416)
  expect(answer.headers['content-range']).toBe('bytes */1000')
})

test.each([
  [undefined, 200, '1000'],
  ['bytes=10-19', 206, '10'],
] as const)('HEAD with the range %s tells what GET would', async (range, status, length) => {
  for (const url of [preview, link()]) {
    const answer = await get(url, range ? { range } : {}, 'HEAD')
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject({ 'content-length': length, 'accept-ranges': 'bytes' })
    expect(answer.rawPayload).toHaveLength(0)
  }
})

test('an empty file is empty', async () => {
  const answer = await get('/media/abc/empty.vtt')
  expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, '0'])
})

test('a signed address gives the file, under its name, to be kept by nobody', async () => {
  const answer = await get(link('tide at dusk.mp4'))
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-disposition': 'attachment; filename="tide at dusk.mp4"',
    'cache-control': 'private, no-store',
  })
})

test('a name cannot end its header and begin another', async () => {
  const answer = await get(link('a"; filename=evil.exe\r\nset-cookie: x=1/../é.mp4'))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="a filenameevil.exeset-cookie x1...mp4"')
  expect(answer.headers['set-cookie']).toBeUndefined()
})

const changed = (change: (url: URL) => void) => {
  const url = new URL(link(), 'http://shop')
  change(url)
  return url.pathname + url.search
}

test.each([
  ['another file', (url: URL) => (url.pathname = '/download/renditions/abc/preview.mp4')],
  ['another name', (url: URL) => url.searchParams.set('name', 'other.exe')],
  ['two names', (url: URL) => url.searchParams.append('name', 'other.exe')],
  ['more time', (url: URL) => url.searchParams.set('until', String(Number(url.searchParams.get('until')) + 1))],
  ['another signature', (url: URL) => url.searchParams.set('signature', 'A'.repeat(43))],
  ['two signatures', (url: URL) => url.searchParams.append('signature', 'A')],
  [
    'half a signature',
    (url: URL) => url.searchParams.set('signature', url.searchParams.get('signature')?.slice(0, 20) ?? ''),
  ],
  ['no signature', (url: URL) => url.searchParams.delete('signature')],
  ['no time', (url: URL) => url.searchParams.delete('until')],
  ['nothing at all', (url: URL) => (url.search = '')],
])('a signed address with %s is worth nothing', async (_, change) => {
  expect((await get(changed(change))).statusCode).toBe(404)
})

test('an address signed with two names in one cannot break anything', async () => {
  expect((await get(link('a,b').replace('name=a%2Cb', 'name=a&name=b'))).statusCode).toBeLessThan(500)
})

test('a signed address ends with its time, and says so', async () => {
  const url = link('tide.mp4', 60)
  shop.clock.advance(59_000)
  expect((await get(url)).statusCode).toBe(200)
  shop.clock.advance(2_000)
  const late = await get(url)
  expect(late.statusCode).toBe(410)
  expect(late.json()).toMatchObject({ message: 'This download link has expired. Please start the download again.' })
})
