import path from 'node:path'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '../deps.ts'
import { refuse } from '../http/refusal.ts'
import { isValidSignature, sign, type Secrets } from '../security/secrets.server.ts'
import { readRange } from './range.ts'

const CONTENT_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webp': 'image/webp',
}

/** How long the link of a download works, of a file or a zip. */
export const DOWNLOAD_LINK_SECONDS = 300

/** Returns the public URL of a rendition, which contains a hash of its content. */
export const renditionUrl = (key: string): string => `/media/${key.replace(/^renditions\//, '')}`

const getSignedText = (key: string, name: string, until: number) => `${until}\n${key}\n${name}`

/** Returns a short-lived URL that downloads a file as `name`. */
export const createSignedUrl = (
  { secret, clock }: Pick<Deps, 'secret' | 'clock'>,
  key: string,
  name: string,
  seconds = DOWNLOAD_LINK_SECONDS,
): string => {
  const until = Math.floor(clock.now().getTime() / 1_000) + seconds
  return `/download/${key}?${new URLSearchParams({ name, until: String(until), signature: sign(secret, getSignedText(key, name, until)) })}`
}

type SignedLink = { name: string; until: string; signature: string }

const isValidLink = (secret: Secrets, key: string, { name, until, signature }: SignedLink) =>
  isValidSignature(secret, getSignedText(key, name, Number(until)), signature)

type FileRequest = { Params: { '*': string }; Querystring: Record<string, unknown> }

/**
 * Serves `/media/*` (renditions, cached forever) and `/download/*` (masters and formats, by signed URL), both with
 * byte ranges.
 */
export const registerFiles = (
  app: FastifyInstance,
  { storage, secret, clock }: Pick<Deps, 'storage' | 'secret' | 'clock'>,
) => {
  const send = async (request: FastifyRequest, reply: FastifyReply, key: string, headers: Record<string, string>) => {
    const file = await storage.open(key).catch(() => undefined)
    if (!file) throw refuse.missing('file')
    const range = readRange(request.headers.range, file.size_bytes)
    void reply
      .headers(headers)
      .header('accept-ranges', 'bytes')
      .type(CONTENT_TYPES[path.extname(key)] ?? 'application/octet-stream')
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size_bytes}`).send()
    const { start, end } = range === 'whole' ? { start: 0, end: file.size_bytes - 1 } : range
    if (range !== 'whole') void reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size_bytes}`)
    void reply.header('content-length', end - start + 1)
    if (request.method === 'HEAD' || file.size_bytes === 0) return reply.send()
    return reply.send(file.read({ start, end }))
  }

  app.route<FileRequest>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    schema: { hide: true },
    config: { closed_before_opening: true },
    handler: (request, reply) =>
      send(request, reply, `renditions/${request.params['*']}`, {
        'cache-control': 'public, max-age=31536000, immutable',
      }),
  })

  app.route<FileRequest>({
    method: ['GET', 'HEAD'],
    url: '/download/*',
    schema: { hide: true },
    config: { closed_before_opening: true },
    handler: (request, reply) => {
      const { name, until, signature } = request.query
      const link = { name: String(name), until: String(until), signature: String(signature) }
      const key = request.params['*']
      if (!isValidLink(secret, key, link)) throw refuse.missing('file')
      if (Number(until) * 1_000 < clock.now().getTime())
        throw refuse(410, 'This download link has expired. Please start the download again.')
      return send(request, reply, key, {
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${link.name.replace(/[^\w. -]/g, '')}"`,
      })
    },
  })
}
