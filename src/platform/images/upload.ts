/** Uploads a picture to the image host that its form was signed for. */
import type { UploadParameters } from './contract.ts'

/** Our own host has no brand name. */
const getHostName = (upload_url: string) => (/\.cloudinary\.com\//.test(upload_url) ? 'Cloudinary' : 'the image host')

type UploadResponse = { public_id?: unknown; error?: { message?: unknown } }

/** Returns the image host's id of the picture. Throws an Error with the host's message, when it has one. */
export const uploadImage = async (
  picture: Blob,
  { upload_url, api_key, timestamp, signature, folder }: UploadParameters,
): Promise<string> => {
  const form = new FormData()
  form.set('file', picture, 'image.jpg')
  const fields = { api_key, timestamp: String(timestamp), signature, folder, type: 'authenticated' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const response = await fetch(upload_url, { method: 'POST', body: form }).catch(() => undefined)
  const { public_id, error } = ((await response?.json().catch(() => ({}))) ?? {}) as UploadResponse
  if (response?.ok && typeof public_id === 'string') return public_id
  throw new Error(typeof error?.message === 'string' ? error.message : `Failed to upload to ${getHostName(upload_url)}`)
}
