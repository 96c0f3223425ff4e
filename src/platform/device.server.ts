/** A browser's own id: random, for flags alone, so that what is tried out stays the same for one person. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from './config.server.ts'
import { randomKey } from './ids.server.ts'

const device_cookie = 'device_id'
const year_seconds = 365 * 86_400
const shape = /^[\w-]{22}$/

/** The id that the browser has already. */
export const knownDevice = ({ cookies }: FastifyRequest): string | null => {
  const given = cookies[device_cookie]
  return given !== undefined && shape.test(given) ? given : null
}

/** The id that the browser has, or a new one that it gets with the answer. */
export const deviceOf = (request: FastifyRequest, reply: FastifyReply, { public_url }: Config): string => {
  const known = knownDevice(request)
  if (known !== null) return known
  const made = randomKey()
  void reply.setCookie(device_cookie, made, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: public_url.startsWith('https:'),
    maxAge: year_seconds,
  })
  return made
}
