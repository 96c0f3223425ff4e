/**
 * Where a user came from when they registered, as the browser reports it. Invalid values are dropped: they must not
 * block a registration.
 */
import * as z from 'zod/mini'

import { isTimeZone } from './time-zone.ts'

/** Set by links with `?ref=`. */
export const REFERRAL_COOKIE = 'registration_referral'
export const REFERRAL_PATTERN = /^[\w-]{1,64}$/

const CONTROL_CHARACTERS = /\p{Cc}/gu

const lenientText = (max: number, pattern = /^/) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform(input => {
      const value = typeof input === 'string' ? input.replaceAll(CONTROL_CHARACTERS, ' ').trim().slice(0, max) : ''
      return value !== '' && pattern.test(value) ? value : null
    }),
  )

/** Body fields of the endpoints that create an account. */
export const RegistrationSourceFields = {
  referral_code: lenientText(65, REFERRAL_PATTERN),
  page_url: lenientText(500),
  page_name: lenientText(200),
  /** The analytics client id, where the user consented. */
  tracking_cookie: lenientText(200),
  /** The browser's time zone, such as "Europe/Berlin". Digests use it. */
  time_zone: z.pipe(
    lenientText(64),
    z.transform(name => (name !== null && isTimeZone(name) ? name : null)),
  ),
}

/** The registration source as it is stored. */
export type RegistrationSource = { [K in keyof typeof RegistrationSourceFields]?: string | null }

/** Extracts the registration source from a request body. */
export const toRegistrationSource = ({
  referral_code,
  page_url,
  page_name,
  tracking_cookie,
  time_zone,
}: RegistrationSource): RegistrationSource => ({
  referral_code: referral_code ?? null,
  page_url: page_url ?? null,
  page_name: page_name ?? null,
  tracking_cookie: tracking_cookie ?? null,
  time_zone: time_zone ?? null,
})
