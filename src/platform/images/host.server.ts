/** Where pictures of people and workspaces lie: at Cloudinary when it is configured, with us otherwise. */
import type { Trx } from '../database.server.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../refusal.ts'
import type { UploadParameters } from './contract.ts'
import { signDelivery, signForCloudinary, signForUs } from './signature.server.ts'
import { imageUrl, usual_px } from './sizes.ts'
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

/** The address under which everybody sees a picture. */
const urlOf = ({ cloudinary }: Host['config'], public_id: string): string => {
  if (!cloudinary) return imageUrl(public_id.slice(public_id.lastIndexOf('/') + 1))
  const path = `c_fit,h_${usual_px}/${public_id}`
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
export const changeImage = async (trx: Trx, { config }: Host, { folder, before, next, now }: Change) => {
  if (next !== null && next !== before) await take(trx, config, folder, next, now)
  if (before !== null && next !== before) await releaseImage(trx, before, now)
  return { avatar_public_id: next, avatar_url: next === null ? null : urlOf(config, next) }
}

const take = async (trx: Trx, { cloudinary }: Host['config'], folder: string, public_id: string, now: Date) => {
  const taken = cloudinary
    ? public_id.startsWith(`${folder}/`) && /^[\w-]+$/.test(public_id.slice(folder.length + 1))
    : await takeImage(trx, { folder, public_id, now })
  if (!taken) throw refuse.fields({ avatar_public_id: ['We do not have this image any more. Please choose it again.'] })
}
