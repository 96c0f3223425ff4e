/** What can be paid: a cart that becomes an order, or an existing order. */
import { findCart, getCartById, lockOwnCart, markCartPaying, type CartRow } from '#cart/carts.server.ts'
import { isOwed } from '#orders/due.ts'
import { getOrderTerms, recordAcceptance, type AcceptedTerms } from '#orders/license-terms.server.ts'
import type { OrderBilling } from '#orders/order-snapshot.ts'
import type { PaymentType } from '#payments/instrument.ts'
import type { Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { requirePayable } from '#quotes/payable.server.ts'
import { findQuote, isQuoteNumber, lockQuote, type QuoteKey } from '#quotes/quotes.server.ts'

import { findPendingAttemptOfOrder } from './attempts.server.ts'
import { loadExistingOrder } from './existing-order.server.ts'
import { CHANGED_CART_TEXT, draftCartOrder, prepareCart, type ReadyCart } from './ready-cart.server.ts'

type PayableOptions = { seen: string | undefined; payment_type: PaymentType; terms: AcceptedTerms; now: Date }

/** The order that an attempt pays. `cart_id`: the cart that becomes the order; null for an existing order. */
export type AttemptTarget = { cart_id: number | null; order_id: number; amount_cents: number }

export type Payable = {
  /** Identifies the payable in the request hash. */
  name: string
  /** Whether it is an order, which has its license terms. */
  has_terms?: true
  /** Whether anyone with a link can pay it, so that declines count for the order and not for its buyer. */
  is_linked?: true
  /** Finds the cart whose VAT number the payment relies on. An order keeps its own. */
  findVatCart?: (db: Db, actor: Member) => Promise<CartRow | undefined>
  /**
   * Locks the payable until the transaction ends, so that a duplicate request waits. Returns a function that starts
   * its payment.
   */
  lock: (trx: Trx, actor: Member) => Promise<(options: PayableOptions) => Promise<AttemptTarget>>
}

export const NOTHING_TO_PAY_TEXT =
  'There is nothing to pay for this cart anymore, so no card is needed. Please complete it once more.'

/** Bank accounts are debited through a US network, so the billing address must be in the United States. */
const requireDebitable = (payment_type: PaymentType, country: string) => {
  if (payment_type === 'ach' && country !== 'United States')
    throw refuse.fields({
      payment_type: [
        'A bank account pays only for a billing address in the United States. Please choose another payment method.',
      ],
    })
}

/** The actor’s own cart. */
export const ownCart: Payable = {
  name: 'cart',
  findVatCart: findCart,
  lock: async (trx, actor) => {
    const cart = await lockOwnCart(trx, actor)
    return async options => beginCartPayment(trx, actor, await prepareCart(trx, actor, cart, options), options)
  },
}

/** A quote of the workspace, or the custom cart of a link. */
const quotePayable = (name: string, getHandle: (actor: Member) => QuoteKey): Payable => ({
  name,
  findVatCart: async (db, actor) => {
    const quote = await findQuote(db, getHandle(actor))
    // A custom cart is paid with the numbers of the visitor's own cart.
    return quote.kind === 'quote' ? getCartById(db, quote.cart_id) : findCart(db, actor)
  },
  lock: async (trx, actor) => {
    const quote = await lockQuote(trx, getHandle(actor))
    return async options => {
      const quoteOptions = { by_card: options.payment_type === 'card', now: options.now }
      const { cart, payment: paying } = await requirePayable(trx, actor, quote, quoteOptions)
      return beginCartPayment(trx, actor, await prepareCart(trx, actor, cart, options, paying), options)
    }
  },
})

export const customCart = (link: string): Payable => quotePayable(`custom cart ${link}`, () => ({ link }))

/** Drafts the order and locks the cart against changes until the payment has ended. */
const beginCartPayment = async (
  trx: Trx,
  actor: Member,
  ready: ReadyCart,
  { payment_type, terms, now }: PayableOptions,
): Promise<AttemptTarget> => {
  if (ready.total_cents === 0) throw refuse(409, NOTHING_TO_PAY_TEXT)
  requireDebitable(payment_type, ready.billing.country.name)
  const order_id = await draftCartOrder(trx, ready, actor, {
    payment_type,
    po_number: ready.cart.po_number,
    terms,
    now,
  })
  await markCartPaying(trx, ready.cart.id)
  return { cart_id: ready.cart.id, order_id, amount_cents: ready.total_cents }
}

/** Returns the payable for a number in `/checkout/:invoiceNumber`. */
export const payableByNumber = async (db: Db, number: string): Promise<Payable> =>
  (await isQuoteNumber(db, number))
    ? quotePayable(number, ({ workspace_id }) => ({ number, workspace_id }))
    : invoicePayable(number)

/**
 * An invoiced order of the workspace. It is a debt, not a sale: it stays payable when its country is no longer sold to
 * or its clip became editorial.
 */
const invoicePayable = (number: string, acceptsTerms = true): Payable => ({
  name: number,
  has_terms: true,
  lock: async (trx, actor) => {
    const order = await loadExistingOrder(trx, actor.workspace_id, number, { lock: true })
    return async ({ seen, payment_type, now }) => {
      if (!isOwed(order.state)) throw refuse(409, 'This order is paid already, so nothing was charged.')
      const openAttempt = await findPendingAttemptOfOrder(trx, order.id)
      if (openAttempt)
        throw refuse(409, 'A payment for this order is under way already. Please wait until it has ended.', {
          order_id: order.id,
        })
      if (seen !== order.fingerprint) throw refuse(409, CHANGED_CART_TEXT)
      requireDebitable(payment_type, (order.billing as OrderBilling).country)
      if (acceptsTerms) {
        // The payer accepts the terms that the order was made under.
        const { text_id, text_sha256 } = await getOrderTerms(trx, order.id)
        const acceptance = { order_id: order.id, user_id: actor.user_id, terms: { text_id, text_sha256 }, now }
        await recordAcceptance(trx, acceptance)
      }
      return { cart_id: null, order_id: order.id, amount_cents: order.total_cents }
    }
  },
})

/** An invoice that is paid by the link in it. Its payer has no account, and the buyer accepted the terms before. */
export const linkedInvoice = (number: string): Payable => ({
  ...invoicePayable(number, false),
  name: `link of ${number}`,
  is_linked: true,
})
