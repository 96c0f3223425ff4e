import type { FastifyReply, FastifyRequest } from 'fastify'

import { safeNext } from '#accounts/next.ts'

import { INVITE_COOKIE, extractInviteToken } from './invite-link.ts'

/** Long enough for a page to load. */
const INVITE_COOKIE_SECONDS = 600

/**
 * Moves an invite's token from the URL into a cookie, so that no history, log or referrer has it. Returns true when it
 * has redirected the request to the same page without the token.
 */
export const moveInviteToCookie = (request: FastifyRequest, reply: FastifyReply, public_url: string): boolean => {
  const invite = extractInviteToken(request.url)
  if (!invite) return false
  const { token, cleanUrl } = invite
  if (/^[\w-]{1,200}$/.test(token))
    void reply.setCookie(INVITE_COOKIE, token, {
      path: '/',
      sameSite: 'lax',
      secure: public_url.startsWith('https:'),
      maxAge: INVITE_COOKIE_SECONDS,
    })
  void reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(safeNext(cleanUrl), 302)
  return true
}
