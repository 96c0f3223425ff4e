import { BlockList, isIPv6 } from 'node:net'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

import type { Deps } from './deps.ts'
import { refuse } from './refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What `/metrics` tells. */
    metrics: Registry
  }
}

const inside = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inside.addSubnet(network, bits)
inside.addAddress('::1', 'ipv6')
inside.addSubnet('fc00::', 7, 'ipv6')

/** From this machine or network, and not handed on by a proxy for somebody outside. */
const isInside = ({ ip, headers }: FastifyRequest) =>
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined &&
  inside.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')

/** /healthz: the process lives. /readyz: it can do its work. /metrics: Prometheus text, for this machine and its network only. */
export const answerHealth = (app: FastifyInstance, { db, load }: Pick<Deps, 'db' | 'load'>) => {
  const register = new Registry()
  app.decorate('metrics', register)
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
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
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
  })
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (closing) throw refuse(503, 'The shop is closing.')
    if (load?.isBusy()) throw refuse(503, 'The shop is busy.')
    await sql`select 1`.execute(db).catch(() => {
      throw refuse(503, 'The database is away.')
    })
    return { status: 'ready' }
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isInside(request)) return reply.callNotFound()
    return reply.type(register.contentType).send(await register.metrics())
  })
}
