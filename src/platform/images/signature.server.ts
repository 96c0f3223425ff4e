/** Signed uploads: whoever has the signature may send a picture into one folder, for a while. */
import { createHash } from 'node:crypto'

import { isSigned, sign, type Secrets } from '../secrets.server.ts'

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
export const signForUs = (secret: Secrets, upload: Upload, user_id: number): string =>
  sign(secret, textFor(upload, user_id))

export const isOurs = (secret: Secrets, upload: Upload, user_id: number, shown: string): boolean =>
  isSigned(secret, textFor(upload, user_id), shown)

const textFor = (upload: Upload, user_id: number) => `image upload\n${fieldsOf(upload)}\n${user_id}`
