/** How somebody came to register, as a browser tells it. An odd value is left out: it must not stop anyone from coming in. */
import * as z from 'zod/mini'

import { isTimeZone } from './time-zone.ts'

/** Set by links with `?ref=`. */
export const referral_cookie = 'registration_referral'
export const referral_shape = /^[\w-]{1,64}$/

const controls = /\p{Cc}/gu

const text = (max: number, shape = /^/) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform(given => {
      const said = typeof given === 'string' ? given.replaceAll(controls, ' ').trim().slice(0, max) : ''
      return said !== '' && shape.test(said) ? said : null
    }),
  )

/** Fields of the bodies that make an account. */
export const CameFrom = {
  referral_code: text(65, referral_shape),
  page_url: text(500),
  page_name: text(200),
  /** What a measuring tool calls this browser, where somebody allowed one. */
  tracking_cookie: text(200),
  /** Where the browser is, "Europe/Berlin": digests go by its clock. */
  time_zone: z.pipe(
    text(64),
    z.transform(name => (name !== null && isTimeZone(name) ? name : null)),
  ),
}

/** As it is kept. */
export type CameFromGiven = { [K in keyof typeof CameFrom]?: string | null }

/** What a body says of it. */
export const cameFromOf = ({
  referral_code,
  page_url,
  page_name,
  tracking_cookie,
  time_zone,
}: CameFromGiven): CameFromGiven => ({
  referral_code: referral_code ?? null,
  page_url: page_url ?? null,
  page_name: page_name ?? null,
  tracking_cookie: tracking_cookie ?? null,
  time_zone: time_zone ?? null,
})
