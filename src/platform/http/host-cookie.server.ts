/**
 * Cookies that only the server reads. On HTTPS their names begin with `__Host-`, so that no other host and no page
 * without TLS can set them.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from '../config.server.ts'

export const HOST_COOKIES = ['session', 'cart_hash', 'second_step', 'registration', 'passkey_challenge'] as const
/** A browser has several of these; their names end in what tells them apart. */
export const GOOGLE_NONCE_PREFIX = 'google_nonce-'
type HostCookie = (typeof HOST_COOKIES)[number] | `${typeof GOOGLE_NONCE_PREFIX}${string}`

type CookieConfig = Pick<Config, 'public_url'>

const isSecure = ({ public_url }: CookieConfig) => public_url.startsWith('https:')

export const hostCookieName = (config: CookieConfig, name: HostCookie): string =>
  isSecure(config) ? `__Host-${name}` : name

export const readHostCookie = (
  { cookies }: FastifyRequest,
  config: CookieConfig,
  name: HostCookie,
): string | undefined => cookies[hostCookieName(config, name)]

/** The values of all whose names begin so. */
export const hostCookiesBy = (
  { cookies }: FastifyRequest,
  config: CookieConfig,
  prefix: typeof GOOGLE_NONCE_PREFIX,
): string[] => {
  const sent_prefix = hostCookieName(config, prefix)
  return Object.entries(cookies).flatMap(([name, value]) => (name.startsWith(sent_prefix) ? (value ?? []) : []))
}

/** Browsers accept the `__Host-` prefix only with the path `/` and without a domain. */
const getCookieOptions = (config: CookieConfig) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) }) as const

/** Sets a cookie. Without `max_age_seconds` it ends with the browser session. */
export const setHostCookie = (
  reply: FastifyReply,
  config: CookieConfig,
  { name, value, max_age_seconds }: { name: HostCookie; value: string; max_age_seconds?: number | undefined },
): void => {
  const maxAge = max_age_seconds !== undefined && { maxAge: max_age_seconds }
  void reply.cookie(hostCookieName(config, name), value, { ...getCookieOptions(config), ...maxAge })
}

export const clearHostCookie = (reply: FastifyReply, config: CookieConfig, name: HostCookie): void =>
  void reply.clearCookie(hostCookieName(config, name), getCookieOptions(config))
