/** Recognizes a browser that signed in to an account before, so that guesses from elsewhere do not lock it out. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { randomKey } from '#platform/ids.server.ts'
import { isValidSignature, sign } from '#platform/security/secrets.server.ts'

const DEVICE_COOKIE = 'known_device'
const DEVICE_COOKIE_SECONDS = 180 * 86_400

const formatSignedText = (id: string, email: string) => `known device\n${id}\n${email.toLowerCase()}`

/**
 * Sets the device cookie after every complete sign-in. It grants no access: it only gives the browser its own attempt
 * counter.
 */
export const rememberDevice = (
  { config, secret }: Pick<Deps, 'config' | 'secret'>,
  reply: FastifyReply,
  email: string,
): void => {
  const id = randomKey()
  void reply.setCookie(DEVICE_COOKIE, `${id}.${sign(secret, formatSignedText(id, email))}`, {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.public_url.startsWith('https:'),
    maxAge: DEVICE_COOKIE_SECONDS,
  })
}

/** Returns the browser's device id, if this account signed in with it before. */
export const readKnownDevice = (
  { secret }: Pick<Deps, 'secret'>,
  { cookies }: FastifyRequest,
  email: string,
): string | undefined => {
  const [id = '', signature = ''] = cookies[DEVICE_COOKIE]?.split('.') ?? []
  return isValidSignature(secret, formatSignedText(id, email), signature) ? id : undefined
}
