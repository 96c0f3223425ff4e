import type { FastifyInstance } from 'fastify'

import type { Config } from '../config.server.ts'

/**
 * Limits open connections, in total and per address. Behind a proxy all connections have one address, so the
 * per-address limit is the proxy's job.
 */
export const limitConnections = (
  { server }: FastifyInstance,
  { max_connections, connections_per_address, rate_limits, trust_proxy }: Config,
) => {
  if (!rate_limits) return
  server.maxConnections = max_connections
  if (trust_proxy !== false) return
  const openCounts = new Map<string, number>()
  server.on('connection', socket => {
    const address = socket.remoteAddress ?? ''
    const count = (openCounts.get(address) ?? 0) + 1
    if (count > connections_per_address) {
      socket.destroy()
      return
    }
    openCounts.set(address, count)
    socket.once('close', () => {
      const remaining = (openCounts.get(address) ?? 1) - 1
      if (remaining > 0) openCounts.set(address, remaining)
      else openCounts.delete(address)
    })
  })
}
