import type { FastifyInstance } from 'fastify'

import type { Config } from './config.server.ts'

/**
 * Bounds open connections, in all and from one address. Behind a proxy all come from its address, and counting each
 * visitor's is its work.
 */
export const limitConnections = (
  { server }: FastifyInstance,
  { max_connections, connections_per_address, rate_limits, trust_proxy }: Config,
) => {
  if (!rate_limits) return
  server.maxConnections = max_connections
  if (trust_proxy !== false) return
  const open = new Map<string, number>()
  server.on('connection', socket => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    if (count > connections_per_address) {
      socket.destroy()
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const rest = (open.get(address) ?? 1) - 1
      if (rest > 0) open.set(address, rest)
      else open.delete(address)
    })
  })
}
