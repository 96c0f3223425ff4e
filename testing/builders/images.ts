/** Uploads of pictures to our own image host, like a browser's. */
import { getAvatarUpload } from '../../src/accounts/own/profile-contract.ts'
import type { UploadParameters } from '../../src/platform/images/contract.ts'
import type { TestApp, Visitor } from '../app.ts'
import { still } from '../pictures.ts'

type FormPart = string | { bytes: Buffer | string; type?: string; name?: string }

/** Builds a multipart form with its fields in the given order. */
const buildForm = async (parts: readonly (readonly [string, FormPart])[]) => {
  const form = new FormData()
  for (const [field, part] of parts)
    if (typeof part === 'string') form.append(field, part)
    else
      form.append(
        field,
        new Blob([new Uint8Array(Buffer.from(part.bytes))], { type: part.type ?? 'image/jpeg' }),
        part.name ?? 'image.jpg',
      )
  const request = new Response(form)
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  }
}

type ImageUploadResponse = { public_id?: string; error?: { message: string } }

/** Posts a form without changes. */
export const postForm = async (shop: TestApp, visitor: Visitor, parts: readonly (readonly [string, FormPart])[]) => {
  const { payload, headers } = await buildForm(parts)
  const response = await shop.app.inject({
    url: '/api/images/upload',
    method: 'POST',
    headers: {
      ...headers,
      'sec-fetch-site': 'same-origin',
      cookie: [...visitor.cookies].map(pair => pair.join('=')).join('; '),
    },
    payload,
  })
  const { public_id, error } = response.json<ImageUploadResponse>()
  return { status: response.statusCode, public_id, message: error?.message }
}

export const signedFields = ({ api_key, timestamp, signature, folder }: UploadParameters) =>
  [
    ['api_key', api_key],
    ['timestamp', String(timestamp)],
    ['signature', signature],
    ['folder', folder],
    ['type', 'authenticated'],
  ] as const

/** Requests a signature and uploads a picture with it: a valid one by default. */
export const sendPicture = async (shop: TestApp, visitor: Visitor, part?: FormPart) => {
  const { data } = await visitor.call(getAvatarUpload, {})
  const file = part ?? { bytes: await still(400, 300).jpeg().toBuffer() }
  return postForm(shop, visitor, [['file', file], ...signedFields(data)])
}
