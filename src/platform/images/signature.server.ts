/** Signed uploads: whoever has the signature may send a picture into one folder, for a while. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type Upload = {
  folder: string
  /** Seconds since 1970. */
  timestamp: number
}

/** What Cloudinary signs of an upload: its fields by name, in the order of the alphabet. */
const fieldsOf = ({ folder, timestamp }: Upload) => `folder=${folder}&timestamp=${timestamp}&type=authenticated`

/** As Cloudinary checks it. */
export const signForCloudinary = (api_secret: string, upload: Upload): string =>
  createHash('sha256')
    .update(fieldsOf(upload) + api_secret)
    .digest('hex')

/** Of an address at Cloudinary: the part that proves that we asked for just this form of a picture. */
export const signDelivery = (api_secret: string, path: string): string =>
  createHash('sha256')
    .update(path + api_secret)
    .digest('base64url')
    .slice(0, 32)

/** For our own host: also bound to the person whose session it was asked in. */
export const signForUs = (secret: string, upload: Upload, user_id: number): string =>
  createHmac('sha256', secret)
    .update(`image upload\n${fieldsOf(upload)}\n${user_id}`)
    .digest('hex')

export const isOurs = (secret: string, upload: Upload, user_id: number, shown: string): boolean => {
  const expected = Buffer.from(signForUs(secret, upload, user_id))
  const given = Buffer.from(shown)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
