/** Tests for serving files: public renditions, masters by signed URL, and byte ranges. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { createSignedUrl } from './files.server.ts'

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
const link = (name = 'tide.mp4', seconds?: number) => createSignedUrl(shop, 'masters/a/tide.mp4', name, seconds)

test('a rendition is public and cached forever', async () => {
  const response = await get(preview)
  expect(response.statusCode).toBe(200)
  expect(response.rawPayload.equals(bytes)).toBe(true)
  expect(response.headers).toMatchObject({
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
])('%s is not found, and the response is not cached', async url => {
  const response = await get(url)
  expect(response.statusCode).toBe(404)
  expect(response.headers['cache-control']).toBeUndefined()
})

test.each([
  ['bytes=0-', 0, 999],
  ['bytes=10-19', 10, 19],
  ['bytes=-100', 900, 999],
  ['bytes=990-5000', 990, 999],
])('%s returns that part', async (range, start, end) => {
  for (const url of [preview, link()]) {
    const response = await get(url, { range })
    expect(response.statusCode).toBe(206)
    expect(response.headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/1000`,
      'content-length': String(end - start + 1),
    })
    expect(response.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true)
  }
})

test('a range past the end is refused', async () => {
  const response = await get(preview, { range: 'bytes=1000-' })
  expect(response.statusCode).toBe(416)
  expect(response.headers['content-range']).toBe('bytes */1000')
})

test.each([
  [undefined, 200, '1000'],
  ['bytes=10-19', 206, '10'],
] as const)('HEAD with the range %s returns the headers of GET', async (range, status, length) => {
  for (const url of [preview, link()]) {
    const response = await get(url, range ? { range } : {}, 'HEAD')
    expect(response.statusCode).toBe(status)
    expect(response.headers).toMatchObject({ 'content-length': length, 'accept-ranges': 'bytes' })
    expect(response.rawPayload).toHaveLength(0)
  }
})

test('an empty file is served', async () => {
  const response = await get('/media/abc/empty.vtt')
  expect([response.statusCode, response.headers['content-length']]).toEqual([200, '0'])
})

test('a signed URL downloads the file under its name and is not cached', async () => {
  const response = await get(link('tide at dusk.mp4'))
  expect(response.statusCode).toBe(200)
  expect(response.rawPayload.equals(bytes)).toBe(true)
  expect(response.headers).toMatchObject({
    'content-disposition': 'attachment; filename="tide at dusk.mp4"',
    'cache-control': 'private, no-store',
  })
})

test('a file name cannot inject a header', async () => {
  const response = await get(link('a"; filename=evil.exe\r\nset-cookie: x=1/../é.mp4'))
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-disposition']).toBe('attachment; filename="a filenameevil.exeset-cookie x1...mp4"')
  expect(response.headers['set-cookie']).toBeUndefined()
})

const tamperedUrl = (change: (url: URL) => void) => {
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
])('a signed URL with %s is refused', async (_, change) => {
  expect((await get(tamperedUrl(change))).statusCode).toBe(404)
})

test('a signed URL with two names does not fail', async () => {
  expect((await get(link('a,b').replace('name=a%2Cb', 'name=a&name=b'))).statusCode).toBeLessThan(500)
})

test('a signed URL expires with a message', async () => {
  const url = link('tide.mp4', 60)
  shop.clock.advance(59_000)
  expect((await get(url)).statusCode).toBe(200)
  shop.clock.advance(2_000)
  const expired = await get(url)
  expect(expired.statusCode).toBe(410)
  expect(expired.json()).toMatchObject({ message: 'This download link has expired. Please start the download again.' })
})
