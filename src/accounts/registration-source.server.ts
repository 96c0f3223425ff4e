/** Where registrations come from: stored with the account, and the referral cookie of partner links. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Trx } from '#platform/db/database.server.ts'
import { scrub } from '#platform/monitoring/scrub.ts'

import { REFERRAL_COOKIE, REFERRAL_PATTERN, type RegistrationSource } from './registration-source.ts'

export type { RegistrationSource } from './registration-source.ts'

type RegistrationSourceInput = { user_id: number; method: 'password' | 'google'; source: RegistrationSource; now: Date }

/** Stores the source in the transaction that creates the account. Removes query strings, which may contain secrets. */
export const saveRegistrationSource = async (
  trx: Trx,
  { user_id, method, source, now }: RegistrationSourceInput,
): Promise<void> => {
  const { referral_code = null, page_url, page_name, tracking_cookie = null } = source
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

const REFERRAL_COOKIE_SECONDS = 30 * 86_400

/** Browsers that send Global Privacy Control or Do Not Track get no referral cookie. */
const optsOutOfTracking = ({ headers }: FastifyRequest) => headers['sec-gpc'] === '1' || headers['dnt'] === '1'

/** Sets the referral cookie for `?ref=` on any page. The last partner link wins (decision 17). */
export const setReferralCookie = (request: FastifyRequest, reply: FastifyReply, public_url: string): void => {
  const code = new URLSearchParams(request.url.split('?')[1] ?? '').get('ref')
  if (code === null || !REFERRAL_PATTERN.test(code) || optsOutOfTracking(request)) return
  void reply.setCookie(REFERRAL_COOKIE, code, {
    path: '/',
    sameSite: 'lax',
    secure: public_url.startsWith('https:'),
    maxAge: REFERRAL_COOKIE_SECONDS,
  })
}
