/**
 * Pictures on our own host, from upload to deletion. Their state is `waiting` until used, then `used`, then `going`.
 */

import sharp from 'sharp'

import { DAY_MS } from '../clock.ts'
import type { Db, Trx } from '../db/database.server.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refusal.ts'
import { randomKey } from '../ids.server.ts'
import { openPicture, type PictureRules } from './picture.server.ts'
import { getImageFormat } from './sizes.ts'

export const TOO_LARGE_MESSAGE = 'This image is too large. Select an image that is 25 MB or less.'
/** The limit of unused pictures per folder. */
const MAX_PENDING = 30
/** How long an unused picture is retained. Replaced ones stay this long for caches and open pages. */
const RETENTION_MS = DAY_MS
/** The number of pictures deleted per batch. */
const SWEEP_BATCH_SIZE = 200

/** The height of a picture that keeps its shape, as a multiple of the largest width: more would be no picture. */
const MAX_FREE_HEIGHT = 2

const createPictureRules = (min_px: number): PictureRules => ({
  kinds: ['image/jpeg', 'image/png', 'image/gif'],
  min_px,
  messages: {
    unknown: 'This file is not an image we can use. Select a JPEG, PNG or GIF.',
    hiding: 'This image carries another file inside. Save it as an image again, or select another one.',
    broken: 'This image is damaged or not complete. Select another one.',
    moving: 'This image moves. Select a still image.',
    small: `This image is too small. Select an image of at least ${min_px} × ${min_px} pixels.`,
    large: 'This image has too many pixels. Select one of 60 megapixels or less.',
  },
})

/** Renders every size of a picture from its pixels alone, so that no metadata or embedded file survives. */
const renderSizes = async (bytes: Buffer, folder: string) => {
  const { widths_px, height, min_px } = getImageFormat(folder)
  const { render, side_px } = await openPicture(bytes, createPictureRules(min_px))
  const maxWidth = Math.max(...widths_px)
  const croppedWidth = height === null ? 0 : Math.min(Math.floor(side_px / height), maxWidth)
  const { data, info } = await render(image =>
    (height === null
      ? image.resize(maxWidth, maxWidth * MAX_FREE_HEIGHT, { fit: 'inside', withoutEnlargement: true })
      : image.resize(croppedWidth, Math.round(croppedWidth * height), { fit: 'cover' })
    )
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .png(),
  )
  return Promise.all(
    widths_px.map(async px => ({
      px,
      file: await sharp(data).resize(Math.min(px, info.width)).webp({ quality: 88 }).toBuffer(),
    })),
  )
}

const randomHexKey = () => Buffer.from(randomKey(), 'base64url').toString('hex')
const getStorageKeys = (public_id: string) =>
  getImageFormat(public_id).widths_px.map(px => ({
    px,
    key: `renditions/images/${public_id.slice(public_id.lastIndexOf('/') + 1)}/${px}.webp`,
  }))

type ImageStoreDeps = Pick<Deps, 'db' | 'storage' | 'clock'>

/** Stores a picture and returns its public id. Throws 422 for an invalid picture, 429 for too many. */
export const storeImage = async (
  { db, storage, clock }: ImageStoreDeps,
  folder: string,
  bytes: Buffer,
): Promise<string> => {
  const renditions = await renderSizes(bytes, folder)
  const public_id = `${folder}/${randomHexKey()}`
  const pendingCount = db
    .selectFrom('image_uploads')
    .where('folder', '=', folder)
    .where('state', '=', 'waiting')
    .select(eb => eb.fn.countAll<number>().as('n'))
  const { n } = await pendingCount.executeTakeFirstOrThrow()
  if (n >= MAX_PENDING) throw refuse(429, 'You sent many images today. Please go on tomorrow.')
  // Insert the row first, so that a partly stored picture is swept like any other.
  await db.insertInto('image_uploads').values({ public_id, folder, updated_at: clock.now() }).execute()
  for (const { px, key } of getStorageKeys(public_id)) {
    const rendition = renditions.find(rendition => rendition.px === px)
    if (rendition) await storage.put(key, rendition.file)
  }
  return public_id
}

/** Marks a waiting picture of this folder as used. Returns whether it was there. */
export const claimImage = async (
  trx: Trx,
  { folder, public_id, now }: { folder: string; public_id: string; now: Date },
): Promise<boolean> => {
  const claimed = await trx
    .updateTable('image_uploads')
    .set({ state: 'used', updated_at: now })
    .where('public_id', '=', public_id)
    .where('folder', '=', folder)
    .where('state', '=', 'waiting')
    .returning('public_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Marks a picture as unused. Its files are deleted a day later. */
export const releaseImage = async (trx: Trx, public_id: string, now: Date): Promise<void> => {
  await trx
    .updateTable('image_uploads')
    .set({ state: 'waiting', updated_at: now })
    .where('public_id', '=', public_id)
    .where('state', '=', 'used')
    .execute()
}

/**
 * Deletes expired pictures. It marks them first, so that nobody starts to use one, and continues after an interrupted
 * pass.
 */
export const sweepImages = async ({ db, storage, clock }: ImageStoreDeps): Promise<void> => {
  const before = new Date(clock.now().getTime() - RETENTION_MS)
  await db
    .updateTable('image_uploads')
    .set({ state: 'deleting' })
    .where('state', '=', 'waiting')
    .where('updated_at', '<', before)
    .execute()
  for (;;) {
    const doomed = await listImagesToDelete(db)
    if (doomed.length === 0) return
    for (const { public_id } of doomed) for (const { key } of getStorageKeys(public_id)) await storage.remove(key)
    const ids = doomed.map(({ public_id }) => public_id)
    await db.deleteFrom('image_uploads').where('public_id', 'in', ids).where('state', '=', 'deleting').execute()
  }
}

const listImagesToDelete = (db: Db) =>
  db.selectFrom('image_uploads').where('state', '=', 'deleting').select('public_id').limit(SWEEP_BATCH_SIZE).execute()
