/** How people come to us: kept with the account, and set before it by a partner's link. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Trx } from '#platform/database.server.ts'
import { scrub } from '#platform/scrub.ts'

import { referral_cookie, referral_shape, type CameFromGiven } from './came-from.ts'

export type { CameFromGiven } from './came-from.ts'

type Registered = { user_id: number; method: 'password' | 'google'; from: CameFromGiven; now: Date }

/** Keeps it in the transaction that makes the account. Addresses lose their queries, which may hold what is secret. */
export const keepCameFrom = async (trx: Trx, { user_id, method, from, now }: Registered): Promise<void> => {
  const { referral_code = null, page_url, page_name, tracking_cookie = null } = from
  await trx
    .insertInto('registrations')
    .values({
      user_id,
      method,
      referral_code,
      page_url: page_url ? scrub(page_url).slice(0, 500) : null,
      page_name: page_name ? scrub(page_name).slice(0, 200) : null,
      tracking_cookie,
      at: now,
    })
    .execute()
}

const month_seconds = 30 * 86_400

/** A browser that says so is not followed from a partner's page to ours. */
const wantsNoTrace = ({ headers }: FastifyRequest) => headers['sec-gpc'] === '1' || headers['dnt'] === '1'

/** `?ref=` on any page: the last partner whose link somebody followed is the one who brought them (decision 154). */
export const keepReferral = (request: FastifyRequest, reply: FastifyReply, public_url: string): void => {
  const code = new URLSearchParams(request.url.split('?')[1] ?? '').get('ref')
  if (code === null || !referral_shape.test(code) || wantsNoTrace(request)) return
  void reply.setCookie(referral_cookie, code, {
    path: '/',
    sameSite: 'lax',
    secure: public_url.startsWith('https:'),
    maxAge: month_seconds,
  })
}
