/** Overload protection: while the event loop lags, new requests are refused at once, so that running ones finish. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes outside the API, such as health checks. Endpoints declare this in their contract. */
    served_when_busy?: boolean
  }
}

export type LoadMonitor = { isBusy: () => boolean; close: () => void }

const SAMPLE_MS = 1_000
/** A single slow request is not an overload. */
const SAMPLES_IN_A_ROW = 3
const RETRY_SECONDS = 5

/**
 * Returns a monitor that is busy after three consecutive seconds with a mean event loop delay above `max_ms`. 0
 * disables it.
 */
export const startLoadMonitor = (max_ms: number): LoadMonitor => {
  if (max_ms === 0) return { isBusy: () => false, close: () => {} }
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let slowSamples = 0
  const timer = setInterval(() => {
    slowSamples = delay.mean / 1e6 > max_ms ? slowSamples + 1 : 0
    delay.reset()
  }, SAMPLE_MS).unref()
  return {
    isBusy: () => slowSamples >= SAMPLES_IN_A_ROW,
    close: () => {
      clearInterval(timer)
      delay.disable()
    },
  }
}

/** Marks work as part of an accepted request, such as a page's own API calls. */
const acceptedRequest = new AsyncLocalStorage<true>()
export const runAccepted = <T>(work: () => PromiseLike<T>): Promise<T> =>
  acceptedRequest.run(true, async () => {
    // Fastify's injected requests start only when they are awaited.
    const result = await work()
    return result
  })

const BUSY_MESSAGE = 'The shop is very busy right now. Please try again in a few seconds.'

/** Refuses requests with 503 and Retry-After while the shop is busy. */
export const registerOverloadProtection = (app: FastifyInstance, { load }: { load?: LoadMonitor | undefined }) => {
  app.addHook('onRequest', async ({ url, routeOptions: { config } }, reply) => {
    if (!load?.isBusy() || acceptedRequest.getStore()) return
    if (config.served_when_busy || config.endpoint?.served_when_busy) return
    void reply.code(503).header('retry-after', RETRY_SECONDS)
    if (url.startsWith('/api/')) return reply.send({ message: BUSY_MESSAGE, errors: {} })
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(BUSY_MESSAGE)
  })
}
