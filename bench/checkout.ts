/** Buying, whole: a clip into the cart, billing, the order. Only the last call is counted. */
import { randomUUID } from 'node:crypto'

import { sdkFor } from '../src/payments/sdk.server.ts'
import type { Figures } from './load.ts'

type Item = (clip: number) => object
type Cart = { hash: string; fingerprint: string }

/** What a buyer sends to have their cart become an order. */
type Checkout = { path: string; body: (cart: Cart) => object }

const project = { client_name: 'Bench', project_name: 'Bench', project_description: 'Bench', start_date: '2026-01-01' }

export const onAccount: Checkout = {
  path: '/v2/cart/self-invoice',
  body: ({ hash }) => ({ ...project, cart_hash: hash }),
}

/** A new card each time, checked by its bank and charged. */
export const byCard: Checkout = {
  path: '/v2/cart/checkout',
  body: ({ fingerprint }) => ({
    nonce: 'fake-valid-nonce',
    payment_type: 'card',
    payment_method_id: null,
    remember_payment_method: false,
    seen: fingerprint,
  }),
}

const most_rounds = 500

type Act = () => Promise<boolean>
type Rounds = { seconds: number; connections: number; size: number }

/** Does all of them, `connections` at once. */
const atOnce = async <T>(connections: number, all: readonly T[], act: (one: T) => Promise<void>) => {
  const waiting = all.values()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const one of waiting) await act(one)
    }),
  )
}

/**
 * `size` acts are prepared, and then carried out `connections` at once, round after round until time is up; answers how long
 * each took. The first round warms up, as for every other row, and is not counted.
 */
const inRounds = async (
  { seconds, connections, size }: Rounds,
  prepare: (n: number) => Promise<Act>,
): Promise<Figures> => {
  let times: number[] = []
  let failed = 0
  let counted_ms = 0
  for (let round = 0; counted_ms < seconds * 1_000 && round < most_rounds; round++) {
    const ready: Act[] = []
    const numbers = Array.from({ length: size }, (_, i) => round * size + i)
    await atOnce(connections, numbers, async n => void ready.push(await prepare(n)))
    const begin = performance.now()
    await atOnce(connections, ready, async act => {
      const asked = performance.now()
      if (await act()) times.push(performance.now() - asked)
      else failed += 1
    })
    if (round === 0) times = []
    else counted_ms += performance.now() - begin
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  return { per_second: Math.round((1_000 * times.length) / counted_ms), p50_ms: at(0.5), p99_ms: at(0.99), failed }
}

type Buyers = { origin: string; cookies: string[]; item: Item; connections: number; seconds: number }

/** Each buyer buys again and again until time is up; the carts are prepared outside the counted time. */
export const buy = (
  { path, body }: Checkout,
  { origin, cookies, item, connections, seconds }: Buyers,
): Promise<Figures> => {
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
  return inRounds({ seconds, connections, size: cookies.length }, async n => {
    const cookie = cookies[n % cookies.length] ?? ''
    const added = await send(cookie, '/v2/cart/items', 'POST', item(1 + (n % 1_000)))
    const { data } = (await added.json()) as { data: Cart }
    return async () => {
      const answer = await send(cookie, path, 'POST', body(data))
      await answer.arrayBuffer()
      return answer.ok
    }
  })
}

/** What the gateway can do by itself: sales alone, by the same official SDK. */
export const saleAlone = (sandbox_url: string, connections: number, seconds: number): Promise<Figures> => {
  const sdk = sdkFor({ braintree: undefined, sandbox_url, braintree_timeout_ms: 20_000 })
  if (!sdk) throw new Error('The gateway has no address.')
  return inRounds({ seconds, connections, size: 8 * connections }, async n => async () => {
    const sale = { amount: `${100 + (n % 900)}.00`, paymentMethodNonce: 'fake-valid-nonce' }
    return (await sdk.transaction.sale({ ...sale, options: { submitForSettlement: true } })).success
  })
}
