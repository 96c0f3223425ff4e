/**
 * Takes a picture as the body of a request. What is too large or no picture is read to its end before it is refused: when the
 * server answers half a request, the connection breaks and the client never sees the reason.
 */
import type { FastifyInstance } from 'fastify'

import { MAX_PICTURE_BYTES } from '#catalog/visual/describe-picture.server.ts'
import { refuse } from '#platform/http/refusal.ts'

/** A client that sends more than this gets no answer. */
const MAX_READ_BYTES = 20 * MAX_PICTURE_BYTES
const NO_PICTURE = 'Please send a picture: a JPEG, PNG, WebP or AVIF of up to 10 MB.'
const TOO_LARGE = 'That picture is too large. The limit is 10 MB.'

/** Returns the body, or undefined when it has more than `max_bytes`. */
export const readBody = async (stream: AsyncIterable<unknown>, max_bytes: number): Promise<Buffer | undefined> => {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    if (size > MAX_READ_BYTES) break
    if (size <= max_bytes) chunks.push(chunk)
    else chunks = []
  }
  return size <= max_bytes ? Buffer.concat(chunks) : undefined
}

export const acceptPictures = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(/^image\//, async (_request: unknown, stream: AsyncIterable<unknown>) => {
    const bytes = await readBody(stream, MAX_PICTURE_BYTES)
    if (!bytes) throw refuse(413, TOO_LARGE)
    // A function, so that hooks that inspect request bodies do not scan ten million bytes.
    return { picture: () => bytes }
  })
  scope.addContentTypeParser('*', async (_request: unknown, stream: AsyncIterable<unknown>) => {
    await readBody(stream, 0)
    throw refuse(415, NO_PICTURE)
  })
}

/** Returns the bytes of a parsed body. Throws a 422 refusal for any other body. */
export const readPicture = (body: unknown): Buffer => {
  const picture = typeof body === 'object' && body !== null && 'picture' in body ? body.picture : undefined
  const bytes: unknown = typeof picture === 'function' ? picture() : undefined
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw refuse(422, NO_PICTURE)
  return bytes
}
