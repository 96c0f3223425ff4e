/** Benchmarks complete checkouts: cart, billing, order. Only the last call is timed. */
import { randomUUID } from 'node:crypto'

import { createSdk } from '../src/payments/sdk.server.ts'
import type { LoadFigures } from './load.ts'

type CartItemBody = (clip: number) => object
type BenchCart = { hash: string; fingerprint: string }

/** The request that turns a cart into an order. */
type CheckoutRequest = { path: string; body: (cart: BenchCart) => object }

const project = { client_name: 'Bench', project_name: 'Bench', project_description: 'Bench', start_date: '2026-01-01' }

export const onAccount: CheckoutRequest = {
  path: '/v2/cart/self-invoice',
  body: ({ hash }) => ({ ...project, cart_hash: hash }),
}

/** A new card each time, verified by its bank and charged. */
export const byCard: CheckoutRequest = {
  path: '/v2/cart/checkout',
  body: ({ fingerprint }) => ({
    nonce: 'fake-valid-nonce',
    payment_type: 'card',
    payment_method_id: null,
    remember_payment_method: false,
    seen: fingerprint,
  }),
}

const MAX_ROUNDS = 500

type TimedAction = () => Promise<boolean>
type RoundOptions = { seconds: number; connections: number; size: number }

/** Processes all items, `connections` at a time. */
const runConcurrently = async <T>(connections: number, items: readonly T[], action: (item: T) => Promise<void>) => {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const item of queue) await action(item)
    }),
  )
}

/**
 * Prepares `size` actions and runs them `connections` at a time, round after round until the time is up. Returns the figures
 * of all rounds except the first, which warms up.
 */
const runRounds = async (
  { seconds, connections, size }: RoundOptions,
  prepare: (n: number) => Promise<TimedAction>,
): Promise<LoadFigures> => {
  let times: number[] = []
  let failed = 0
  let measured_ms = 0
  for (let round = 0; measured_ms < seconds * 1_000 && round < MAX_ROUNDS; round++) {
    const actions: TimedAction[] = []
    const numbers = Array.from({ length: size }, (_, i) => round * size + i)
    await runConcurrently(connections, numbers, async n => void actions.push(await prepare(n)))
    const startedAt = performance.now()
    await runConcurrently(connections, actions, async action => {
      const startedAt = performance.now()
      if (await action()) times.push(performance.now() - startedAt)
      else failed += 1
    })
    if (round === 0) times = []
    else measured_ms += performance.now() - startedAt
  }
  times.sort((a, b) => a - b)
  const percentile = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  return {
    per_second: Math.round((1_000 * times.length) / measured_ms),
    p50_ms: percentile(0.5),
    p99_ms: percentile(0.99),
    failed,
  }
}

type CheckoutBuyers = { origin: string; cookies: string[]; item: CartItemBody; connections: number; seconds: number }

/** Each buyer buys repeatedly until the time is up; preparing the carts is not timed. */
export const benchmarkCheckout = (
  { path, body }: CheckoutRequest,
  { origin, cookies, item, connections, seconds }: CheckoutBuyers,
): Promise<LoadFigures> => {
  const send = (cookie: string, to: string, method: string, content?: object) =>
    fetch(`${origin}/api${to}`, {
      method,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        'idempotency-key': randomUUID(),
        ...(content && { 'content-type': 'application/json' }),
      },
      ...(content && { body: JSON.stringify(content) }),
    })
  return runRounds({ seconds, connections, size: cookies.length }, async n => {
    const cookie = cookies[n % cookies.length] ?? ''
    const addResponse = await send(cookie, '/v2/cart/items', 'POST', item(1 + (n % 1_000)))
    const { data } = (await addResponse.json()) as { data: BenchCart }
    return async () => {
      const response = await send(cookie, path, 'POST', body(data))
      await response.arrayBuffer()
      return response.ok
    }
  })
}

/** Benchmarks the gateway alone: sales through the same official SDK. */
export const benchmarkGatewaySales = (
  sandbox_url: string,
  connections: number,
  seconds: number,
): Promise<LoadFigures> => {
  const sdk = createSdk({ braintree: undefined, sandbox_url, braintree_timeout_ms: 20_000 })
  if (!sdk) throw new Error('The gateway has no address.')
  return runRounds({ seconds, connections, size: 8 * connections }, async n => async () => {
    const sale = { amount: `${100 + (n % 900)}.00`, paymentMethodNonce: 'fake-valid-nonce' }
    return (await sdk.transaction.sale({ ...sale, options: { submitForSettlement: true } })).success
  })
}
