/** Cookies that count visits: the referral's, and those of measuring tools, some of which end in an id ("_ga_X1"). */
const tracking = /^(?:registration_referral|_gid|_gcl_au|_fbp|_ga(?:_.+)?)$/

/**
 * What to assign to `document.cookie` to clear every tracking cookie in `cookies`. Measuring tools set theirs for a parent
 * domain, so each parent of `host` is tried.
 */
export const clearedTracking = (cookies: string, host: string): string[] => {
  const names = cookies.split(';').map(cookie => cookie.split('=')[0]?.trim() ?? '')
  const labels = host.split('.')
  const parents = labels.slice(0, -1).map((_, place) => `; domain=${labels.slice(place).join('.')}`)
  return names
    .filter(name => tracking.test(name))
    .flatMap(name => ['', ...parents].map(domain => `${name}=; path=/; max-age=0${domain}`))
}
