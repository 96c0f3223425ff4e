/** Where pictures of people and workspaces lie: at Cloudinary when it is configured, with us otherwise. */
import type { Trx } from '../database.server.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../refusal.ts'
import type { UploadParameters } from './contract.ts'
import { signDelivery, signForCloudinary, signForUs } from './signature.server.ts'
import { imageUrl, shapeOf, usual_px } from './sizes.ts'
import { releaseImage, takeImage } from './uploads.server.ts'

/** What our own host calls itself where others name a customer. */
export const our_name = 'longtake'
export const our_address = '/api/images/upload'

type Host = Pick<Deps, 'config' | 'secret'>

/** Lets one person send pictures into one folder for a while. */
export const uploadParameters = (
  { config: { cloudinary }, secret }: Host,
  { folder, user_id, now }: { folder: string; user_id: number; now: Date },
): UploadParameters => {
  const upload = { folder, timestamp: Math.floor(now.getTime() / 1_000) }
  if (!cloudinary)
    return {
      ...upload,
      cloud_name: our_name,
      api_key: our_name,
      signature: signForUs(secret, upload, user_id),
      upload_url: our_address,
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

/** The address under which everybody sees a picture, so many pixels wide. */
export const pictureUrl = ({ config: { cloudinary } }: Pick<Host, 'config'>, public_id: string, px: number): string => {
  if (!cloudinary) return imageUrl(public_id.slice(public_id.lastIndexOf('/') + 1), px)
  const { height } = shapeOf(public_id)
  const form = height === 1 ? `c_fit,h_${px}` : `c_fill,h_${Math.round(px * height)},w_${px}`
  const path = `${form}/${public_id}`
  return `https://res.cloudinary.com/${cloudinary.cloud_name}/image/authenticated/s--${signDelivery(cloudinary.api_secret, path)}--/${path}`
}

type Change = {
  folder: string
  /** The picture until now, and from now on; null for none. */
  before: string | null
  next: string | null
  now: Date
}

/** Puts one picture in the place of another and answers what to keep of it. Throws 422 for one that was not sent into this folder. */
export const changeImage = async (trx: Trx, host: Pick<Host, 'config'>, change: Change) => {
  const { next } = change
  await swapImage(trx, host, { ...change, field: 'avatar_public_id' })
  return { avatar_public_id: next, avatar_url: next === null ? null : pictureUrl(host, next, usual_px) }
}

/** From now on the next one is used, and the one before is not. Throws 422 at its field for one that was not sent into this folder. */
export const swapImage = async (
  trx: Trx,
  { config }: Pick<Host, 'config'>,
  { folder, before, next, now, field }: Change & { field: string },
): Promise<void> => {
  if (next === before) return
  if (next !== null && !(await take(trx, config, folder, next, now)))
    throw refuse.fields({ [field]: ['We do not have this image any more. Please choose it again.'] })
  if (before !== null) await releaseImage(trx, before, now)
}

const take = (trx: Trx, { cloudinary }: Host['config'], folder: string, public_id: string, now: Date) =>
  cloudinary
    ? public_id.startsWith(`${folder}/`) && /^[\w-]+$/.test(public_id.slice(folder.length + 1))
    : takeImage(trx, { folder, public_id, now })
