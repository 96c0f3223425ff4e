/** Tests pictures that anyone can upload: unsupported files are refused with a message, and nothing of a picture is stored. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'

import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { pngBomb, jpeg, animatedWebp, png, still, SVG_IMAGE } from '../../../testing/pictures.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const send = async (picture: Buffer | string, type: string, headers: Record<string, string> = {}) => {
  const response = await shop.app.inject({
    url: '/api/clips/by-frame',
    method: 'POST',
    headers: { 'content-type': type, 'sec-fetch-site': 'same-origin', ...headers },
    payload: picture,
  })
  return { status: response.statusCode, body: response.json<{ message?: string; data?: { code: string } }>() }
}

const damaged = 'That picture is damaged or not complete. Please choose another one.'
const UNREADABLE = 'We cannot read that picture. Please choose a JPEG, PNG, WebP or AVIF.'
const WRONG_TYPE = 'The content of that file does not match its type. Please save it as a picture again.'
const HIDDEN_FILE = 'That picture contains another file. Please save it as a picture again.'

test.each<[string, () => Promise<Buffer | string> | Buffer | string, string, string]>([
  ['an SVG', () => SVG_IMAGE, 'image/svg+xml', UNREADABLE],
  ['an SVG under another name', () => SVG_IMAGE, 'image/png', UNREADABLE],
  ['a GIF', () => still().gif().toBuffer(), 'image/gif', UNREADABLE],
  ['a TIFF', () => still().tiff().toBuffer(), 'image/tiff', UNREADABLE],
  ['noise', () => randomBytes(5_000), 'image/jpeg', UNREADABLE],
  [
    'the beginning of a JPEG and noise',
    () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(5_000)]),
    'image/jpeg',
    damaged,
  ],
  [
    'half a PNG',
    async () =>
      (
        await sharp(randomBytes(192 * 192 * 3), { raw: { width: 192, height: 192, channels: 3 } })
          .png()
          .toBuffer()
      ).subarray(0, 50_000),
    'image/png',
    damaged,
  ],
  ['a PNG that is called a JPEG', png, 'image/jpeg', WRONG_TYPE],
  ['an animation', animatedWebp, 'image/webp', 'That picture is animated. Please choose a still one.'],
  ['a decompression bomb', pngBomb, 'image/png', 'That picture is too large. The limit is 60 megapixels.'],
  [
    'a tiny picture',
    () => still(4, 4).png().toBuffer(),
    'image/png',
    'That picture is too small. It must be at least 16 × 16 pixels.',
  ],
  [
    'a picture with an appended HTML page',
    async () => Buffer.concat([await jpeg(), Buffer.from('<html><script>alert(1)</script>')]),
    'image/jpeg',
    HIDDEN_FILE,
  ],
  [
    'a picture with an appended archive',
    async () => Buffer.concat([await png(), Buffer.from('PK\x05\x06' + '\0'.repeat(18))]),
    'image/png',
    HIDDEN_FILE,
  ],
  ['nothing', () => '', 'image/jpeg', 'Please send a picture: a JPEG, PNG, WebP or AVIF of up to 10 MB.'],
  [
    'JSON',
    () => '{"picture":"x"}',
    'application/json',
    'Please send a picture: a JPEG, PNG, WebP or AVIF of up to 10 MB.',
  ],
])('%s is refused with a message', async (_, make, type, message) => {
  expect(await send(await make(), type)).toEqual({ status: 422, body: { message, errors: {} } })
})

test('a body of more than ten megabytes is refused with a message', async () => {
  const tooLarge = { message: 'That picture is too large. The limit is 10 MB.', errors: {} }
  expect(await send(Buffer.alloc(10_000_001), 'image/jpeg')).toEqual({ status: 413, body: tooLarge })
  // Over a real connection the answer arrives, too: the client sends all of it first.
  const address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${address}/api/clips/by-frame`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'sec-fetch-site': 'same-origin' },
    body: new Uint8Array(30_000_000),
  })
  expect({ status: response.status, body: await response.json() }).toEqual({ status: 413, body: tooLarge })
})

test('a video or a form is refused with a message', async () => {
  const message = 'Please send a picture: a JPEG, PNG, WebP or AVIF of up to 10 MB.'
  for (const type of ['video/mp4', 'application/octet-stream', 'multipart/form-data; boundary=x'])
    expect(await send(await jpeg(), type)).toEqual({ status: 415, body: { message, errors: {} } })
})

test('only this endpoint accepts images', async () => {
  const response = await shop.app.inject({
    url: '/api/auth/login',
    method: 'POST',
    headers: { 'content-type': 'image/png', 'sec-fetch-site': 'same-origin' },
    payload: await png(),
  })
  expect(response.statusCode).toBe(415)
})

test('transparent and grayscale pictures are accepted', async () => {
  const transparent = await sharp({
    create: { width: 40, height: 40, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.2 } },
  })
    .png()
    .toBuffer()
  const gray = await still().grayscale().toColourspace('b-w').jpeg().toBuffer()
  expect((await send(transparent, 'image/png')).status).toBe(200)
  expect((await send(gray, 'image/jpeg')).status).toBe(200)
})

test('nothing of a picture is stored, not even with an Idempotency-Key', async () => {
  const countRows = async () => {
    const tables = await sql<{ name: string }>`
      select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      shop.db,
    )
    const counts = await Promise.all(
      tables.rows.map(async ({ name }) => {
        const { rows } = await sql.raw<{ n: number }>(`select count(*)::int as n from ${name}`).execute(shop.db)
        return [name, rows[0]?.n]
      }),
    )
    return Object.fromEntries(counts) as Record<string, number>
  }
  const countFiles = () => readdirSync(shop.config.data_dir, { recursive: true }).length
  const before = { rows: await countRows(), files: countFiles() }
  expect((await send(await jpeg(), 'image/jpeg', { 'idempotency-key': 'a-frame-of-mine' })).status).toBe(200)
  expect({ rows: await countRows(), files: countFiles() }).toEqual(before)
})
