/** Tests for our own image host: signed uploads, validation, renditions and sweeping. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { signedFields, postForm, sendPicture } from '../../../testing/builders/images.ts'
import { registerPerson } from '../../../testing/builders/people.ts'
import {
  pngBomb,
  jpeg,
  animatedWebp,
  animatedGif,
  animatedPng,
  png,
  still,
  SVG_IMAGE,
  jpegWithMetadata,
} from '../../../testing/pictures.ts'
import { getSession } from '../../accounts/contract.ts'
import { getAvatarUpload, saveAvatar } from '../../accounts/own/profile-contract.ts'
import { MAX_IMAGE_BYTES } from './sizes.ts'
import { sweepImages } from './uploads.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

type TestUser = Awaited<ReturnType<typeof registerPerson>>
let mara: TestUser
beforeEach(async () => {
  mara = await registerPerson(shop)
})

const setAvatar = ({ visitor }: TestUser, avatar_public_id: string | null) =>
  visitor.call(saveAvatar, { body: { avatar_public_id } })

const upload = async (person: TestUser) => {
  const { public_id = '' } = await sendPicture(shop, person.visitor)
  return public_id
}

/** Advances the clock in steps while the user stays active, so that their session lasts. */
const advanceTime = async ({ visitor }: TestUser, ms: number) => {
  const step = 36_000_000
  for (let elapsed = 0; elapsed < ms; elapsed += step) {
    shop.clock.advance(Math.min(step, ms - elapsed))
    await visitor.call(getSession, {})
  }
}

const filesOf = (public_id: string) => {
  const id = public_id.slice(public_id.lastIndexOf('/') + 1)
  const images = path.join(shop.config.data_dir, 'renditions/images')
  return readdirSync(images, { recursive: true, encoding: 'utf8' }).filter(name => name.startsWith(`${id}${path.sep}`))
}

const tooLarge = async () => {
  const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
  return Buffer.concat([noise, Buffer.alloc(MAX_IMAGE_BYTES + 1 - noise.length)])
}

const UNKNOWN_MESSAGE = 'This file is not an image we can use. Select a JPEG, PNG or GIF.'
const BROKEN_MESSAGE = 'This image is damaged or not complete. Select another one.'
const HIDING_MESSAGE = 'This image carries another file inside. Save it as an image again, or select another one.'
const MOVING_MESSAGE = 'This image moves. Select a still image.'
const TOO_MANY_PIXELS_MESSAGE = 'This image has too many pixels. Select one of 60 megapixels or less.'
const TOO_SMALL_MESSAGE = 'This image is too small. Select an image of at least 64 × 64 pixels.'
const stillImage = () => still(300, 300)

test.each<[string, () => Promise<Buffer> | Buffer | string, number, string]>([
  ['an SVG', () => SVG_IMAGE, 422, UNKNOWN_MESSAGE],
  ['a web page', () => '<!doctype html><script>alert(1)</script>', 422, UNKNOWN_MESSAGE],
  ['a WebP', () => stillImage().webp().toBuffer(), 422, UNKNOWN_MESSAGE],
  ['an animated WebP', animatedWebp, 422, UNKNOWN_MESSAGE],
  ['a TIFF', () => stillImage().tiff().toBuffer(), 422, UNKNOWN_MESSAGE],
  ['noise', () => randomBytes(9_000), 422, UNKNOWN_MESSAGE],
  ['one byte', () => Buffer.from([0xff]), 422, UNKNOWN_MESSAGE],
  ['nothing', () => '', 422, 'This image is empty. Select another one.'],
  ['an animated GIF', animatedGif, 422, MOVING_MESSAGE],
  ['an animated PNG', animatedPng, 422, MOVING_MESSAGE],
  [
    'the beginning of a JPEG and noise',
    () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(9_000)]),
    422,
    BROKEN_MESSAGE,
  ],
  ['half a PNG', async () => (await noiseImage().png().toBuffer()).subarray(0, 60_000), 422, BROKEN_MESSAGE],
  ['half a GIF', async () => (await noiseImage().gif().toBuffer()).subarray(0, 9_000), 422, BROKEN_MESSAGE],
  [
    'a JPEG that is also a web page',
    async () => Buffer.concat([await jpeg(), Buffer.from('<html><body>')]),
    422,
    HIDING_MESSAGE,
  ],
  [
    'a GIF that is also a script',
    async () => Buffer.concat([await stillImage().gif().toBuffer(), Buffer.from('<script>')]),
    422,
    HIDING_MESSAGE,
  ],
  [
    'a PNG that is also an archive',
    async () => Buffer.concat([await png(), Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`)]),
    422,
    HIDING_MESSAGE,
  ],
  [
    'a JPEG that is also a PDF',
    async () => Buffer.concat([await jpeg(), Buffer.from('%PDF-1.7')]),
    422,
    HIDING_MESSAGE,
  ],
  ['a 400-megapixel decompression bomb', pngBomb, 422, TOO_MANY_PIXELS_MESSAGE],
  ['a tiny image', () => still(63, 300).png().toBuffer(), 422, TOO_SMALL_MESSAGE],
  ['26 MB', tooLarge, 413, 'This image is too large. Select an image that is 25 MB or less.'],
])('%s is refused with a message', async (_, make, status, message) => {
  const response = await sendPicture(shop, mara.visitor, { bytes: await make() })
  expect(response).toEqual({ status, public_id: undefined, message })
})

const noiseImage = () => sharp(randomBytes(220 * 220 * 3), { raw: { width: 220, height: 220, channels: 3 } })

test.each([
  ['a JPEG', () => stillImage().jpeg().toBuffer()],
  ['a PNG', () => stillImage().png().toBuffer()],
  [
    'a transparent PNG',
    () =>
      sharp({ create: { width: 99, height: 80, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
  ],
  ['a GIF', () => stillImage().gif().toBuffer()],
  ['a gray JPEG', () => stillImage().grayscale().toColourspace('b-w').jpeg().toBuffer()],
  ['a CMYK JPEG', () => stillImage().toColourspace('cmyk').jpeg().toBuffer()],
  ['a PNG that is called a JPEG', () => stillImage().png().toBuffer()],
  ['the smallest', () => still(64, 64).png().toBuffer()],
])('%s is accepted', async (_, make) => {
  const { status, public_id } = await sendPicture(shop, mara.visitor, { bytes: await make(), type: 'image/jpeg' })
  expect([status, public_id]).toEqual([200, expect.stringMatching(/^avatars\/users\/\d+\/[\da-f]{32}$/)])
})

test('renditions are square, cached forever and without metadata', async () => {
  const upload = await sendPicture(shop, mara.visitor, { bytes: await jpegWithMetadata() })
  const { data } = await setAvatar(mara, upload.public_id ?? '')
  expect(data).toMatchObject({ avatar_cloudinary_public_id: upload.public_id })
  for (const px of [156, 512]) {
    const response = await shop.app.inject(data.avatar_url?.replace('156', String(px)) ?? '')
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const metadata = await sharp(response.rawPayload).metadata()
    const side = Math.min(px, 300)
    expect(metadata).toMatchObject({ format: 'webp', width: side, height: side })
    expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
    expect(response.rawPayload.includes('Lindqvist')).toBe(false)
  }
})

describe('the signature', () => {
  const parameters = async ({ visitor }: TestUser) => (await visitor.call(getAvatarUpload, {})).data
  const post = async (person: TestUser, signed: Awaited<ReturnType<typeof parameters>>, type = 'authenticated') => {
    const fields = signedFields(signed).map(([name, value]) => [name, name === 'type' ? type : value] as const)
    return postForm(shop, person.visitor, [['file', { bytes: await jpeg() }], ...fields])
  }
  const not_signed = { status: 403, message: 'This upload was not signed for you. Please choose the image again.' }

  test.each<[string, (signed: Awaited<ReturnType<typeof parameters>>) => object]>([
    ['another folder', () => ({ folder: 'avatars/users/1' })],
    ['a subfolder', ({ folder }) => ({ folder: `${folder}/x` })],
    ['a later time', ({ timestamp }) => ({ timestamp: timestamp + 1 })],
    ['another signature', () => ({ signature: 'a'.repeat(64) })],
    ['half a signature', ({ signature }) => ({ signature: signature.slice(0, 20) })],
    ['no signature', () => ({ signature: '' })],
    ['another key', () => ({ api_key: 'somebody' })],
  ])('does not cover %s', async (_, change) => {
    const signed = await parameters(mara)
    expect(await post(mara, { ...signed, ...change(signed) })).toMatchObject(not_signed)
  })

  test('does not cover another type and is valid for one user only', async () => {
    const signed = await parameters(mara)
    expect(await post(mara, signed, 'upload')).toMatchObject(not_signed)
    expect(await post(await registerPerson(shop), signed)).toMatchObject(not_signed)
    const guest = { ...mara, visitor: shop.visitor() }
    expect(await post(guest, signed)).toMatchObject({ status: 401, message: 'Please log in first.' })
  })

  test('expires after 15 minutes', async () => {
    const signed = await parameters(mara)
    shop.clock.advance(14 * 60_000)
    expect(
      (
        await postForm(shop, mara.visitor, [
          ['file', { bytes: await stillImage().jpeg().toBuffer() }],
          ...signedFields(signed),
        ])
      ).status,
    ).toBe(200)
    shop.clock.advance(2 * 60_000)
    expect(await post(mara, signed)).toMatchObject({
      status: 410,
      message: 'This upload began too late. Please choose the image again.',
    })
  })

  test('covers its fields in any order, with the picture first or last', async () => {
    const signed = signedFields(await parameters(mara))
    const file = ['file', { bytes: await stillImage().jpeg().toBuffer() }] as const
    expect((await postForm(shop, mara.visitor, [...signed.toReversed(), file])).status).toBe(200)
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
      'that is cut off',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      'multipart/form-data; boundary=x',
      400,
    ],
    ['that is empty', '', 'multipart/form-data; boundary=x', 403],
    ['without a boundary', 'abc', 'multipart/form-data', 400],
    ['of JSON', '{}', 'application/json', 415],
    ['that is a picture', 'abc', 'image/jpeg', 415],
  ])('%s is refused', async (_, payload, type, status) => {
    const response = await inject(payload, type)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ error: { message: expect.stringMatching(/^[A-Z].*\.$/) } })
  })

  test('with more than one picture or too many fields is refused', async () => {
    const file = ['file', { bytes: await jpeg() }] as const
    expect((await postForm(shop, mara.visitor, [file, file])).status).toBe(400)
    const many = Array.from({ length: 40 }, (_, n) => [`field-${n}`, 'x'] as const)
    expect((await postForm(shop, mara.visitor, many)).status).toBe(400)
  })

  test('is accepted by the upload endpoint only', async () => {
    const { visitor } = mara
    const response = await visitor.send('/api/user/profile', {
      method: 'PUT',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
    })
    expect(response.status).toBe(415)
  })
})

describe('an uploaded picture', () => {
  test('can be used only by its uploader, and once', async () => {
    const picture = await upload(mara)
    const refused = { status: 422, errors: { avatar_public_id: [expect.stringMatching(/^We do not have this image/)] } }
    await expect(setAvatar(await registerPerson(shop), picture)).rejects.toMatchObject(refused)
    await expect(setAvatar(mara, `${picture}0`)).rejects.toMatchObject(refused)
    await expect(setAvatar(mara, '../../etc/passwd')).rejects.toMatchObject(refused)
    await setAvatar(mara, picture)
    // Setting it again changes nothing.
    expect((await setAvatar(mara, picture)).data.avatar_cloudinary_public_id).toBe(picture)
    expect((await setAvatar(mara, null)).data.avatar_url).toBeNull()
  })

  test('is swept after a day unless it is used, and a replaced one is swept a day later', async () => {
    const [used, unused] = [await upload(mara), await upload(mara)]
    await setAvatar(mara, used)
    await advanceTime(mara, 86_000_000)
    await sweepImages(shop)
    expect(filesOf(unused)).toHaveLength(2)
    await advanceTime(mara, 1_000_000)
    await sweepImages(shop)
    expect([filesOf(used).length, filesOf(unused).length]).toEqual([2, 0])
    await expect(setAvatar(mara, unused)).rejects.toMatchObject({ status: 422 })
    const next = await upload(mara)
    await setAvatar(mara, next)
    await sweepImages(shop)
    expect(filesOf(used)).toHaveLength(2)
    await advanceTime(mara, 87_000_000)
    await sweepImages(shop)
    expect([filesOf(used).length, filesOf(next).length]).toEqual([0, 2])
  })

  test('is either used or swept, even concurrently', async () => {
    const pictures = await Promise.all(Array.from({ length: 20 }, () => upload(mara)))
    await advanceTime(mara, 90_000_000)
    const [outcomes] = await Promise.all([
      Promise.allSettled(pictures.map(picture => setAvatar(mara, picture))),
      sweepImages(shop),
    ])
    const { avatar_cloudinary_public_id: current } = (await setAvatar(mara, (await lastUsed()) ?? null)).data
    for (const [index, picture] of pictures.entries()) {
      if (picture === current) expect(filesOf(picture)).toHaveLength(2)
      if (outcomes[index]?.status === 'rejected') expect(filesOf(picture)).toHaveLength(0)
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

  test('is limited to thirty unused ones per user', async () => {
    for (let n = 0; n < 30; n++) await upload(mara)
    expect(await sendPicture(shop, mara.visitor)).toMatchObject({
      status: 429,
      message: 'You sent many images today. Please go on tomorrow.',
    })
  })
})

test('with Cloudinary configured, uploads are signed for Cloudinary and its pictures are shown', async () => {
  const keys = { CLOUDINARY_CLOUD_NAME: 'aster', CLOUDINARY_API_KEY: '123', CLOUDINARY_API_SECRET: 'secret' }
  const cloudinaryShop = await openTestApp(keys)
  try {
    const { visitor, user } = await registerPerson(cloudinaryShop)
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
    await cloudinaryShop.close()
  }
})
