/** Preferred rates for tests, and carts under them. */
import { randomUUID } from 'node:crypto'

import { setCartBilling } from '../../src/cart/details-contract.ts'
import { addUnderRate } from '../../src/cart/rate-contract.ts'
import { placeManually } from '../../src/checkout/contract.ts'
import type { RateBody } from '../../src/rates/rate-shape.ts'
import { makeRate } from '../../src/rates/rates.server.ts'
import type { TestApp } from '../app.ts'
import { texan } from './checkout.ts'
import { aMember, type Buyer, type TestClip } from './orders.ts'

export const web_in_germany = {
  distribution_ids: [3, 5],
  term: 'one-year',
  custom_term_value: null,
  custom_term_unit: null,
  territory: 'national',
  territory_name: 'Germany',
  advertising: 'paid',
} as const satisfies RateBody['distribution_groups'][number]

/** $89.00 a clip for Aster Foods: Web & Social and paid advertising in Germany for a year, pitches for good. */
export const rateBody = (wish: Partial<RateBody> = {}): RateBody => ({
  name: 'Aster 2026',
  price_cents: 8_900,
  end_client_name: 'Aster Foods',
  end_client_size: 3,
  end_client_type: 'commercial',
  usage_details: 'All spots of the summer campaign',
  distribution_groups: [
    { ...web_in_germany, distribution_ids: [...web_in_germany.distribution_ids] },
    {
      ...web_in_germany,
      distribution_ids: [1],
      term: 'perpetual',
      territory: 'worldwide',
      territory_name: '',
      advertising: 'not_applicable',
    },
  ],
  starts_at: '2026-01-01T00:00:00.000Z',
  ends_at: null,
  clip_limit: null,
  ...wish,
})

export const aRate = ({ db, clock }: TestApp, workspace_id: number, wish: Partial<RateBody> = {}) =>
  db
    .transaction()
    .execute(trx => makeRate(trx, workspace_id, rateBody(wish), { staff_user_id: null, now: clock.now() }))

/** Puts clips in under a rate; answers the cart. */
export const addUnder = async ({ visitor }: Pick<Buyer, 'visitor'>, rate_id: number, clips: readonly TestClip[]) =>
  (
    await visitor.call(addUnderRate, {
      body: { preferred_rate_id: rate_id, clips: clips.map(({ id }) => id), format_id: 3 },
    })
  ).data

/** A member billed in Texas with clips in the cart under a rate of the workspace. */
export const aRateBuyer = async (
  shop: TestApp,
  { id, workspace_id }: { id: number; workspace_id: number },
  clips: readonly TestClip[],
) => {
  const buyer = await aMember(shop, 'purchaser', workspace_id)
  await addUnder(buyer, id, clips)
  const { data: cart } = await buyer.visitor.call(setCartBilling, { body: await texan(shop, buyer.user_id) })
  return {
    ...buyer,
    cart,
    /** Without a card: for rates that cost nothing. */
    placeFree: () =>
      buyer.visitor.call(
        placeManually,
        { body: { cart_hash: cart.hash ?? '', seen: cart.fingerprint } },
        { idempotencyKey: randomUUID() },
      ),
  }
}
