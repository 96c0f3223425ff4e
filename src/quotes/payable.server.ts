/** Prepares a quote or custom cart for payment. */
import { getCartBilling } from '#cart/billing.server.ts'
import { getCartById, findCart, type CartRow } from '#cart/carts.server.ts'
import type { CartBilling } from '#cart/contract.ts'
import type { PaymentOptions } from '#cart/pricing.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { loadBillingInformation } from '#workspaces/billing.server.ts'

import { findQuote, assertPayable, type QuoteKey, type QuoteRow } from './quotes.server.ts'

/** The card processing fee of custom carts: 3%, see decision 32. */
export const CARD_FEE_RATE = 0.03

export type PayableOffer = { quote: QuoteRow; cart: CartRow; payment: PaymentOptions }

/** Returns a locked offer with its payment options. Throws 409 or 410 when it cannot be paid, 403 for the workspace of its creator. */
export const requirePayable = async (
  trx: Trx,
  actor: Actor,
  { quote, cart }: { quote: QuoteRow; cart: CartRow },
  { by_card, now }: { by_card: boolean; now: Date },
): Promise<PayableOffer> => {
  assertPayable(quote, now)
  if (quote.kind === 'custom') await assertNotOwnOffer(trx, actor, quote)
  return toPayable(trx, actor, quote, cart, by_card)
}

/** Prevents staff from buying for their own workspace at a price that they set. */
const assertNotOwnOffer = async (trx: Trx, { workspace_id }: Actor, { id }: QuoteRow) => {
  const ownVersion = await trx
    .selectFrom('quote_versions as v')
    .innerJoin('workspace_members as m', 'm.user_id', 'v.created_by')
    .where('v.quote_id', '=', id)
    .where('m.workspace_id', '=', workspace_id)
    .select('v.version')
    .executeTakeFirst()
  if (ownVersion)
    throw refuse(403, 'Somebody of your workspace made this cart. Please ask a colleague to make one for you.')
}

/** Like `requirePayable`, for reading. Throws 404 for another workspace's quote or an unknown link. */
export const findPayable = async (
  db: Db,
  actor: Actor,
  handle: QuoteKey,
  { by_card, now }: { by_card: boolean; now: Date },
): Promise<PayableOffer> => {
  const quote = await findQuote(db, handle)
  assertPayable(quote, now)
  return toPayable(db, actor, quote, await getCartById(db, quote.cart_id), by_card)
}

/**
 * A quote is billed to its workspace. A custom cart uses the billing information of the visitor's own cart, so that other
 * people with the link do not see it.
 */
const toPayable = async (
  db: Db | Trx,
  actor: Actor,
  quote: QuoteRow,
  cart: CartRow,
  by_card: boolean,
): Promise<PayableOffer> => {
  if (quote.kind === 'quote') return { quote, cart, payment: { billing: await getQuoteBilling(db, quote) } }
  const ownCart = await findCart(db, actor)
  const { ein = null, vat_number = null, vat_check = null, po_number = null } = ownCart ?? {}
  return {
    quote,
    cart: { ...cart, ein, vat_number, vat_check, po_number },
    payment: { billing: ownCart ? await getCartBilling(db, ownCart) : null, fee_rate: by_card ? CARD_FEE_RATE : 0 },
  }
}

/** Returns the billing information of the quote's workspace, or null. */
export const getQuoteBilling = async (db: Db | Trx, { workspace_id }: QuoteRow): Promise<CartBilling | null> => {
  const workspaceBilling = workspace_id === null ? null : await loadBillingInformation(db, workspace_id)
  if (!workspaceBilling) return null
  const { company_name: company, address_2: address2, ...billing } = workspaceBilling
  return { ...billing, company, address2, first_name: '', last_name: '', email: '' }
}
