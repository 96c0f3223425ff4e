/** The doctor's request to PUBLIC_URL: whether the shop is behind it, and what the proxy does to headers and cookies. */
import type { Config } from '#platform/config.server.ts'
import { messageOf } from '#platform/http/error-message.ts'
import type { Secrets } from '#platform/security/secrets.server.ts'
import { VERSION } from '#platform/version.server.ts'

import { PROBE_COOKIE, PROBE_PATH, probeHeaders, ProxyReport } from '../proxy-probe.server.ts'
import { fail, ok, warn, type Check } from './check.ts'

const TIMEOUT_MS = 10_000
/** An address for documentation, which no visitor has (RFC 5737). */
const INVENTED_ADDRESS = '203.0.113.77'

/** fetch hides the reason of a failure in the cause. */
const reasonOf = (error: unknown) => (error instanceof Error && error.cause ? messageOf(error.cause) : messageOf(error))

const proxyCheck = (report: ProxyReport, cookies: readonly string[], config: Config): Check[] => {
  const isHttps = config.public_url.startsWith('https:')
  const cookie = cookies.find(line => line.startsWith(`${PROBE_COOKIE}=`))
  const problems: Check[] = []
  if (report.version !== VERSION)
    problems.push(
      warn('address', `The shop there is version ${report.version}, this one ${VERSION}.`, 'Restart the shop.'),
    )
  if (report.address === INVENTED_ADDRESS)
    problems.push(
      fail(
        'proxy',
        'The proxy passes on a visitor’s own X-Forwarded-For, so anyone can pretend to be at another address.',
        'Let the proxy replace the header, or append to it (nginx: proxy_set_header X-Forwarded-For $remote_addr).',
      ),
    )
  if (report.forwarded && !report.trusted && isHttps)
    problems.push(
      fail(
        'proxy',
        'A proxy adds X-Forwarded-For and X-Forwarded-Proto, and the shop ignores them: all visitors share one address and its limits.',
        'Set TRUST_PROXY=1, or to the addresses of the proxy, and restart the shop.',
      ),
    )
  else if (isHttps && report.protocol !== 'https')
    problems.push(
      fail(
        'proxy',
        'Visitors use HTTPS, but the shop sees HTTP.',
        'Let the proxy send X-Forwarded-Proto, and set TRUST_PROXY.',
      ),
    )
  if (report.host !== new URL(config.public_url).host)
    problems.push(
      warn(
        'proxy',
        `The proxy changes the host to ${report.host}.`,
        'Let it pass on the host (nginx: proxy_set_header Host $host).',
      ),
    )
  if (cookie === undefined || report.cookie !== 'sent')
    problems.push(
      fail(
        'cookies',
        cookie === undefined
          ? 'The proxy removes the shop’s cookies from responses.'
          : 'The proxy removes cookies from requests.',
        'Let it pass on the headers Cookie and Set-Cookie, and cache nothing but /assets and /media.',
      ),
    )
  else if (isHttps && !/;\s*secure/i.test(cookie))
    problems.push(
      fail('cookies', 'The proxy removes Secure from cookies.', 'Let it pass on the header Set-Cookie unchanged.'),
    )
  return problems
}

/** Sends one request through the public address. Without a secret, it only checks that something answers. */
export const checkAddress = async (config: Config, secret: Secrets | undefined, now: Date): Promise<Check[]> => {
  const { public_url } = config
  const request = {
    redirect: 'manual' as const,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...(secret && probeHeaders(secret, now)),
      'x-forwarded-for': INVENTED_ADDRESS,
      cookie: `${PROBE_COOKIE}=sent`,
    },
  }
  try {
    const response = await fetch(`${public_url}${PROBE_PATH}`, request)
    if (response.status >= 300 && response.status < 400)
      return [
        fail(
          'address',
          `${public_url} redirects to ${response.headers.get('location')}`,
          'Set PUBLIC_URL to the address that visitors end at.',
        ),
      ]
    const report = ProxyReport.safeParse(await response.json().catch(() => undefined))
    if (!report.success)
      return [
        fail(
          'address',
          `${public_url} answers with ${response.status}, but not as this shop.`,
          'Check that the proxy leads to this shop, and that SECRET_KEY is the same here and there.',
        ),
      ]
    const problems = proxyCheck(report.data, response.headers.getSetCookie(), config)
    const isHere = ok('address', `${public_url} leads to this shop.`)
    return problems.length > 0
      ? problems.some(({ name }) => name === 'address')
        ? problems
        : [isHere, ...problems]
      : [isHere, ok('proxy', 'Headers and cookies arrive unchanged.')]
  } catch (error) {
    return [
      fail(
        'address',
        `${public_url} does not answer: ${reasonOf(error)}`,
        'Start the shop and its proxy, and check the name, the certificate and the firewall.',
      ),
    ]
  }
}
