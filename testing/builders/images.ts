/** Pictures sent to our own image host, as the browser sends them. */
import { getAvatarUpload } from '../../src/accounts/own/profile-contract.ts'
import type { UploadParameters } from '../../src/platform/images/contract.ts'
import type { TestApp, Visitor } from '../app.ts'
import { still } from '../pictures.ts'

type Part = string | { bytes: Buffer | string; type?: string; name?: string }

/** A multipart form by field, in the given order. */
const formOf = async (parts: readonly (readonly [string, Part])[]) => {
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

type Answer = { public_id?: string; error?: { message: string } }

/** Posts a form as it is given. */
export const postForm = async (shop: TestApp, visitor: Visitor, parts: readonly (readonly [string, Part])[]) => {
  const { payload, headers } = await formOf(parts)
  const answer = await shop.app.inject({
    url: '/api/images/upload',
    method: 'POST',
    headers: {
      ...headers,
      'sec-fetch-site': 'same-origin',
      cookie: [...visitor.cookies].map(pair => pair.join('=')).join('; '),
    },
    payload,
  })
  const { public_id, error } = answer.json<Answer>()
  return { status: answer.statusCode, public_id, message: error?.message }
}

export const fieldsOf = ({ api_key, timestamp, signature, folder }: UploadParameters) =>
  [
    ['api_key', api_key],
    ['timestamp', String(timestamp)],
    ['signature', signature],
    ['folder', folder],
    ['type', 'authenticated'],
  ] as const

/** Asks for a signature and sends a picture with it: a good one, unless another is given. */
export const sendPicture = async (shop: TestApp, visitor: Visitor, part?: Part) => {
  const { data } = await visitor.call(getAvatarUpload, {})
  const file = part ?? { bytes: await still(400, 300).jpeg().toBuffer() }
  return postForm(shop, visitor, [['file', file], ...fieldsOf(data)])
}
