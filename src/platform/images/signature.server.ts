/** Signatures of image uploads. Anyone who has a signature may upload to one folder for a limited time. */
import { createHash } from 'node:crypto'

import { isValidSignature, sign, type Secrets } from '../security/secrets.server.ts'

export type ImageUpload = {
  folder: string
  /** Unix time in seconds. */
  timestamp: number
}

/** The fields that Cloudinary signs, in alphabetical order. */
const getUploadFields = ({ folder, timestamp }: ImageUpload) =>
  `folder=${folder}&timestamp=${timestamp}&type=authenticated`

/** Returns an upload signature in Cloudinary's format. */
export const signForCloudinary = (api_secret: string, upload: ImageUpload): string =>
  createHash('sha256')
    .update(getUploadFields(upload) + api_secret)
    .digest('hex')

/** Returns the signature segment of a Cloudinary delivery URL, which proves that we requested this transformation. */
export const signDelivery = (api_secret: string, path: string): string =>
  createHash('sha256')
    .update(path + api_secret)
    .digest('base64url')
    .slice(0, 32)

/** Returns an upload signature for our own host, bound to the user. */
export const signForOwnHost = (secret: Secrets, upload: ImageUpload, user_id: number): string =>
  sign(secret, getSignedText(upload, user_id))

export const isOwnSignature = (secret: Secrets, upload: ImageUpload, user_id: number, signature: string): boolean =>
  isValidSignature(secret, getSignedText(upload, user_id), signature)

const getSignedText = (upload: ImageUpload, user_id: number) => `image upload\n${getUploadFields(upload)}\n${user_id}`
