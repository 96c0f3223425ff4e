/**
 * How the proxy in front of the shop treats requests. The doctor sends one through the public address with headers and
 * a cookie of its own, and the shop answers with what arrived. Only who knows the shop's secret gets an answer.
 */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Deps } from '#platform/deps.ts'
import { isValidSignature, sign, type Secrets } from '#platform/security/secrets.server.ts'
import { VERSION } from '#platform/version.server.ts'

export const PROBE_PATH = '/healthz/proxy'
const PROBE_HEADER = 'x-longtake-probe'
export const PROBE_COOKIE = 'longtake_probe'
const MAX_AGE_MS = 120_000

export const ProxyReport = z.object({
  version: z.string(),
  protocol: z.string(),
  host: z.string(),
  /** The visitor's address, as the shop understands it. */
  address: z.string(),
  /** Whether a proxy added headers, and whether the shop believes them. */
  forwarded: z.boolean(),
  trusted: z.boolean(),
  /** The value of the probe's cookie, as it arrived. */
  cookie: z.nullable(z.string()),
})
export type ProxyReport = z.infer<typeof ProxyReport>

const textOf = (time: string) => `proxy-probe\n${time}`

/** Headers that prove the knowledge of the secret for two minutes. */
export const probeHeaders = (secret: Secrets, now: Date): Record<string, string> => {
  const time = String(now.getTime())
  return { [PROBE_HEADER]: `${time}.${sign(secret, textOf(time))}` }
}

const isValidProbe = (secret: Secrets, header: unknown, now: Date) => {
  const [time = '', signature = ''] = String(header).split('.')
  return Math.abs(now.getTime() - Number(time)) <= MAX_AGE_MS && isValidSignature(secret, textOf(time), signature)
}

export const proxyProbeApi = (app: FastifyInstance, { config, secret, clock }: Deps) => {
  const options = { schema: { hide: true }, config: { served_when_busy: true } }
  app.get(PROBE_PATH, options, async (request, reply): Promise<ProxyReport> => {
    const { headers, ip, socket } = request
    if (!isValidProbe(secret, headers[PROBE_HEADER], clock.now())) return reply.callNotFound() as never
    void reply.header('cache-control', 'no-store').cookie(PROBE_COOKIE, 'seen', {
      path: PROBE_PATH,
      httpOnly: true,
      secure: config.public_url.startsWith('https:'),
      maxAge: 60,
    })
    return {
      version: VERSION,
      protocol: request.protocol,
      host: request.host,
      address: ip,
      forwarded: headers['x-forwarded-proto'] !== undefined,
      trusted: config.trust_proxy !== false && ip !== socket.remoteAddress,
      cookie: request.cookies[PROBE_COOKIE] ?? null,
    }
  })
}
