/** A quote or custom cart as checkout pays for it. */
import { cartBillingOf } from '#cart/billing.server.ts'
import { cartById, findCart, type CartRow } from '#cart/carts.server.ts'
import type { CartBilling } from '#cart/contract.ts'
import type { Paying } from '#cart/pricing.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { billingInformationOf } from '#workspaces/billing.server.ts'

import { findQuote, needOpen, type Handle, type QuoteRow } from './quotes.server.ts'

/** For taking a card for a custom cart: 3 %, as decision 182 says. */
export const fee_rate = 0.03

export type Payable = { quote: QuoteRow; cart: CartRow; paying: Paying }

/** What `lockQuote` locked, for paying. Throws 409 or 410 with the reason when it cannot be paid, 403 for whoever made it. */
export const payableOf = async (
  trx: Trx,
  actor: Actor,
  { quote, cart }: { quote: QuoteRow; cart: CartRow },
  { by_card, now }: { by_card: boolean; now: Date },
): Promise<Payable> => {
  needOpen(quote, now)
  if (quote.kind === 'custom') await needOthers(trx, actor, quote)
  return asPaidBy(trx, actor, quote, cart, by_card)
}

/** Nobody of us sells to a workspace of their own at a price that they made. */
const needOthers = async (trx: Trx, { workspace_id }: Actor, { id }: QuoteRow) => {
  const made = await trx
    .selectFrom('quote_versions as v')
    .innerJoin('workspace_members as m', 'm.user_id', 'v.made_by')
    .where('v.quote_id', '=', id)
    .where('m.workspace_id', '=', workspace_id)
    .select('v.version')
    .executeTakeFirst()
  if (made) throw refuse(403, 'Somebody of your workspace made this cart. Please ask a colleague to make one for you.')
}

/** For reading. Throws 404 for what is not theirs, and the same refusals. */
export const findPayable = async (
  db: Db,
  actor: Actor,
  handle: Handle,
  { by_card, now }: { by_card: boolean; now: Date },
): Promise<Payable> => {
  const quote = await findQuote(db, handle)
  needOpen(quote, now)
  return asPaidBy(db, actor, quote, await cartById(db, quote.cart_id), by_card)
}

/**
 * A quote is billed to its workspace. A custom cart is billed as whoever pays says of themselves: that is kept with their
 * own cart, so that nobody else with the link sees it.
 */
const asPaidBy = async (
  db: Db | Trx,
  actor: Actor,
  quote: QuoteRow,
  cart: CartRow,
  by_card: boolean,
): Promise<Payable> => {
  if (quote.kind === 'quote') return { quote, cart, paying: { billing: await billedTo(db, quote) } }
  const own = await findCart(db, actor)
  const { ein = null, vat_number = null, vat_check = null, po_number = null } = own ?? {}
  return {
    quote,
    cart: { ...cart, ein, vat_number, vat_check, po_number },
    paying: { billing: own ? await cartBillingOf(db, own) : null, fee_rate: by_card ? fee_rate : 0 },
  }
}

/** Whom a quote is billed to: its workspace, as it is known there; null until it is. */
export const billedTo = async (db: Db | Trx, { workspace_id }: QuoteRow): Promise<CartBilling | null> => {
  const known = workspace_id === null ? null : await billingInformationOf(db, workspace_id)
  if (!known) return null
  const { company_name: company, address_2: address2, ...billing } = known
  return { ...billing, company, address2, first_name: '', last_name: '', email: '' }
}
