/** What can be paid: a cart that becomes an order, or an order that stands already. */
import { lockOwnCart, markCartPaying } from '#cart/carts.server.ts'
import { isOwed } from '#orders/due.ts'
import type { OrderBilling } from '#orders/sold.ts'
import type { PaymentType } from '#payments/instrument.ts'
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { quote_number_shape } from '#quotes/contract.ts'
import { payableOf } from '#quotes/payable.server.ts'
import { lockQuote, type Handle } from '#quotes/quotes.server.ts'

import { openAttemptOnOrder } from './attempts.server.ts'
import { changed_refusal, draftFrom, readyCart, type ReadyCart } from './ready-cart.server.ts'
import { standingOrder } from './standing-order.server.ts'

type How = { seen: string | undefined; payment_type: PaymentType; now: Date }

/** What an attempt is about. `cart_id`: the cart that becomes the order; null for an order that stood already. */
export type Begun = { cart_id: number | null; order_id: number; amount_cents: number }

export type Payable = {
  /** Stands for it where two requests under one key are told apart. */
  name: string
  /** Locks it until the transaction ends, so that a twin of the request waits; answers how its payment begins. */
  lock: (trx: Trx, actor: Member) => Promise<(how: How) => Promise<Begun>>
}

export const nothing_to_pay =
  'There is nothing to pay for this cart any more, so no card is needed. Please complete it once more.'

/** Bank accounts are debited by a network of the United States, for those who are billed there. */
const needDebitable = (payment_type: PaymentType, country: string) => {
  if (payment_type === 'ach' && country !== 'United States')
    throw refuse.fields({
      payment_type: [
        'A bank account pays only for a billing address in the United States. Please choose another way to pay.',
      ],
    })
}

/** The cart of whoever asks. */
export const ownCart: Payable = {
  name: 'cart',
  lock: async (trx, actor) => {
    const cart = await lockOwnCart(trx, actor)
    return async how => beginWith(trx, actor, await readyCart(trx, actor, cart, how), how)
  },
}

/** A quote of the workspace, or the custom cart of a link. */
const offer = (name: string, handleOf: (actor: Member) => Handle): Payable => ({
  name,
  lock: async (trx, actor) => {
    const locked = await lockQuote(trx, handleOf(actor))
    return async how => {
      const by = { by_card: how.payment_type === 'card', now: how.now }
      const { cart, paying } = await payableOf(trx, actor, locked, by)
      return beginWith(trx, actor, await readyCart(trx, actor, cart, how, paying), how)
    }
  },
})

export const customCart = (link: string): Payable => offer(`custom cart ${link}`, () => ({ link }))

/** The order that the cart becomes is drafted, and nobody changes the cart until that has ended. */
const beginWith = async (trx: Trx, actor: Member, ready: ReadyCart, { payment_type, now }: How): Promise<Begun> => {
  if (ready.total_cents === 0) throw refuse(409, nothing_to_pay)
  needDebitable(payment_type, ready.billing.country.name)
  const order_id = await draftFrom(trx, ready, actor, { payment_type, po_number: ready.cart.po_number, now })
  await markCartPaying(trx, ready.cart.id)
  return { cart_id: ready.cart.id, order_id, amount_cents: ready.total_cents }
}

/** What a number at `/checkout/:invoiceNumber` stands for. */
export const byNumber = (number: string): Payable =>
  quote_number_shape.test(number)
    ? offer(number, ({ workspace_id }) => ({ number, workspace_id }))
    : standingByNumber(number)

/** An order of the workspace that was bought on account. */
const standingByNumber = (number: string): Payable => ({
  name: number,
  lock: async (trx, actor) => {
    const order = await standingOrder(trx, actor.workspace_id, number, { lock: true })
    return async ({ seen, payment_type }) => {
      if (!isOwed(order.state)) throw refuse(409, 'This order is paid already, so nothing was charged.')
      const open = await openAttemptOnOrder(trx, order.id)
      if (open)
        throw refuse(409, 'A payment for this order is under way already. Please wait until it has ended.', {
          order_id: order.id,
        })
      if (seen !== order.fingerprint) throw refuse(409, changed_refusal)
      needDebitable(payment_type, (order.billing as OrderBilling).country)
      return { cart_id: null, order_id: order.id, amount_cents: order.total_cents }
    }
  },
})
