/** Seeds preferred rates and carts that use them. */
import { randomUUID } from 'node:crypto'

import { setCartBilling } from '../../src/cart/details-contract.ts'
import { addUnderRate } from '../../src/cart/rate-contract.ts'
import { placeManually } from '../../src/checkout/contract.ts'
import type { RateBody } from '../../src/licensing/rate-schema.ts'
import { createRate } from '../../src/rates/rates.server.ts'
import type { TestApp } from '../app.ts'
import { texasBilling } from './checkout.ts'
import { seedMember, type Buyer, type TestClip } from './orders.ts'

export const germanWebLicense = {
  distribution_ids: [3, 5],
  term: 'one-year',
  custom_term_value: null,
  custom_term_unit: null,
  territory: 'national',
  territory_name: 'Germany',
  advertising: 'paid',
} as const satisfies RateBody['distribution_groups'][number]

/** Builds a rate of $89.00 a clip for Aster Foods: Web & Social and paid ads in Germany for a year, pitches in perpetuity. */
export const buildRateBody = (overrides: Partial<RateBody> = {}): RateBody => ({
  name: 'Aster 2026',
  price_cents: 8_900,
  end_client_name: 'Aster Foods',
  end_client_size: 3,
  end_client_type: 'commercial',
  usage_details: 'All spots of the summer campaign',
  distribution_groups: [
    { ...germanWebLicense, distribution_ids: [...germanWebLicense.distribution_ids] },
    {
      ...germanWebLicense,
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
  ...overrides,
})

export const seedRate = ({ db, clock }: TestApp, workspace_id: number, overrides: Partial<RateBody> = {}) =>
  db
    .transaction()
    .execute(trx => createRate(trx, workspace_id, buildRateBody(overrides), { staff_user_id: null, now: clock.now() }))

/** Adds clips under a rate. Returns the cart. */
export const addClipsUnderRate = async (
  { visitor }: Pick<Buyer, 'visitor'>,
  rate_id: number,
  clips: readonly TestClip[],
) =>
  (
    await visitor.call(addUnderRate, {
      body: { preferred_rate_id: rate_id, clips: clips.map(({ id }) => id), format_id: 3 },
    })
  ).data

/** Seeds a member with a billing address in Texas and clips in the cart under a rate. */
export const seedRateBuyer = async (
  shop: TestApp,
  { id, workspace_id }: { id: number; workspace_id: number },
  clips: readonly TestClip[],
) => {
  const buyer = await seedMember(shop, 'purchaser', workspace_id)
  await addClipsUnderRate(buyer, id, clips)
  const { data: cart } = await buyer.visitor.call(setCartBilling, { body: await texasBilling(shop, buyer.user_id) })
  return {
    ...buyer,
    cart,
    /** Checks out without a card, for rates of $0. */
    placeFree: () =>
      buyer.visitor.call(
        placeManually,
        { body: { cart_hash: cart.hash ?? '', seen: cart.fingerprint } },
        { idempotencyKey: randomUUID() },
      ),
  }
}
