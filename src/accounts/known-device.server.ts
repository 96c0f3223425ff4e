/** A browser that somebody signed in with before: guesses from elsewhere do not count against it. */
import { createHmac, timingSafeEqual } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { randomKey } from '#platform/ids.server.ts'

const device_cookie = 'known_device'
const kept_seconds = 180 * 86_400

const markOf = (secret: string, id: string, email: string) =>
  createHmac('sha256', secret).update(`known device\n${id}\n${email.toLowerCase()}`).digest()

/** After every whole sign-in. The cookie opens nothing: it only counts tries apart, for this account alone. */
export const rememberDevice = (
  { config, secret }: Pick<Deps, 'config' | 'secret'>,
  reply: FastifyReply,
  email: string,
): void => {
  const id = randomKey()
  void reply.setCookie(device_cookie, `${id}.${markOf(secret, id, email).toString('base64url')}`, {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.public_url.startsWith('https:'),
    maxAge: kept_seconds,
  })
}

/** The name of this browser, if the account was signed in to with it. */
export const knownDevice = (
  { secret }: Pick<Deps, 'secret'>,
  { cookies }: FastifyRequest,
  email: string,
): string | undefined => {
  const [id = '', mark = ''] = cookies[device_cookie]?.split('.') ?? []
  const [given, right] = [Buffer.from(mark, 'base64url'), markOf(secret, id, email)]
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined
}
