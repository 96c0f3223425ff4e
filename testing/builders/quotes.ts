/** Quotes and custom carts for tests, through the sales team's own verbs. */
import { makeCustomCart, makeQuote, type Offer } from '../../src/quotes/make.server.ts'
import { saveBilling } from '../../src/workspaces/billing.server.ts'
import type { TestApp } from '../app.ts'
import type { Buyer, TestClip } from './orders.ts'

export const day_ms = 86_400_000

type Wish = Partial<Omit<Offer, 'lines'>> & { agreed_cents?: number | null; org_type?: 'commercial' | 'nonprofit' }

/** Of each clip one line, Web & Social for a small company, in HD at $120.00; for a week. */
export const anOffer = (
  { clock }: TestApp,
  clips: readonly Pick<TestClip, 'id'>[],
  { agreed_cents = 12_000, org_type = 'commercial', ...wish }: Wish = {},
): Offer => ({
  lines: clips.map(({ id }) => ({
    clip_id: id,
    format_id: 3,
    org_type,
    end_client_size: 2,
    distribution_ids: [3],
    agreed_cents,
  })),
  expires_at: new Date(clock.now().getTime() + 7 * day_ms),
  note: 'As we said on the phone.',
  ein: '',
  ...wish,
})

/** Made by the buyer's own hand: who made it matters to nothing. Answers its number. */
export const aQuote = (
  shop: TestApp,
  { workspace_id, user_id }: Pick<Buyer, 'workspace_id' | 'user_id'>,
  clips: readonly Pick<TestClip, 'id'>[],
  wish: Wish = {},
): Promise<string> =>
  shop.db
    .transaction()
    .execute(trx => makeQuote(trx, workspace_id, anOffer(shop, clips, wish), { user_id, now: shop.clock.now() }))

/** Answers its number, and the link's key. */
export const aCustomCart = (
  shop: TestApp,
  { user_id }: Pick<Buyer, 'user_id'>,
  clips: readonly Pick<TestClip, 'id'>[],
  wish: Wish = {},
) =>
  shop.db
    .transaction()
    .execute(trx => makeCustomCart(trx, anOffer(shop, clips, wish), { user_id, now: shop.clock.now() }))

/** The workspace is billed in a state of the United States. */
export const bills = async (
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
