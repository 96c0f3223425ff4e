/** Sends a picture to the image host that it was signed for. */
import type { UploadParameters } from './contract.ts'

/** Ours has no name of its own. */
const nameOf = (upload_url: string) => (/\.cloudinary\.com\//.test(upload_url) ? 'Cloudinary' : 'the image host')

type Answer = { public_id?: unknown; error?: { message?: unknown } }

/** Answers what the host calls the picture. Throws an Error with the host's own words, where it has some. */
export const uploadImage = async (
  picture: Blob,
  { upload_url, api_key, timestamp, signature, folder }: UploadParameters,
): Promise<string> => {
  const form = new FormData()
  form.set('file', picture, 'image.jpg')
  const fields = { api_key, timestamp: String(timestamp), signature, folder, type: 'authenticated' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const answer = await fetch(upload_url, { method: 'POST', body: form }).catch(() => undefined)
  const { public_id, error } = ((await answer?.json().catch(() => ({}))) ?? {}) as Answer
  if (answer?.ok && typeof public_id === 'string') return public_id
  throw new Error(typeof error?.message === 'string' ? error.message : `Failed to upload to ${nameOf(upload_url)}`)
}
