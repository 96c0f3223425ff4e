/** Our own image host's one door: a signed form with a picture in it. */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { isMember } from '../actor.ts'
import type { Deps } from '../deps.ts'
import { answerFailure } from '../errors.server.ts'
import { refuse } from '../refusal.ts'
import type { Secrets } from '../secrets.server.ts'
import { admit } from '../serve.server.ts'
import { uploadImage } from './contract.ts'
import { our_address, our_name } from './host.server.ts'
import { isOurs } from './signature.server.ts'
import { most_bytes } from './sizes.ts'
import { keepImage, too_large_text } from './uploads.server.ts'

/** How long after it was signed an upload may begin. */
const good_for_seconds = 900
/** Two servers' clocks may differ by as much. */
const early_seconds = 60

/** One picture and the five fields that are signed for, none of them long. */
const limits = { fileSize: most_bytes, files: 1, fields: 10, fieldSize: 500, fieldNameSize: 100, parts: 11 }

const incomplete = () => refuse(400, 'This upload is not complete. Please choose the image again.')

/** The fields of the form and the picture's bytes, in whatever order they come. */
const readForm = async (request: FastifyRequest) => {
  if (!request.isMultipart()) throw refuse(415, 'Please send the image as a form.')
  const fields = new Map<string, string>()
  let picture: Buffer | undefined
  try {
    for await (const part of request.parts({ limits }))
      if (part.type === 'file') picture = await part.toBuffer()
      else if (typeof part.value === 'string') fields.set(part.fieldname, part.value)
  } catch (error) {
    throw isTooLarge(error) ? refuse(413, too_large_text) : incomplete()
  }
  return { fields, picture }
}

const isTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'

type Checking = { secret: Secrets; user_id: number; now: Date }

/** The folder that a form may send into. Throws 403 for a form that we did not sign for this person, 410 for one that is too old. */
const folderOf = (fields: ReadonlyMap<string, string>, { secret, user_id, now }: Checking): string => {
  const given = (name: string) => fields.get(name) ?? ''
  const timestamp = Number(/^\d{1,12}$/.exec(given('timestamp'))?.[0])
  const upload = { folder: given('folder'), timestamp }
  const signed =
    given('api_key') === our_name &&
    given('type') === 'authenticated' &&
    isOurs(secret, upload, user_id, given('signature'))
  if (!signed) throw refuse(403, 'This upload was not signed for you. Please choose the image again.')
  const age_seconds = now.getTime() / 1_000 - timestamp
  if (age_seconds > good_for_seconds || age_seconds < -early_seconds)
    throw refuse(410, 'This upload began too late. Please choose the image again.')
  return upload.folder
}

export const imagesApi = (app: FastifyInstance, deps: Deps) => {
  // Within a scope of its own: no other door takes forms.
  void app.register(async images => {
    await images.register(multipart)
    images.route({
      method: 'POST',
      url: our_address,
      schema: { hide: true },
      config: { endpoint: uploadImage, rateLimit: { max: uploadImage.per_minute, timeWindow: 60_000 } },
      // Before a byte of the picture is read.
      preParsing: async ({ actor }) => admit(uploadImage, actor),
      errorHandler: (error, request, reply) =>
        answerFailure(error, request, reply, message => ({ error: { message } })),
      handler: async request => {
        if (!isMember(request.actor)) throw refuse(401, 'Please log in first.')
        const { user_id } = request.actor
        const { fields, picture } = await readForm(request)
        const folder = folderOf(fields, { secret: deps.secret, user_id, now: deps.clock.now() })
        if (!picture?.length) throw refuse(422, 'This image is empty. Select another one.')
        return { public_id: await keepImage(deps, folder, picture) }
      },
    })
  })
}
