/** The nonce of a sign-in: Google signs it into the credential, and only the browser that got its cookie can use that. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { hostCookie, setHostCookie } from '#platform/host-cookie.server.ts'
import { randomToken, sha256 } from '#platform/ids.server.ts'

/** A login page may stay open for a while. */
const NONCE_SECONDS = 86_400
const TOKEN_SHAPE = /^[\w-]{43}$/

type Config = Pick<Deps, 'config'>

const tokenOf = (request: FastifyRequest, { config }: Config): string | undefined => {
  const token = hostCookie(request, config, 'google_nonce')
  return token !== undefined && TOKEN_SHAPE.test(token) ? token : undefined
}

/** What stands in the cookie stays with the browser: Google and scripts see its hash. */
export const nonceOfToken = (token: string): string => sha256(`google nonce ${token}`)

/** Tabs of one browser share a nonce. */
export const giveNonce = (request: FastifyRequest, reply: FastifyReply, deps: Config): string => {
  const token = tokenOf(request, deps) ?? randomToken()
  setHostCookie(reply, deps.config, { name: 'google_nonce', value: token, max_age_seconds: NONCE_SECONDS })
  return nonceOfToken(token)
}

/** undefined when this browser got no nonce; no credential fits that. */
export const expectedNonce = (request: FastifyRequest, deps: Config): string | undefined => {
  const token = tokenOf(request, deps)
  return token && nonceOfToken(token)
}
