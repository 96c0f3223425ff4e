/** Cookies of referrals and analytics tools. Some names end in an id, such as "_ga_X1". */
const TRACKING_COOKIE = /^(?:registration_referral|_gid|_gcl_au|_fbp|_ga(?:_.+)?)$/

/**
 * Returns the assignments to `document.cookie` that clear the tracking cookies in `cookies`. Analytics tools set cookies for
 * a parent domain, so each parent of `host` is included.
 */
export const clearTrackingCookies = (cookies: string, host: string): string[] => {
  const names = cookies.split(';').map(cookie => cookie.split('=')[0]?.trim() ?? '')
  const labels = host.split('.')
  const parents = labels.slice(0, -1).map((_, index) => `; domain=${labels.slice(index).join('.')}`)
  return names
    .filter(name => TRACKING_COOKIE.test(name))
    .flatMap(name => ['', ...parents].map(domain => `${name}=; path=/; max-age=0${domain}`))
}
