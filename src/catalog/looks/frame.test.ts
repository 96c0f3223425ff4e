/** Pictures that strangers send: what is no still picture ends in words, and nothing of any is kept. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'

import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { bomb, jpeg, moving, png, still, svg } from '../../../testing/pictures.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const send = async (picture: Buffer | string, type: string, headers: Record<string, string> = {}) => {
  const answer = await shop.app.inject({
    url: '/api/clips/by-frame',
    method: 'POST',
    headers: { 'content-type': type, 'sec-fetch-site': 'same-origin', ...headers },
    payload: picture,
  })
  return { status: answer.statusCode, body: answer.json<{ message?: string; data?: { code: string } }>() }
}

const damaged = 'That picture is damaged or not complete. Please choose another one.'
const none = 'That is no picture we can read. Please choose a JPEG, PNG, WebP or AVIF.'
const other = 'That file is not what its name says. Please save it as a picture again.'
const hidden = 'That picture carries another file inside. Please save it as a picture again.'

test.each<[string, () => Promise<Buffer | string> | Buffer | string, string, string]>([
  ['an SVG', () => svg, 'image/svg+xml', none],
  ['an SVG under another name', () => svg, 'image/png', none],
  ['a GIF', () => still().gif().toBuffer(), 'image/gif', none],
  ['a TIFF', () => still().tiff().toBuffer(), 'image/tiff', none],
  ['noise', () => randomBytes(5_000), 'image/jpeg', none],
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
  ['a PNG that is called a JPEG', png, 'image/jpeg', other],
  ['an animation', moving, 'image/webp', 'That picture moves. Please choose a still frame.'],
  ['a bomb', bomb, 'image/png', 'That picture is too large. 60 megapixels are the most we look at.'],
  [
    'a speck',
    () => still(4, 4).png().toBuffer(),
    'image/png',
    'That picture is too small: 16 pixels each way is the least.',
  ],
  [
    'a picture that is a page as well',
    async () => Buffer.concat([await jpeg(), Buffer.from('<html><script>alert(1)</script>')]),
    'image/jpeg',
    hidden,
  ],
  [
    'a picture that is an archive as well',
    async () => Buffer.concat([await png(), Buffer.from('PK\x05\x06' + '\0'.repeat(18))]),
    'image/png',
    hidden,
  ],
  ['nothing', () => '', 'image/jpeg', 'Please send a picture: a JPEG, PNG, WebP or AVIF of up to 10 MB.'],
  [
    'JSON',
    () => '{"picture":"x"}',
    'application/json',
    'Please send a picture: a JPEG, PNG, WebP or AVIF of up to 10 MB.',
  ],
])('%s is refused with words', async (_, make, type, message) => {
  expect(await send(await make(), type)).toEqual({ status: 422, body: { message, errors: {} } })
})

test('more than ten megabytes are not even read', async () => {
  expect((await send(Buffer.alloc(10_000_001), 'image/jpeg')).status).toBe(413)
})

test('a video or a form is turned away', async () => {
  for (const type of ['video/mp4', 'application/octet-stream', 'multipart/form-data; boundary=x'])
    expect((await send(await jpeg(), type)).status).toBe(415)
})

test('images are taken at this door alone', async () => {
  const answer = await shop.app.inject({
    url: '/api/auth/login',
    method: 'POST',
    headers: { 'content-type': 'image/png', 'sec-fetch-site': 'same-origin' },
    payload: await png(),
  })
  expect(answer.statusCode).toBe(415)
})

test('transparency and gray are no trouble', async () => {
  const clear = await sharp({
    create: { width: 40, height: 40, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.2 } },
  })
    .png()
    .toBuffer()
  const gray = await still().grayscale().toColourspace('b-w').jpeg().toBuffer()
  expect((await send(clear, 'image/png')).status).toBe(200)
  expect((await send(gray, 'image/jpeg')).status).toBe(200)
})

test('nothing of a picture is kept: no file, no row, not even with an Idempotency-Key', async () => {
  const rows = async () => {
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
  const files = () => readdirSync(shop.config.data_dir, { recursive: true }).length
  const before = { rows: await rows(), files: files() }
  expect((await send(await jpeg(), 'image/jpeg', { 'idempotency-key': 'a-frame-of-mine' })).status).toBe(200)
  expect({ rows: await rows(), files: files() }).toEqual(before)
})
