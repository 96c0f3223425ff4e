/** The browser's random device id, used only for feature flags so that a rollout stays stable per browser. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from '../config.server.ts'
import { randomKey } from '../ids.server.ts'

export const DEVICE_COOKIE = 'device_id'
const YEAR_SECONDS = 365 * 86_400
const DEVICE_ID_PATTERN = /^[\w-]{22}$/

/** Returns the device id in the request's cookies, or null. */
export const readDeviceId = ({ cookies }: FastifyRequest): string | null => {
  const id = cookies[DEVICE_COOKIE]
  return id !== undefined && DEVICE_ID_PATTERN.test(id) ? id : null
}

/** Returns the browser's device id, or sets a new one as a cookie on the reply. */
export const ensureDeviceId = (request: FastifyRequest, reply: FastifyReply, { public_url }: Config): string => {
  const existing = readDeviceId(request)
  if (existing !== null) return existing
  const id = randomKey()
  void reply.setCookie(DEVICE_COOKIE, id, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: public_url.startsWith('https:'),
    maxAge: YEAR_SECONDS,
  })
  return id
}
