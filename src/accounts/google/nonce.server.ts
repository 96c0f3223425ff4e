/**
 * The nonces of Google sign-ins: Google signs one into the credential, and only the browser with the matching cookie can
 * use it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import {
  clearHostCookie,
  GOOGLE_NONCE_PREFIX,
  hostCookiesBy,
  setHostCookie,
} from '#platform/http/host-cookie.server.ts'
import { randomToken, sha256 } from '#platform/ids.server.ts'

/** A login page may stay open for a day. */
const NONCE_SECONDS = 86_400
const TOKEN_PATTERN = /^[\w-]{43}$/
/** Several tabs may open before the first one's cookie arrives. */
const MAX_NONCES = 5

type NonceDeps = Pick<Deps, 'config'>

const readNonceTokens = (request: FastifyRequest, { config }: NonceDeps): string[] =>
  hostCookiesBy(request, config, GOOGLE_NONCE_PREFIX).filter(token => TOKEN_PATTERN.test(token))

/** Derives the nonce. The cookie's token stays secret: Google and scripts see only its hash. */
export const deriveNonce = (token: string): string => sha256(`google nonce ${token}`)

/** Each nonce has its own cookie, so that a new one does not replace one that another tab is about to use. */
export const nonceCookieName = (token: string) => `${GOOGLE_NONCE_PREFIX}${deriveNonce(token).slice(0, 16)}` as const

/** Sets the nonce cookie and returns the nonce. Tabs of one browser share it. Clears the cookies above the maximum. */
export const issueNonce = (request: FastifyRequest, reply: FastifyReply, deps: NonceDeps): string => {
  const [token = randomToken(), ...others] = readNonceTokens(request, deps)
  for (const other of others.slice(MAX_NONCES - 1)) clearHostCookie(reply, deps.config, nonceCookieName(other))
  setHostCookie(reply, deps.config, { name: nonceCookieName(token), value: token, max_age_seconds: NONCE_SECONDS })
  return deriveNonce(token)
}

/** Returns the nonces that a credential may contain; none when this browser has no nonce cookie. */
export const getExpectedNonces = (request: FastifyRequest, deps: NonceDeps): string[] =>
  readNonceTokens(request, deps).slice(0, MAX_NONCES).map(deriveNonce)
