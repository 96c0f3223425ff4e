/**
 * Removes the secret of an email link from the URL before a page is sent. The secret moves into a cookie that no
 * script can read, and the URL names the cookie. The API accepts that name instead of the secret. The key of a shared
 * board stays in its URL, because users copy it to share the board.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { hashToken } from '../ids.server.ts'

const TOKEN_PATTERN = '[\\w-]{43}'
const TOKEN_IN_PATH = new RegExp(
  `^(/(?:reset-password|verify-email|account/notification-preferences|account/privacy|setup/mail|unsubscribe/\\d+|staff-invite|filmmaker-invite)/)(${TOKEN_PATTERN})(?=[/?]|$)`,
)
const TOKEN_IN_QUERY = new RegExp(
  `^(/(?:account/details|profile/settings)/[^?]+\\?(?:.*&)?token=)(${TOKEN_PATTERN})(?=&|$)`,
)
const COOKIE_NAME_PATTERN = /^link-[0-9a-f]{16}$/

/** Each cookie is named after its secret, so that two links can be open at once. */
export const LINK_COOKIE_PREFIX = 'link-'
const COOKIE_SECONDS = 3_600

const digestOf = (token: string) => hashToken(token).toString('hex').slice(0, 16)

/** Redirects to the same page with a cookie name in place of the secret. Returns whether it did. */
export const moveLinkTokenToCookie = (
  { url, method }: FastifyRequest,
  reply: FastifyReply,
  public_url: string,
): boolean => {
  const match = method === 'GET' ? (TOKEN_IN_PATH.exec(url) ?? TOKEN_IN_QUERY.exec(url)) : null
  if (!match) return false
  const [matched, before = '', token = ''] = match
  void reply
    .setCookie(`${LINK_COOKIE_PREFIX}${digestOf(token)}`, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: public_url.startsWith('https:'),
      maxAge: COOKIE_SECONDS,
    })
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(`${before}${LINK_COOKIE_PREFIX}${digestOf(token)}` + url.slice(matched.length), 302)
  return true
}

/** Replaces a cookie name in the `token` parameter by the secret in that cookie. */
export const registerLinkTokens = (app: FastifyInstance): void => {
  app.addHook('preValidation', async ({ params, cookies }) => {
    if (!isRecord(params)) return
    const name = params['token']
    if (typeof name === 'string' && COOKIE_NAME_PATTERN.test(name)) params['token'] = cookies[name] ?? name
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
