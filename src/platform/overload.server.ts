/** While the event loop lags behind, new requests are refused at once, so that those under way end. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { FastifyInstance } from 'fastify'

import type { Deps } from './deps.ts'

export type Load = { isBusy: () => boolean; close: () => void }

const sample_ms = 1_000
/** One slow request is no overload. */
const SAMPLES_IN_A_ROW = 3
const retry_seconds = 5

/** Busy after three seconds in a row whose mean delay was above `max_ms`; 0 never is. */
export const watchLoad = (max_ms: number): Load => {
  if (max_ms === 0) return { isBusy: () => false, close: () => {} }
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let above = 0
  const timer = setInterval(() => {
    above = delay.mean / 1e6 > max_ms ? above + 1 : 0
    delay.reset()
  }, sample_ms).unref()
  return {
    isBusy: () => above >= SAMPLES_IN_A_ROW,
    close: () => {
      clearInterval(timer)
      delay.disable()
    },
  }
}

/** What is carried out here belongs to a request that was accepted: the calls of a page. */
const accepted = new AsyncLocalStorage<true>()
export const withinAccepted = <T>(work: () => PromiseLike<T>): Promise<T> =>
  accepted.run(true, async () => {
    // Fastify's injected requests begin when somebody waits for them.
    const answer = await work()
    return answer
  })

/** Health checks, what a payment under way needs, and what the gateway sends. */
const ALWAYS_SERVED = /^\/(?:healthz|readyz|metrics|webhooks\/|api\/(?:v2\/(?:cart\/)?checkout|checkout)(?:\/|\?|$))/

const sentence = 'The shop is very busy right now. Please try again in a few seconds.'

/** Refuses with 503 and Retry-After while the shop is busy. */
export const refuseOverload = (app: FastifyInstance, { load }: Pick<Deps, 'load'>) => {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!load?.isBusy() || accepted.getStore() || ALWAYS_SERVED.test(url)) return
    void reply.code(503).header('retry-after', retry_seconds)
    if (url.startsWith('/api/')) return reply.send({ message: sentence, errors: {} })
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(sentence)
  })
}
