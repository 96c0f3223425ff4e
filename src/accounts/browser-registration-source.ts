/** Reads the registration source in the browser, for forms that create an account. */
import { REFERRAL_COOKIE, type RegistrationSource } from './registration-source.ts'
import { getBrowserTimeZone } from './time-zone.ts'

const readCookie = (name: string): string | null => {
  const cookie = document.cookie.split('; ').find(pair => pair.startsWith(`${name}=`))
  return cookie === undefined ? null : decodeURIComponent(cookie.slice(name.length + 1))
}

export const readRegistrationSource = (): RegistrationSource => ({
  referral_code: readCookie(REFERRAL_COOKIE),
  page_url: `${location.origin}${location.pathname}`,
  page_name: document.title,
  // The tag manager sets this cookie, and only with consent.
  tracking_cookie: readCookie('_ga'),
  time_zone: getBrowserTimeZone(),
})
