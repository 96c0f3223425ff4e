/** The older cart door: one's own cart, or the custom cart that a link opens. */
import { findCart } from '#cart/carts.server.ts'
import { pricedCart } from '#cart/pricing.server.ts'
import { cartAs, shownCart } from '#cart/show.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { canPurchase } from '#workspaces/policy.ts'

import type { LegacyCart } from './contract.ts'
import { findPayable } from './payable.server.ts'
import { noteView } from './views.server.ts'

type Asked = { cart_hash?: string | null | undefined; payment_type?: string | undefined }

/** A guest's own cart, too, goes by the hash. Throws 404 for a hash that opens nothing, 410 for what cannot be paid any more. */
export const legacyCartOf = async (
  db: Db,
  actor: Actor,
  { cart_hash, payment_type }: Asked,
  now: Date,
): Promise<LegacyCart> => {
  const holder = cart_hash && actor.user_id === null ? { ...actor, cart_hash } : actor
  const own = await findCart(db, holder)
  if (!cart_hash || own?.hash === cart_hash) {
    const cart = await cartAs(db, actor, own, now)
    return { ...cart, kind: 'own', vat: cart.vat_total, expires_at: null, note: '' }
  }
  return customCartOf(db, actor, cart_hash, { by_card: payment_type === 'card', now })
}

const customCartOf = async (
  db: Db,
  actor: Actor,
  link: string,
  by: { by_card: boolean; now: Date },
): Promise<LegacyCart> => {
  const { quote, cart, paying } = await findPayable(db, actor, { link }, by)
  await noteView(db, actor, quote, by.now)
  const may = actor.user_id === null || canPurchase(actor.workspace_role)
  const shown = shownCart(await pricedCart(db, cart, by.now, paying), may)
  return {
    ...shown,
    hash: link,
    kind: 'custom',
    vat: shown.vat_total,
    expires_at: quote.expires_at.toISOString(),
    note: quote.note,
  }
}
