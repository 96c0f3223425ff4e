import { BlockList, isIPv6 } from 'node:net'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

import type { Deps } from '../deps.ts'
import { refuse } from './refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The registry that `/metrics` exposes. */
    metrics: Registry
  }
}

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits)
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')

/** Returns whether a request comes from this machine or a private network, and was not forwarded by a proxy. */
const isPrivateRequest = ({ ip, headers }: FastifyRequest) =>
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined &&
  privateNetworks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')

/**
 * Registers /healthz (the process is alive), /readyz (it can serve requests) and /metrics (Prometheus text, for
 * private networks only).
 */
export const registerHealthChecks = (app: FastifyInstance, { db, load }: Pick<Deps, 'db' | 'load'>) => {
  const register = new Registry()
  app.decorate('metrics', register)
  collectDefaultMetrics({ register })
  const requestSeconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onResponse', async (request, reply) => {
    requestSeconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
  })
  const options = { schema: { hide: true }, config: { served_when_busy: true } }
  app.get('/healthz', options, async () => ({ status: 'ok' }))
  app.get('/readyz', options, async () => {
    if (closing) throw refuse(503, 'The shop is closing.')
    if (load?.isBusy()) throw refuse(503, 'The shop is busy.')
    await sql`select 1`.execute(db).catch(() => {
      throw refuse(503, 'The database is unavailable.')
    })
    return { status: 'ready' }
  })
  app.get('/metrics', options, async (request, reply) => {
    if (!isPrivateRequest(request)) return reply.callNotFound()
    return reply.type(register.contentType).send(await register.metrics())
  })
}
