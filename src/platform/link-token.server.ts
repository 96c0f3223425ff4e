/**
 * The secret of a link in a mail leaves the address before anything of the page is sent: it moves into a cookie that no
 * script reads, and the address names the cookie. The API takes that name wherever it takes the secret. The key of a
 * shared board stays in its address, because people copy it from there to share the board.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { hashToken } from './ids.server.ts'

const token_shape = '[\\w-]{43}'
const in_path = new RegExp(
  `^(/(?:reset-password|verify-email|account/notification-preferences|account/privacy)/)(${token_shape})(?=[/?]|$)`,
)
const in_query = new RegExp(`^(/(?:account/details|profile/settings)/[^?]+\\?(?:.*&)?token=)(${token_shape})(?=&|$)`)
const name_shape = /^link-[0-9a-f]{16}$/

/** Cookies are named after their secret: two links can be open at once. */
export const LINK_COOKIE_PREFIX = 'link-'
const COOKIE_SECONDS = 3_600

const digest = (token: string) => hashToken(token).toString('hex').slice(0, 16)

/** True when the answer is the way to the same page with a name in place of its secret. */
export const takeLinkToken = ({ url, method }: FastifyRequest, reply: FastifyReply, public_url: string): boolean => {
  const match = method === 'GET' ? (in_path.exec(url) ?? in_query.exec(url)) : null
  if (!match) return false
  const [whole, before = '', token = ''] = match
  void reply
    .setCookie(`${LINK_COOKIE_PREFIX}${digest(token)}`, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: public_url.startsWith('https:'),
      maxAge: COOKIE_SECONDS,
    })
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(`${before}${LINK_COOKIE_PREFIX}${digest(token)}` + url.slice(whole.length), 302)
  return true
}

/** Puts the secret back in place of its name, for the browser that has the cookie. */
export const readLinkTokens = (app: FastifyInstance): void => {
  app.addHook('preValidation', async ({ params, cookies }) => {
    if (!isRecord(params)) return
    const name = params['token']
    if (typeof name === 'string' && name_shape.test(name)) params['token'] = cookies[name] ?? name
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
