/** Somebody about to pay, in every way there is: for a cart, a quote, an order on account, a link; by card, kept card, PayPal. */
import { randomUUID } from 'node:crypto'

import { saveDetails } from '../../src/cart/legacy-contract.ts'
import {
  checkout,
  checkoutInvoice,
  getInvoice,
  placeManually,
  selfInvoice,
  type CheckoutBody,
} from '../../src/checkout/contract.ts'
import { payByLink } from '../../src/checkout/legacy-contract.ts'
import { byNumber, customCart, ownCart, type Payable } from '../../src/checkout/payable.server.ts'
import { addMethod } from '../../src/payments/methods-contract.ts'
import type { Member } from '../../src/platform/actor.ts'
import { getLegacyCart } from '../../src/quotes/contract.ts'
import type { TestApp, Visitor } from '../app.ts'
import { proofFor, proofOf } from '../proof.ts'
import { aBuyer, texan, checkoutProof, memberOf, payment } from './checkout.ts'
import { aCoupon, applyCoupon } from './coupons.ts'
import { aMember, anOrder, type Buyer, type TestClip } from './orders.ts'
import { aCustomCart, aQuote, bills } from './quotes.ts'

type Shop = { shop: TestApp; clips: TestClip[] }
type Means = Partial<Pick<CheckoutBody, 'nonce' | 'payment_type' | 'payment_method_id' | 'remember_payment_method'>>
type Payer = {
  workspace_id: number
  visitor: Visitor
  actor: Member
  /** What `pay` of the server takes, for a gateway of one's own. */
  payable: Payable
  body: () => Promise<CheckoutBody>
  /** The same by the shop's door. */
  pay: (key: string) => Promise<{ state: string; order_id: number }>
}

/** Answers the id of what the workspace keeps from now on. */
export const keep = async ({ visitor }: { visitor: Visitor }, nonce: string, type: 'card' | 'ach' | 'paypal') => {
  const body = { nonce, type, 'g-recaptcha-response': await proofOf(visitor, 'add_payment_method') }
  return (await visitor.call(addMethod, { body })).data.id
}

const withCart =
  (meansOf: (buyer: Buyer) => Promise<Means>) =>
  async ({ shop, clips }: Shop): Promise<Payer> => {
    const buyer = await aBuyer(shop, clips)
    const asked = { ...payment(buyer.cart.fingerprint), ...(await meansOf(buyer)) }
    return {
      workspace_id: buyer.workspace_id,
      visitor: buyer.visitor,
      actor: buyer.actor,
      payable: ownCart,
      body: async () => ({ ...asked, 'g-recaptcha-response': await proofFor(shop.deps, 'checkout_form') }),
      pay: async idempotencyKey => {
        const body = { ...asked, ...(await checkoutProof(buyer.visitor)) }
        return (await buyer.visitor.call(checkout, { body }, { idempotencyKey })).data
      },
    }
  }

const withNumber =
  (numberOf: (at: Shop, buyer: Buyer) => Promise<string>) =>
  async (at: Shop): Promise<Payer> => {
    const { shop } = at
    const buyer = await aMember(shop)
    const invoiceNumber = await numberOf(at, buyer)
    const { data: seen } = await buyer.visitor.call(getInvoice, { params: { invoice: invoiceNumber } })
    const asked = payment(seen.fingerprint)
    return {
      workspace_id: buyer.workspace_id,
      visitor: buyer.visitor,
      actor: await memberOf(shop, buyer.user_id, 'owner'),
      payable: byNumber(invoiceNumber),
      body: async () => ({ ...asked, 'g-recaptcha-response': await proofFor(shop.deps, 'checkout_form') }),
      pay: async idempotencyKey => {
        const body = { ...asked, ...(await checkoutProof(buyer.visitor)) }
        return (await buyer.visitor.call(checkoutInvoice, { params: { invoiceNumber }, body }, { idempotencyKey })).data
      },
    }
  }

const withLink = async ({ shop, clips }: Shop): Promise<Payer> => {
  const [seller, buyer] = [await aMember(shop), await aMember(shop)]
  const { link } = await aCustomCart(shop, seller, clips)
  const { country_region_id, billing_contact_user_id, company, ...address } = await texan(shop, buyer.user_id)
  const person = { first_name: 'Ida', last_name: 'Moreno', email: 'ida@example.com' }
  await buyer.visitor.call(saveDetails, { body: { ...address, ...person, region_id: country_region_id } })
  const query = { cart_hash: link, payment_type: 'card' } as const
  const { fingerprint } = (await buyer.visitor.call(getLegacyCart, { query })).data
  const asked = payment(fingerprint)
  return {
    workspace_id: buyer.workspace_id,
    visitor: buyer.visitor,
    actor: await memberOf(shop, buyer.user_id, 'owner'),
    // As the door names it, whatever becomes of the cart.
    payable: { ...customCart(link), name: `link ${link}` },
    body: async () => ({ ...asked, 'g-recaptcha-response': await proofFor(shop.deps, 'checkout_form') }),
    pay: async idempotencyKey => {
      const { payment_method_id: saved_payment_method_id, ...rest } = asked
      const body = { ...rest, saved_payment_method_id, cart_hash: link, ...(await checkoutProof(buyer.visitor)) }
      return (await buyer.visitor.call(payByLink, { body }, { idempotencyKey })).data
    },
  }
}

/** By the name that a person reads. */
export const payers = {
  'a cart, by a new card': withCart(async () => ({})),
  'a cart, by a kept card': withCart(async buyer => ({
    nonce: null,
    payment_method_id: await keep(buyer, 'fake-valid-mastercard-nonce', 'card'),
  })),
  'a cart, by PayPal': withCart(async () => ({
    nonce: 'fake-paypal-billing-agreement-nonce',
    payment_type: 'paypal',
    remember_payment_method: true,
  })),
  'an order on account, by its number': withNumber(
    async ({ shop, clips }, buyer) => (await anOrder(shop, buyer, 'invoiced', { clips })).number,
  ),
  'a quote': withNumber(async ({ shop, clips }, buyer) => {
    await bills(shop, buyer)
    return aQuote(shop, buyer, clips)
  }),
  'a custom cart': withLink,
}

export type Way = keyof typeof payers
export const ways = Object.keys(payers) as Way[]

const project = {
  client_name: 'Northwind Ferries',
  project_name: 'Winter timetable',
  project_description: 'A 30-second spot',
  start_date: '2026-04-01',
  po_number: null,
}

/** What is bought without the gateway. `buy` answers what whoever buys hears. */
export const unpaid = {
  'a cart that costs nothing': async ({ shop, clips }: Shop) => {
    const buyer = await aBuyer(shop, clips)
    const { hash, fingerprint: seen } = await applyCoupon(buyer, (await aCoupon(shop, { value: 100 })).code)
    const body = { cart_hash: hash ?? '', seen }
    return { ...buyer, buy: () => buyer.visitor.call(placeManually, { body }, { idempotencyKey: randomUUID() }) }
  },
  'a cart, on account': async ({ shop, clips }: Shop) => {
    const buyer = await aBuyer(shop, clips)
    const account = { has_self_invoicing: true, credit_limit_cents: 100_000_000 }
    await shop.db.updateTable('workspaces').set(account).where('id', '=', buyer.workspace_id).execute()
    const body = { ...project, cart_hash: buyer.cart.hash ?? '', seen: buyer.cart.fingerprint }
    return { ...buyer, buy: () => buyer.visitor.call(selfInvoice, { body }) }
  },
}
