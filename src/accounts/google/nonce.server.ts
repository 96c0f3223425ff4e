/** The nonces of a browser's sign-ins: Google signs one into the credential, and only the browser that has its cookie can use that. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { clearHostCookie, GOOGLE_NONCE_PREFIX, hostCookiesBy, setHostCookie } from '#platform/host-cookie.server.ts'
import { randomToken, sha256 } from '#platform/ids.server.ts'

/** Long, because a login page may stay open for a while. */
const NONCE_SECONDS = 86_400
const TOKEN_PATTERN = /^[\w-]{43}$/
/** Tabs that open at once, each before the cookie of another arrived. */
const MAX_NONCES = 5

type NonceDeps = Pick<Deps, 'config'>

const tokensOf = (request: FastifyRequest, { config }: NonceDeps): string[] =>
  hostCookiesBy(request, config, GOOGLE_NONCE_PREFIX).filter(token => TOKEN_PATTERN.test(token))

/** What is in the cookie stays with the browser: Google and scripts see its hash. */
export const deriveNonce = (token: string): string => sha256(`google nonce ${token}`)

/** Each nonce has a cookie of its own, so that none takes the place of one that another tab is about to use. */
export const nonceCookie = (token: string) => `${GOOGLE_NONCE_PREFIX}${deriveNonce(token).slice(0, 16)}` as const

/** Tabs share a nonce once the browser has one. Of more than five the rest go. */
export const issueNonce = (request: FastifyRequest, reply: FastifyReply, deps: NonceDeps): string => {
  const [token = randomToken(), ...others] = tokensOf(request, deps)
  for (const other of others.slice(MAX_NONCES - 1)) clearHostCookie(reply, deps.config, nonceCookie(other))
  setHostCookie(reply, deps.config, { name: nonceCookie(token), value: token, max_age_seconds: NONCE_SECONDS })
  return deriveNonce(token)
}

/** Those that a credential may carry; none when this browser got no nonce. */
export const expectedNonces = (request: FastifyRequest, deps: NonceDeps): string[] =>
  tokensOf(request, deps).slice(0, MAX_NONCES).map(deriveNonce)
