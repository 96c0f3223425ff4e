/** The image host of user and workspace pictures: Cloudinary when it is configured, else our own. */
import type { Trx } from '../db/database.server.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refusal.ts'
import type { UploadParameters } from './contract.ts'
import { signDelivery, signForCloudinary, signForOwnHost } from './signature.server.ts'
import { imageUrl, getImageFormat, DEFAULT_WIDTH_PX } from './sizes.ts'
import { releaseImage, claimImage } from './uploads.server.ts'

/** Our own host's value for `cloud_name` and `api_key`. */
export const OWN_HOST_NAME = 'longtake'
export const OWN_UPLOAD_PATH = '/api/images/upload'

type ImageHostDeps = Pick<Deps, 'config' | 'secret'>

/** Returns signed parameters that let one user upload pictures to one folder for a limited time. */
export const createUploadParameters = (
  { config: { cloudinary }, secret }: ImageHostDeps,
  { folder, user_id, now }: { folder: string; user_id: number; now: Date },
): UploadParameters => {
  const upload = { folder, timestamp: Math.floor(now.getTime() / 1_000) }
  if (!cloudinary)
    return {
      ...upload,
      cloud_name: OWN_HOST_NAME,
      api_key: OWN_HOST_NAME,
      signature: signForOwnHost(secret, upload, user_id),
      upload_url: OWN_UPLOAD_PATH,
    }
  const { cloud_name, api_key, api_secret } = cloudinary
  return {
    ...upload,
    cloud_name,
    api_key,
    signature: signForCloudinary(api_secret, upload),
    upload_url: `https://api.cloudinary.com/v1_1/${cloud_name}/image/upload`,
  }
}

/** Returns the public URL of a picture at the given width in pixels. */
export const getPictureUrl = (
  { config: { cloudinary } }: Pick<ImageHostDeps, 'config'>,
  public_id: string,
  px: number,
): string => {
  if (!cloudinary) return imageUrl(public_id.slice(public_id.lastIndexOf('/') + 1), px)
  const { height } = getImageFormat(public_id)
  const transformation =
    height === null ? `c_limit,w_${px}` : height === 1 ? `c_fit,h_${px}` : `c_fill,h_${Math.round(px * height)},w_${px}`
  const path = `${transformation}/${public_id}`
  return `https://res.cloudinary.com/${cloudinary.cloud_name}/image/authenticated/s--${signDelivery(cloudinary.api_secret, path)}--/${path}`
}

type ImageChange = {
  folder: string
  /** The previous and the next picture; null for none. */
  before: string | null
  next: string | null
  now: Date
}

/**
 * Replaces an avatar and returns the fields to store. Throws 422 for a picture that was not uploaded to this folder.
 */
export const changeAvatar = async (trx: Trx, host: Pick<ImageHostDeps, 'config'>, change: ImageChange) => {
  const { next } = change
  await replaceImage(trx, host, { ...change, field: 'avatar_public_id' })
  return { avatar_public_id: next, avatar_url: next === null ? null : getPictureUrl(host, next, DEFAULT_WIDTH_PX) }
}

/**
 * Claims the next picture and releases the previous one. Throws 422 for `field` when the next one was not uploaded to
 * this folder.
 */
export const replaceImage = async (
  trx: Trx,
  { config }: Pick<ImageHostDeps, 'config'>,
  { folder, before, next, now, field }: ImageChange & { field: string },
): Promise<void> => {
  if (next === before) return
  if (next !== null && !(await claimUpload(trx, config, folder, next, now)))
    throw refuse.fields({ [field]: ['We do not have this image anymore. Please choose it again.'] })
  if (before !== null) await releaseImage(trx, before, now)
}

const claimUpload = (trx: Trx, { cloudinary }: ImageHostDeps['config'], folder: string, public_id: string, now: Date) =>
  cloudinary
    ? public_id.startsWith(`${folder}/`) && /^[\w-]+$/.test(public_id.slice(folder.length + 1))
    : claimImage(trx, { folder, public_id, now })
