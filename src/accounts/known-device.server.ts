/** A browser that somebody signed in with before: guesses from elsewhere do not count against it. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { randomKey } from '#platform/ids.server.ts'
import { isSigned, sign } from '#platform/secrets.server.ts'

const device_cookie = 'known_device'
const kept_seconds = 180 * 86_400

const signedText = (id: string, email: string) => `known device\n${id}\n${email.toLowerCase()}`

/** After every whole sign-in. The cookie opens nothing: it only counts tries apart, for this account alone. */
export const rememberDevice = (
  { config, secret }: Pick<Deps, 'config' | 'secret'>,
  reply: FastifyReply,
  email: string,
): void => {
  const id = randomKey()
  void reply.setCookie(device_cookie, `${id}.${sign(secret, signedText(id, email))}`, {
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
  return isSigned(secret, signedText(id, email), mark) ? id : undefined
}
