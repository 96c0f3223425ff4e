/** Consent to the cookies that a visitor did not ask for: the device id of experiments, and the referral of a partner's link. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import { toDay } from '../day.ts'
import { needsOptIn } from './opt-in.ts'
import type { VisitorLocator } from './visitor-country.server.ts'

const CONSENT_COOKIE = 'storage_consent'
/** Raise it when the question changes: earlier answers then no longer count. */
const CONSENT_VERSION = 1
const YEAR_SECONDS = 365 * 86_400

type StorageChoice = 'yes' | 'no'

/** Returns the answer to the current question; null without one. */
const readConsent = ({ cookies }: FastifyRequest): StorageChoice | null => {
  const [choice, version] = (cookies[CONSENT_COOKIE] ?? '').split('.')
  return Number(version) === CONSENT_VERSION && (choice === 'yes' || choice === 'no') ? choice : null
}

/** Keeps the answer for a year, with the version of the question and the day: "yes.1.2026-11-28". */
export const saveConsent = (
  reply: FastifyReply,
  choice: StorageChoice,
  { now, public_url }: { now: Date; public_url: string },
): void =>
  void reply.setCookie(CONSENT_COOKIE, `${choice}.${CONSENT_VERSION}.${toDay(now)}`, {
    path: '/',
    sameSite: 'lax',
    secure: public_url.startsWith('https:'),
    maxAge: YEAR_SECONDS,
  })

/**
 * Whether these cookies may be set: never for a browser that signals no, else as the visitor chose, else where the law
 * asks for no consent. An unknown country asks for it.
 */
export const mayRecognizeBrowser = async (
  request: FastifyRequest,
  locator: VisitorLocator | undefined,
): Promise<boolean> => {
  const { headers } = request
  if (headers['sec-gpc'] === '1' || headers['dnt'] === '1') return false
  const choice = readConsent(request)
  return choice === null ? !needsOptIn(await locator?.getCountry(request)) : choice === 'yes'
}
