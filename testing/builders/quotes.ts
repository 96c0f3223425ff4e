/** Seeds quotes and custom carts. */
import { DAY_MS } from '../../src/platform/clock.ts'
import { createCustomCart, createQuote, type Offer } from '../../src/quotes/offers.server.ts'
import { saveBilling } from '../../src/workspaces/billing.server.ts'
import type { TestApp } from '../app.ts'
import type { Buyer, TestClip } from './orders.ts'

type OfferOptions = Partial<Omit<Offer, 'lines'>> & {
  agreed_price_cents?: number | null
  org_type?: 'commercial' | 'nonprofit'
  distribution_ids?: number[]
}

/** Builds an offer with one line per clip: Web & Social for a small company, HD at $120.00, valid for a week. */
export const buildOffer = (
  { clock }: TestApp,
  clips: readonly Pick<TestClip, 'id'>[],
  { agreed_price_cents = 12_000, org_type = 'commercial', distribution_ids = [3], ...overrides }: OfferOptions = {},
): Offer => ({
  lines: clips.map(({ id }) => ({
    clip_id: id,
    format_id: 3,
    org_type,
    end_client_size: 2,
    distribution_ids,
    agreed_price_cents,
  })),
  expires_at: new Date(clock.now().getTime() + 7 * DAY_MS),
  note: 'As we said on the phone.',
  ein: '',
  ...overrides,
})

/** Seeds a quote with the buyer as its author, which makes no difference. Returns its number. */
export const seedQuote = (
  shop: TestApp,
  { workspace_id, user_id }: Pick<Buyer, 'workspace_id' | 'user_id'>,
  clips: readonly Pick<TestClip, 'id'>[],
  options: OfferOptions = {},
): Promise<string> =>
  shop.db
    .transaction()
    .execute(trx =>
      createQuote(trx, workspace_id, buildOffer(shop, clips, options), { user_id, now: shop.clock.now() }),
    )

/** Returns the number and the link's key. */
export const seedCustomCart = (
  shop: TestApp,
  { user_id }: Pick<Buyer, 'user_id'>,
  clips: readonly Pick<TestClip, 'id'>[],
  options: OfferOptions = {},
) =>
  shop.db
    .transaction()
    .execute(trx => createCustomCart(trx, buildOffer(shop, clips, options), { user_id, now: shop.clock.now() }))

/** Sets a billing address in a US state. */
export const setUsBilling = async (
  { db }: TestApp,
  { workspace_id, user_id }: Pick<Buyer, 'workspace_id' | 'user_id'>,
  code = 'TX',
): Promise<void> => {
  const region = await db
    .selectFrom('country_regions')
    .where('country_id', '=', 41)
    .where('code', '=', code)
    .select('id')
    .executeTakeFirstOrThrow()
  await saveBilling(db, workspace_id, {
    company_name: 'Fieldnote Pictures',
    billing_contact_user_id: user_id,
    address: '12 Alder Street',
    address2: '',
    city: 'Austin',
    postal_code: '78701',
    country_id: 41,
    country_region_id: region.id,
    region: '',
  })
}
