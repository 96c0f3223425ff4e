import path from 'node:path'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '../deps.ts'
import { refuse } from '../refusal.ts'
import { isSigned, sign, type Secrets } from '../secrets.server.ts'
import { readRange } from './range.ts'

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webp': 'image/webp',
}

/** Renditions are for everyone: their address carries a hash of their content. */
export const renditionUrl = (key: string): string => `/media/${key.replace(/^renditions\//, '')}`

const signedText = (key: string, name: string, until: number) => `${until}\n${key}\n${name}`

/** A short-lived address of one file, to be saved under `name`. */
export const signedUrl = (
  { secret, clock }: Pick<Deps, 'secret' | 'clock'>,
  key: string,
  name: string,
  seconds = 300,
): string => {
  const until = Math.floor(clock.now().getTime() / 1_000) + seconds
  return `/download/${key}?${new URLSearchParams({ name, until: String(until), signature: sign(secret, signedText(key, name, until)) })}`
}

type Link = { name: string; until: string; signature: string }

const isGenuine = (secret: Secrets, key: string, { name, until, signature }: Link) =>
  isSigned(secret, signedText(key, name, Number(until)), signature)

type Asked = { Params: { '*': string }; Querystring: Record<string, unknown> }

/** `/media/*`: renditions, cached for good. `/download/*`: masters and formats, by signed address, in ranges. */
export const serveFiles = (
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
      .type(types[path.extname(key)] ?? 'application/octet-stream')
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size_bytes}`).send()
    const { start, end } = range === 'whole' ? { start: 0, end: file.size_bytes - 1 } : range
    if (range !== 'whole') void reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size_bytes}`)
    void reply.header('content-length', end - start + 1)
    if (request.method === 'HEAD' || file.size_bytes === 0) return reply.send()
    return reply.send(file.read({ start, end }))
  }

  app.route<Asked>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    schema: { hide: true },
    handler: (request, reply) =>
      send(request, reply, `renditions/${request.params['*']}`, {
        'cache-control': 'public, max-age=31536000, immutable',
      }),
  })

  app.route<Asked>({
    method: ['GET', 'HEAD'],
    url: '/download/*',
    schema: { hide: true },
    handler: (request, reply) => {
      const { name, until, signature } = request.query
      const link = { name: String(name), until: String(until), signature: String(signature) }
      const key = request.params['*']
      if (!isGenuine(secret, key, link)) throw refuse.missing('file')
      if (Number(until) * 1_000 < clock.now().getTime())
        throw refuse(410, 'This download link has expired. Please start the download again.')
      return send(request, reply, key, {
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${link.name.replace(/[^\w. -]/g, '')}"`,
      })
    },
  })
}
