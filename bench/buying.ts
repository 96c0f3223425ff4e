/** From a clip to an order. */
import { buy, byCard, onAccount, saleAlone } from './checkout.ts'
import { run } from './load.ts'
import { measure, row, seconds } from './rows.ts'
import type { Stage } from './stage.ts'

const connections = 32

const item = (clip: number) => ({
  clips: [clip],
  format_id: 3,
  distribution_ids: [3],
  end_client_size: 2,
  org_type: 'commercial',
})

export const measureBuying = async ({ shop, floor, sandbox, cookies }: Stage, clips: number): Promise<void> => {
  const ids = Array.from({ length: 200 }, (_, n) => 1 + ((n * 7919) % clips))
  const adds = ids.map(id => ({
    method: 'POST' as const,
    path: '/api/v2/cart/items',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(item(id)),
  }))
  row(
    'cart add (new guest), c=32',
    await run({ origin: shop, requests: adds, connections, seconds }),
    await measure(
      floor,
      ids.map(id => `/cart/add?clip=${id}`),
      connections,
    ),
  )
  const cookie = await guestWithAClip(shop)
  const { cart } = (await (await fetch(`${floor}/cart/add?clip=1`)).json()) as { cart: string }
  row(
    'cart read, c=32',
    await run({
      origin: shop,
      requests: [{ method: 'GET', path: '/api/v2/cart', headers: { cookie } }],
      connections,
      seconds,
    }),
    await measure(floor, [`/cart/read?cart=${cart}`], connections),
  )
  const buyers = { origin: shop, cookies, item, connections, seconds }
  row('checkout on account, c=32', await buy(onAccount, buyers), await measure(floor, ['/order'], connections))
  // The floor: what the stand-in for the gateway does when it is asked for one sale and nothing else.
  row('checkout by card, c=32', await buy(byCard, buyers), await saleAlone(sandbox, connections, seconds))
}

/** The cookie that holds the cart. */
const guestWithAClip = async (shop: string): Promise<string> => {
  const answer = await fetch(`${shop}/api/v2/cart/items`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(item(1)),
  })
  return answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}
