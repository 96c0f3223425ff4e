/** The legacy cart endpoint: the caller's own cart, or the custom cart of a link. */
import { findCart } from '#cart/carts.server.ts'
import { priceCart } from '#cart/pricing.server.ts'
import { toCartResponse, toCart } from '#cart/show.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { canPurchase } from '#workspaces/policy.ts'

import type { LegacyCart } from './contract.ts'
import { findPayable } from './payable.server.ts'
import { recordQuoteView } from './views.server.ts'

type LegacyCartQuery = { cart_hash?: string | null | undefined; payment_type?: string | undefined }

/** Guests can also identify their own cart by the hash. Throws 404 for an unknown hash, 410 for a custom cart that can no longer be paid. */
export const loadLegacyCart = async (
  db: Db,
  actor: Actor,
  { cart_hash, payment_type }: LegacyCartQuery,
  now: Date,
): Promise<LegacyCart> => {
  const owner = cart_hash && actor.user_id === null ? { ...actor, cart_hash } : actor
  const ownCart = await findCart(db, owner)
  if (!cart_hash || ownCart?.hash === cart_hash) {
    const cart = await toCartResponse(db, actor, ownCart, now)
    return { ...cart, kind: 'own', vat: cart.vat_total, expires_at: null, note: '' }
  }
  return loadCustomCart(db, actor, cart_hash, { by_card: payment_type === 'card', now })
}

const loadCustomCart = async (
  db: Db,
  actor: Actor,
  link: string,
  options: { by_card: boolean; now: Date },
): Promise<LegacyCart> => {
  const { quote, cart, payment } = await findPayable(db, actor, { link }, options)
  await recordQuoteView(db, actor, quote, options.now)
  const canBuy = actor.user_id === null || canPurchase(actor.workspace_role)
  const response = toCart(await priceCart(db, cart, options.now, payment), canBuy)
  return {
    ...response,
    hash: link,
    kind: 'custom',
    vat: response.vat_total,
    expires_at: quote.expires_at.toISOString(),
    note: quote.note,
  }
}
