/** What a form that makes an account says of where it stands. */
import { referral_cookie, type CameFromGiven } from './came-from.ts'
import { timeZoneHere } from './time-zone.ts'

const cookieNamed = (name: string): string | null => {
  const found = document.cookie.split('; ').find(pair => pair.startsWith(`${name}=`))
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
}

export const cameFromHere = (): CameFromGiven => ({
  referral_code: cookieNamed(referral_cookie),
  page_url: `${location.origin}${location.pathname}`,
  page_name: document.title,
  // Of the tag manager's container: there is none unless somebody allowed it.
  tracking_cookie: cookieNamed('_ga'),
  time_zone: timeZoneHere(),
})
