/** The upload endpoint of our own image host: a signed form with one picture. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { isMember } from '../actor.ts'
import type { Deps } from '../deps.ts'
import { sendFailure } from '../http/errors.server.ts'
import { refuse } from '../http/refusal.ts'
import { routeOptionsOf } from '../http/serve.server.ts'
import type { Secrets } from '../security/secrets.server.ts'
import { uploadImage } from './contract.ts'
import { OWN_UPLOAD_PATH, OWN_HOST_NAME } from './host.server.ts'
import { isOwnSignature } from './signature.server.ts'
import { MAX_IMAGE_BYTES } from './sizes.ts'
import { storeImage, TOO_LARGE_MESSAGE } from './uploads.server.ts'

/** How long after signing an upload may start. */
const UPLOAD_TTL_SECONDS = 900
/** The tolerated difference between two servers' clocks. */
const CLOCK_SKEW_SECONDS = 60

/** One picture and the five signed fields, all of them short. */
const FORM_LIMITS = { fileSize: MAX_IMAGE_BYTES, files: 1, fields: 10, fieldSize: 500, fieldNameSize: 100, parts: 11 }

const incompleteUpload = () => refuse(400, 'This upload is not complete. Please choose the image again.')

/** Reads the form's fields and picture, in any order. */
const readForm = async (request: FastifyRequest) => {
  if (!request.isMultipart()) throw refuse(415, 'Please send the image as a form.')
  const fields = new Map<string, string>()
  let picture: Buffer | undefined
  try {
    for await (const part of request.parts({ limits: FORM_LIMITS }))
      if (part.type === 'file') picture = await part.toBuffer()
      else if (typeof part.value === 'string') fields.set(part.fieldname, part.value)
  } catch (error) {
    throw isTooLarge(error) ? refuse(413, TOO_LARGE_MESSAGE) : incompleteUpload()
  }
  return { fields, picture }
}

const isTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'

type UploadCheck = { secret: Secrets; user_id: number; now: Date }

/**
 * Returns the folder that a form may upload to. Throws 403 for a form that was not signed for this user, 410 for one
 * that is too old.
 */
const verifyFolder = (fields: ReadonlyMap<string, string>, { secret, user_id, now }: UploadCheck): string => {
  const field = (name: string) => fields.get(name) ?? ''
  const timestamp = Number(/^\d{1,12}$/.exec(field('timestamp'))?.[0])
  const upload = { folder: field('folder'), timestamp }
  const isSigned =
    field('api_key') === OWN_HOST_NAME &&
    field('type') === 'authenticated' &&
    isOwnSignature(secret, upload, user_id, field('signature'))
  if (!isSigned) throw refuse(403, 'This upload was not signed for you. Please choose the image again.')
  const age_seconds = now.getTime() / 1_000 - timestamp
  if (age_seconds > UPLOAD_TTL_SECONDS || age_seconds < -CLOCK_SKEW_SECONDS)
    throw refuse(410, 'This upload began too late. Please choose the image again.')
  return upload.folder
}

export const imagesApi = (app: FastifyInstance, deps: Deps) => {
  // Registered in its own scope, because no other endpoint accepts multipart forms.
  void app.register(async images => {
    await images.register(multipart)
    images.route({
      method: uploadImage.method,
      url: OWN_UPLOAD_PATH,
      schema: { hide: true },
      ...routeOptionsOf(uploadImage).options,
      errorHandler: (error, request, reply) => sendFailure(error, request, reply, message => ({ error: { message } })),
      handler: async request => {
        if (!isMember(request.actor)) throw refuse(401, 'Please log in first.')
        const { user_id } = request.actor
        const { fields, picture } = await readForm(request)
        const folder = verifyFolder(fields, { secret: deps.secret, user_id, now: deps.clock.now() })
        if (!picture?.length) throw refuse(422, 'This image is empty. Select another one.')
        return { public_id: await storeImage(deps, folder, picture) }
      },
    })
  })
}
