/** Where registrations come from: stored with the account, and the referral cookie of partner links. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Trx } from '#platform/db/database.server.ts'
import { mayRecognizeBrowser } from '#platform/http/storage-consent.server.ts'
import type { VisitorLocator } from '#platform/http/visitor-country.server.ts'
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

type ReferralOptions = { public_url: string; locator: VisitorLocator | undefined }

/**
 * Sets the referral cookie for `?ref=` on any page, where the law asks for no consent or the visitor gave it. The last
 * partner link wins (decision 17).
 */
export const setReferralCookie = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { public_url, locator }: ReferralOptions,
): Promise<void> => {
  const code = new URLSearchParams(request.url.split('?')[1] ?? '').get('ref')
  if (code === null || !REFERRAL_PATTERN.test(code) || !(await mayRecognizeBrowser(request, locator))) return
  saveReferral(reply, code, public_url)
}

/** Remembers the code of a partner's link. The visitor agreed, or the law asks for no consent. */
export const saveReferral = (reply: FastifyReply, code: string, public_url: string): void =>
  void reply.setCookie(REFERRAL_COOKIE, code, {
    path: '/',
    sameSite: 'lax',
    secure: public_url.startsWith('https:'),
    maxAge: REFERRAL_COOKIE_SECONDS,
  })
