import type { FastifyReply, FastifyRequest } from 'fastify'

import { safeNext } from '#accounts/next.ts'

import { invite_cookie, withoutInvite } from './invite-link.ts'

/** As long as a page may take to load. */
const kept_seconds = 600

/**
 * An invite's token leaves the address before anything of the page is sent, so that no history, log or referrer keeps it:
 * true when the answer is the way to the same page without it.
 */
export const takeInvite = (request: FastifyRequest, reply: FastifyReply, public_url: string): boolean => {
  const found = withoutInvite(request.url)
  if (!found) return false
  const { token, rest } = found
  if (/^[\w-]{1,200}$/.test(token))
    void reply.setCookie(invite_cookie, token, {
      path: '/',
      sameSite: 'lax',
      secure: public_url.startsWith('https:'),
      maxAge: kept_seconds,
    })
  void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(safeNext(rest), 302)
  return true
}
