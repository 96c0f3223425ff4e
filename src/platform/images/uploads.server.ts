/** Pictures on our own host, from being sent to being deleted: `waiting` until somebody shows them, `used`, `going`. */
import sharp from 'sharp'

import type { Db, Trx } from '../database.server.ts'
import type { Deps } from '../deps.ts'
import { randomKey } from '../ids.server.ts'
import { refuse } from '../refusal.ts'
import { openPicture, type PictureRules } from './picture.server.ts'
import { shapeOf } from './sizes.ts'

export const too_large_text = 'This image is too large. Select an image that is 25 MB or less.'
/** Of one folder: nobody chooses more often in a day. */
const most_waiting = 30
/** How long a picture waits to be used, and how long one that is not used any more stays for caches and open pages. */
const kept_ms = 86_400_000
/** Of one pass of the sweep. */
const most_swept = 200

const rulesOf = (least_px: number): PictureRules => ({
  kinds: ['image/jpeg', 'image/png', 'image/gif'],
  least_px,
  says: {
    unknown: 'This file is not an image we can use. Select a JPEG, PNG or GIF.',
    hiding: 'This image carries another file inside. Save it as an image again, or select another one.',
    broken: 'This image is damaged or not complete. Select another one.',
    moving: 'This image moves. Select a still image.',
    small: `This image is too small. Select an image of at least ${least_px} × ${least_px} pixels.`,
    large: 'This image has too many pixels. Select one of 60 megapixels or less.',
  },
})

/** Every size of a picture, made of its pixels alone: no metadata, no second file inside, no trick for a decoder gets through. */
const formsOf = async (bytes: Buffer, folder: string) => {
  const { widths_px, height, least_px } = shapeOf(folder)
  const { render, side_px } = await openPicture(bytes, rulesOf(least_px))
  const width = Math.min(Math.floor(side_px / height), Math.max(...widths_px))
  const { data } = await render(image =>
    image
      .resize(width, Math.round(width * height), { fit: 'cover' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .png(),
  )
  return Promise.all(
    widths_px.map(async px => ({
      px,
      file: await sharp(data).resize(Math.min(px, width)).webp({ quality: 88 }).toBuffer(),
    })),
  )
}

const hexKey = () => Buffer.from(randomKey(), 'base64url').toString('hex')
const keysOf = (public_id: string) =>
  shapeOf(public_id).widths_px.map(px => ({
    px,
    key: `renditions/images/${public_id.slice(public_id.lastIndexOf('/') + 1)}/${px}.webp`,
  }))

type Host = Pick<Deps, 'db' | 'storage' | 'clock'>

/** Takes a picture in; answers its name. Throws 422 for what is no still picture, 429 for too many. */
export const keepImage = async ({ db, storage, clock }: Host, folder: string, bytes: Buffer): Promise<string> => {
  const forms = await formsOf(bytes, folder)
  const public_id = `${folder}/${hexKey()}`
  const waiting = db
    .selectFrom('image_uploads')
    .where('folder', '=', folder)
    .where('state', '=', 'waiting')
    .select(eb => eb.fn.countAll<number>().as('n'))
  const { n } = await waiting.executeTakeFirstOrThrow()
  if (n >= most_waiting) throw refuse(429, 'You sent many images today. Please go on tomorrow.')
  // The row comes first: a picture whose files are only half there is swept like any other.
  await db.insertInto('image_uploads').values({ public_id, folder, since: clock.now() }).execute()
  for (const { px, key } of keysOf(public_id)) {
    const form = forms.find(form => form.px === px)
    if (form) await storage.put(key, form.file)
  }
  return public_id
}

/** Whether a picture that waits in this folder is used from now on. */
export const takeImage = async (
  trx: Trx,
  { folder, public_id, now }: { folder: string; public_id: string; now: Date },
): Promise<boolean> => {
  const taken = await trx
    .updateTable('image_uploads')
    .set({ state: 'used', since: now })
    .where('public_id', '=', public_id)
    .where('folder', '=', folder)
    .where('state', '=', 'waiting')
    .returning('public_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** A picture that nobody shows any more; its files go a day later. */
export const releaseImage = async (trx: Trx, public_id: string, now: Date): Promise<void> => {
  await trx
    .updateTable('image_uploads')
    .set({ state: 'waiting', since: now })
    .where('public_id', '=', public_id)
    .where('state', '=', 'used')
    .execute()
}

/** Deletes what waited too long. Marked first, so that nobody begins to use what is going; a pass that died goes on in the next. */
export const sweepImages = async ({ db, storage, clock }: Host): Promise<void> => {
  const before = new Date(clock.now().getTime() - kept_ms)
  await db
    .updateTable('image_uploads')
    .set({ state: 'going' })
    .where('state', '=', 'waiting')
    .where('since', '<', before)
    .execute()
  for (;;) {
    const going = await goingOf(db)
    if (going.length === 0) return
    for (const { public_id } of going) for (const { key } of keysOf(public_id)) await storage.remove(key)
    const ids = going.map(({ public_id }) => public_id)
    await db.deleteFrom('image_uploads').where('public_id', 'in', ids).where('state', '=', 'going').execute()
  }
}

const goingOf = (db: Db) =>
  db.selectFrom('image_uploads').where('state', '=', 'going').select('public_id').limit(most_swept).execute()
