/** Our own image host: who may send what, what becomes of it, and what is swept. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { fieldsOf, postForm, sendPicture } from '../../../testing/builders/images.ts'
import { newcomer } from '../../../testing/builders/people.ts'
import { bomb, jpeg, moving, movingGif, movingPng, png, still, svg, withMetadata } from '../../../testing/pictures.ts'
import { getSession } from '../../accounts/contract.ts'
import { getAvatarUpload, saveAvatar } from '../../accounts/own/profile-contract.ts'
import { most_bytes } from './sizes.ts'
import { sweepImages } from './uploads.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

type Person = Awaited<ReturnType<typeof newcomer>>
let mara: Person
beforeEach(async () => {
  mara = await newcomer(shop)
})

const use = ({ visitor }: Person, avatar_public_id: string | null) =>
  visitor.call(saveAvatar, { body: { avatar_public_id } })

const sent = async (person: Person) => {
  const { public_id = '' } = await sendPicture(shop, person.visitor)
  return public_id
}

/** Time goes by for somebody who keeps coming back, so that their session lasts. */
const later = async ({ visitor }: Person, ms: number) => {
  const step = 36_000_000
  for (let gone = 0; gone < ms; gone += step) {
    shop.clock.advance(Math.min(step, ms - gone))
    await visitor.call(getSession, {})
  }
}

const filesOf = (public_id: string) => {
  const id = public_id.slice(public_id.lastIndexOf('/') + 1)
  const images = path.join(shop.config.data_dir, 'renditions/images')
  return readdirSync(images, { recursive: true, encoding: 'utf8' }).filter(name => name.startsWith(`${id}${path.sep}`))
}

const large = async () => {
  const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
  return Buffer.concat([noise, Buffer.alloc(most_bytes + 1 - noise.length)])
}

const unknown = 'This file is not an image we can use. Select a JPEG, PNG or GIF.'
const broken = 'This image is damaged or not complete. Select another one.'
const hiding = 'This image carries another file inside. Save it as an image again, or select another one.'
const moves = 'This image moves. Select a still image.'
const heavy = 'This image has too many pixels. Select one of 60 megapixels or less.'
const small = 'This image is too small. Select an image of at least 64 × 64 pixels.'
const good = () => still(300, 300)

test.each<[string, () => Promise<Buffer> | Buffer | string, number, string]>([
  ['an SVG', () => svg, 422, unknown],
  ['a web page', () => '<!doctype html><script>alert(1)</script>', 422, unknown],
  ['a WebP', () => good().webp().toBuffer(), 422, unknown],
  ['an animated WebP', moving, 422, unknown],
  ['a TIFF', () => good().tiff().toBuffer(), 422, unknown],
  ['noise', () => randomBytes(9_000), 422, unknown],
  ['one byte', () => Buffer.from([0xff]), 422, unknown],
  ['nothing', () => '', 422, 'This image is empty. Select another one.'],
  ['an animated GIF', movingGif, 422, moves],
  ['an animated PNG', movingPng, 422, moves],
  [
    'the beginning of a JPEG and noise',
    () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(9_000)]),
    422,
    broken,
  ],
  ['half a PNG', async () => (await noisy().png().toBuffer()).subarray(0, 60_000), 422, broken],
  ['half a GIF', async () => (await noisy().gif().toBuffer()).subarray(0, 9_000), 422, broken],
  [
    'a JPEG that is a page as well',
    async () => Buffer.concat([await jpeg(), Buffer.from('<html><body>')]),
    422,
    hiding,
  ],
  [
    'a GIF that is a script as well',
    async () => Buffer.concat([await good().gif().toBuffer(), Buffer.from('<script>')]),
    422,
    hiding,
  ],
  [
    'a PNG that is an archive as well',
    async () => Buffer.concat([await png(), Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`)]),
    422,
    hiding,
  ],
  ['a JPEG that is a PDF as well', async () => Buffer.concat([await jpeg(), Buffer.from('%PDF-1.7')]), 422, hiding],
  ['a bomb of 400 megapixels', bomb, 422, heavy],
  ['a speck', () => still(63, 300).png().toBuffer(), 422, small],
  ['26 MB', large, 413, 'This image is too large. Select an image that is 25 MB or less.'],
])('%s is refused with words', async (_, make, status, message) => {
  const answer = await sendPicture(shop, mara.visitor, { bytes: await make() })
  expect(answer).toEqual({ status, public_id: undefined, message })
})

const noisy = () => sharp(randomBytes(220 * 220 * 3), { raw: { width: 220, height: 220, channels: 3 } })

test.each([
  ['a JPEG', () => good().jpeg().toBuffer()],
  ['a PNG', () => good().png().toBuffer()],
  [
    'a clear PNG',
    () =>
      sharp({ create: { width: 99, height: 80, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
  ],
  ['a GIF', () => good().gif().toBuffer()],
  ['a gray JPEG', () => good().grayscale().toColourspace('b-w').jpeg().toBuffer()],
  ['a CMYK JPEG', () => good().toColourspace('cmyk').jpeg().toBuffer()],
  ['a PNG that is called a JPEG', () => good().png().toBuffer()],
  ['the smallest', () => still(64, 64).png().toBuffer()],
])('%s is taken', async (_, make) => {
  const { status, public_id } = await sendPicture(shop, mara.visitor, { bytes: await make(), type: 'image/jpeg' })
  expect([status, public_id]).toEqual([200, expect.stringMatching(/^avatars\/users\/\d+\/[\da-f]{32}$/)])
})

test('what is shown was made of the pixels alone: square, in two sizes, kept for good, and without a word of where it was taken', async () => {
  const answer = await sendPicture(shop, mara.visitor, { bytes: await withMetadata() })
  const { data } = await use(mara, answer.public_id ?? '')
  expect(data).toMatchObject({ avatar_cloudinary_public_id: answer.public_id })
  for (const px of [156, 512]) {
    const shown = await shop.app.inject(data.avatar_url?.replace('156', String(px)) ?? '')
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const facts = await sharp(shown.rawPayload).metadata()
    const side = Math.min(px, 300)
    expect(facts).toMatchObject({ format: 'webp', width: side, height: side })
    expect([facts.exif, facts.xmp, facts.iptc]).toEqual([undefined, undefined, undefined])
    expect(shown.rawPayload.includes('Lindqvist')).toBe(false)
  }
})

describe('the signature', () => {
  const parameters = async ({ visitor }: Person) => (await visitor.call(getAvatarUpload, {})).data
  const post = async (person: Person, given: Awaited<ReturnType<typeof parameters>>, type = 'authenticated') => {
    const fields = fieldsOf(given).map(([name, value]) => [name, name === 'type' ? type : value] as const)
    return postForm(shop, person.visitor, [['file', { bytes: await jpeg() }], ...fields])
  }
  const not_signed = { status: 403, message: 'This upload was not signed for you. Please choose the image again.' }

  test.each<[string, (given: Awaited<ReturnType<typeof parameters>>) => object]>([
    ['another folder', () => ({ folder: 'avatars/users/1' })],
    ['a folder further in', ({ folder }) => ({ folder: `${folder}/x` })],
    ['a later time', ({ timestamp }) => ({ timestamp: timestamp + 1 })],
    ['another signature', () => ({ signature: 'a'.repeat(64) })],
    ['half a signature', ({ signature }) => ({ signature: signature.slice(0, 20) })],
    ['no signature', () => ({ signature: '' })],
    ['another key', () => ({ api_key: 'somebody' })],
  ])('does not cover %s', async (_, change) => {
    const given = await parameters(mara)
    expect(await post(mara, { ...given, ...change(given) })).toMatchObject(not_signed)
  })

  test('does not cover another type, and nobody else may use it', async () => {
    const given = await parameters(mara)
    expect(await post(mara, given, 'upload')).toMatchObject(not_signed)
    expect(await post(await newcomer(shop), given)).toMatchObject(not_signed)
    const guest = { ...mara, visitor: shop.visitor() }
    expect(await post(guest, given)).toMatchObject({ status: 401, message: 'Please log in first.' })
  })

  test('ends after a quarter of an hour', async () => {
    const given = await parameters(mara)
    shop.clock.advance(14 * 60_000)
    expect(
      (await postForm(shop, mara.visitor, [['file', { bytes: await good().jpeg().toBuffer() }], ...fieldsOf(given)]))
        .status,
    ).toBe(200)
    shop.clock.advance(2 * 60_000)
    expect(await post(mara, given)).toMatchObject({
      status: 410,
      message: 'This upload began too late. Please choose the image again.',
    })
  })

  test('stands for its fields in any order, the picture first or last', async () => {
    const given = fieldsOf(await parameters(mara))
    const file = ['file', { bytes: await good().jpeg().toBuffer() }] as const
    expect((await postForm(shop, mara.visitor, [...given.toReversed(), file])).status).toBe(200)
  })
})

describe('a form', () => {
  const inject = (payload: string | Buffer, type: string) =>
    shop.app.inject({
      url: '/api/images/upload',
      method: 'POST',
      headers: {
        'content-type': type,
        'sec-fetch-site': 'same-origin',
        cookie: [...mara.visitor.cookies].map(pair => pair.join('=')).join('; '),
      },
      payload,
    })

  test.each([
    [
      'that breaks off',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      'multipart/form-data; boundary=x',
      400,
    ],
    ['that is empty', '', 'multipart/form-data; boundary=x', 403],
    ['without a boundary', 'abc', 'multipart/form-data', 400],
    ['of JSON', '{}', 'application/json', 415],
    ['that is a picture', 'abc', 'image/jpeg', 415],
  ])('%s is turned away', async (_, payload, type, status) => {
    const answer = await inject(payload, type)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ error: { message: expect.stringMatching(/^[A-Z].*\.$/) } })
  })

  test('with more than one picture or many fields is turned away', async () => {
    const file = ['file', { bytes: await jpeg() }] as const
    expect((await postForm(shop, mara.visitor, [file, file])).status).toBe(400)
    const many = Array.from({ length: 40 }, (_, n) => [`field-${n}`, 'x'] as const)
    expect((await postForm(shop, mara.visitor, many)).status).toBe(400)
  })

  test('is taken at this door alone', async () => {
    const { visitor } = mara
    const answer = await visitor.send('/api/user/profile', {
      method: 'PUT',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
    })
    expect(answer.status).toBe(415)
  })
})

describe('a picture that was sent', () => {
  test('is its person’s alone, once, and nobody else’s', async () => {
    const picture = await sent(mara)
    const refused = { status: 422, errors: { avatar_public_id: [expect.stringMatching(/^We do not have this image/)] } }
    await expect(use(await newcomer(shop), picture)).rejects.toMatchObject(refused)
    await expect(use(mara, `${picture}0`)).rejects.toMatchObject(refused)
    await expect(use(mara, '../../etc/passwd')).rejects.toMatchObject(refused)
    await use(mara, picture)
    // Saying it again changes nothing.
    expect((await use(mara, picture)).data.avatar_cloudinary_public_id).toBe(picture)
    expect((await use(mara, null)).data.avatar_url).toBeNull()
  })

  test('is swept after a day unless it is used; one that is replaced goes a day later', async () => {
    const [kept, left] = [await sent(mara), await sent(mara)]
    await use(mara, kept)
    await later(mara, 86_000_000)
    await sweepImages(shop)
    expect(filesOf(left)).toHaveLength(2)
    await later(mara, 1_000_000)
    await sweepImages(shop)
    expect([filesOf(kept).length, filesOf(left).length]).toEqual([2, 0])
    await expect(use(mara, left)).rejects.toMatchObject({ status: 422 })
    const next = await sent(mara)
    await use(mara, next)
    await sweepImages(shop)
    expect(filesOf(kept)).toHaveLength(2)
    await later(mara, 87_000_000)
    await sweepImages(shop)
    expect([filesOf(kept).length, filesOf(next).length]).toEqual([0, 2])
  })

  test('is used or swept, never both, however they meet', async () => {
    const pictures = await Promise.all(Array.from({ length: 20 }, () => sent(mara)))
    await later(mara, 90_000_000)
    const [outcomes] = await Promise.all([
      Promise.allSettled(pictures.map(picture => use(mara, picture))),
      sweepImages(shop),
    ])
    const { avatar_cloudinary_public_id: shown } = (await use(mara, (await lastUsed()) ?? null)).data
    for (const [place, picture] of pictures.entries()) {
      if (picture === shown) expect(filesOf(picture)).toHaveLength(2)
      if (outcomes[place]?.status === 'rejected') expect(filesOf(picture)).toHaveLength(0)
    }
  })

  const lastUsed = async () => {
    const { avatar_public_id } = await shop.db
      .selectFrom('users')
      .where('id', '=', mara.user.id)
      .select('avatar_public_id')
      .executeTakeFirstOrThrow()
    return avatar_public_id
  }

  test('is one of thirty at most that wait', async () => {
    for (let n = 0; n < 30; n++) await sent(mara)
    expect(await sendPicture(shop, mara.visitor)).toMatchObject({
      status: 429,
      message: 'You sent many images today. Please go on tomorrow.',
    })
  })
})

test('with Cloudinary’s keys its own address is signed, and its own pictures are shown', async () => {
  const keys = { CLOUDINARY_CLOUD_NAME: 'aster', CLOUDINARY_API_KEY: '123', CLOUDINARY_API_SECRET: 'secret' }
  const other = await openTestApp(keys)
  try {
    const { visitor, user } = await newcomer(other)
    const { data } = await visitor.call(getAvatarUpload, {})
    expect(data).toMatchObject({
      cloud_name: 'aster',
      api_key: '123',
      folder: `avatars/users/${user.id}`,
      signature: expect.stringMatching(/^[\da-f]{64}$/),
      upload_url: 'https://api.cloudinary.com/v1_1/aster/image/upload',
    })
    expect(JSON.stringify(data)).not.toContain('secret')
    const save = (avatar_public_id: string) => visitor.call(saveAvatar, { body: { avatar_public_id } })
    expect((await save(`avatars/users/${user.id}/x1`)).data.avatar_url).toMatch(
      new RegExp(
        `^https://res\\.cloudinary\\.com/aster/image/authenticated/s--[\\w-]{32}--/c_fit,h_156/avatars/users/${user.id}/x1$`,
      ),
    )
    await expect(save('avatars/users/999/x1')).rejects.toMatchObject({ status: 422 })
    await expect(save(`avatars/users/${user.id}/../../x`)).rejects.toMatchObject({ status: 422 })
  } finally {
    await other.close()
  }
})
