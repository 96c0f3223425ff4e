/** Benchmarks from the cart to the order. */
import { benchmarkCheckout, byCard, onAccount, benchmarkGatewaySales } from './checkout.ts'
import type { BenchEnvironment } from './environment.ts'
import { runLoad } from './load.ts'
import { measurePaths, printRow, seconds } from './report.ts'

const CONNECTIONS = 32

const cartItem = (clip: number) => ({
  clips: [clip],
  format_id: 3,
  distribution_ids: [3],
  end_client_size: 2,
  org_type: 'commercial',
})

export const benchmarkPurchases = async (
  { shop, floor, sandbox, cookies }: BenchEnvironment,
  clips: number,
): Promise<void> => {
  const ids = Array.from({ length: 200 }, (_, n) => 1 + ((n * 7919) % clips))
  const addRequests = ids.map(id => ({
    method: 'POST' as const,
    path: '/api/v2/cart/items',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(cartItem(id)),
  }))
  printRow(
    'cart add (new guest), c=32',
    await runLoad({ origin: shop, requests: addRequests, connections: CONNECTIONS, seconds }),
    await measurePaths(
      floor,
      ids.map(id => `/cart/add?clip=${id}`),
      CONNECTIONS,
    ),
  )
  const cookie = await createGuestCart(shop)
  const { cart } = (await (await fetch(`${floor}/cart/add?clip=1`)).json()) as { cart: string }
  printRow(
    'cart read, c=32',
    await runLoad({
      origin: shop,
      requests: [{ method: 'GET', path: '/api/v2/cart', headers: { cookie } }],
      connections: CONNECTIONS,
      seconds,
    }),
    await measurePaths(floor, [`/cart/read?cart=${cart}`], CONNECTIONS),
  )
  const buyers = { origin: shop, cookies, item: cartItem, connections: CONNECTIONS, seconds }
  printRow(
    'checkout on account, c=32',
    await benchmarkCheckout(onAccount, buyers),
    await measurePaths(floor, ['/order'], CONNECTIONS),
  )
  // The baseline is the sandbox gateway alone, with one sale per request.
  printRow(
    'checkout by card, c=32',
    await benchmarkCheckout(byCard, buyers),
    await benchmarkGatewaySales(sandbox, CONNECTIONS, seconds),
  )
}

/** Returns the cookie of a guest with one clip in the cart. */
const createGuestCart = async (shop: string): Promise<string> => {
  const response = await fetch(`${shop}/api/v2/cart/items`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(cartItem(1)),
  })
  return response.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}
