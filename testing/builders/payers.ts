/** Payers for every kind of purchase: a cart, a quote, an order on account, a link; by new card, saved card and PayPal. */
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
import { payableByNumber, customCart, ownCart, type Payable } from '../../src/checkout/payable.server.ts'
import { addMethod } from '../../src/payments/methods-contract.ts'
import type { Member } from '../../src/platform/actor.ts'
import { getLegacyCart } from '../../src/quotes/contract.ts'
import type { TestApp, Visitor } from '../app.ts'
import { createCaptchaProof, solveCaptcha } from '../captcha.ts'
import { seedBuyer, texasBilling, solveCheckoutCaptcha, loadMemberActor, buildPaymentBody } from './checkout.ts'
import { seedCoupon, applyCoupon } from './coupons.ts'
import { seedMember, seedOrder, type Buyer, type TestClip } from './orders.ts'
import { seedCustomCart, seedQuote, setUsBilling } from './quotes.ts'

type PayerShop = { shop: TestApp; clips: TestClip[] }
type PaymentDetails = Partial<
  Pick<CheckoutBody, 'nonce' | 'payment_type' | 'payment_method_id' | 'remember_payment_method'>
>
type TestPayer = {
  workspace_id: number
  visitor: Visitor
  actor: Member
  /** The argument of the server's `pay` function, for tests with their own gateway. */
  payable: Payable
  body: () => Promise<CheckoutBody>
  /** Pays through the API. */
  pay: (key: string) => Promise<{ state: string; order_id: number }>
}

/** Saves a payment method in the workspace. Returns its id. */
export const vaultPaymentMethod = async (
  { visitor }: { visitor: Visitor },
  nonce: string,
  type: 'card' | 'ach' | 'paypal',
) => {
  const body = { nonce, type, 'g-recaptcha-response': await solveCaptcha(visitor, 'add_payment_method') }
  return (await visitor.call(addMethod, { body })).data.id
}

const cartPayer =
  (paymentDetailsOf: (buyer: Buyer) => Promise<PaymentDetails>) =>
  async ({ shop, clips }: PayerShop): Promise<TestPayer> => {
    const buyer = await seedBuyer(shop, clips)
    const paymentBody = { ...buildPaymentBody(buyer.cart.fingerprint), ...(await paymentDetailsOf(buyer)) }
    return {
      workspace_id: buyer.workspace_id,
      visitor: buyer.visitor,
      actor: buyer.actor,
      payable: ownCart,
      body: async () => ({
        ...paymentBody,
        'g-recaptcha-response': await createCaptchaProof(shop.deps, 'checkout_form'),
      }),
      pay: async idempotencyKey => {
        const body = { ...paymentBody, ...(await solveCheckoutCaptcha(buyer.visitor)) }
        return (await buyer.visitor.call(checkout, { body }, { idempotencyKey })).data
      },
    }
  }

const numberPayer =
  (numberOf: (payerShop: PayerShop, buyer: Buyer) => Promise<string>) =>
  async (payerShop: PayerShop): Promise<TestPayer> => {
    const { shop } = payerShop
    const buyer = await seedMember(shop)
    const invoiceNumber = await numberOf(payerShop, buyer)
    const { data: seen } = await buyer.visitor.call(getInvoice, { params: { invoiceNumber: invoiceNumber } })
    const paymentBody = buildPaymentBody(seen.fingerprint)
    return {
      workspace_id: buyer.workspace_id,
      visitor: buyer.visitor,
      actor: await loadMemberActor(shop, buyer.user_id, 'owner'),
      payable: await payableByNumber(shop.db, invoiceNumber),
      body: async () => ({
        ...paymentBody,
        'g-recaptcha-response': await createCaptchaProof(shop.deps, 'checkout_form'),
      }),
      pay: async idempotencyKey => {
        const body = { ...paymentBody, ...(await solveCheckoutCaptcha(buyer.visitor)) }
        return (await buyer.visitor.call(checkoutInvoice, { params: { invoiceNumber }, body }, { idempotencyKey })).data
      },
    }
  }

const linkPayer = async ({ shop, clips }: PayerShop): Promise<TestPayer> => {
  const [seller, buyer] = [await seedMember(shop), await seedMember(shop)]
  const { link } = await seedCustomCart(shop, seller, clips)
  const { country_region_id, billing_contact_user_id, company, ...address } = await texasBilling(shop, buyer.user_id)
  const person = { first_name: 'Ida', last_name: 'Moreno', email: 'ida@example.com' }
  await buyer.visitor.call(saveDetails, { body: { ...address, ...person, region_id: country_region_id } })
  const query = { cart_hash: link, payment_type: 'card' } as const
  const { fingerprint } = (await buyer.visitor.call(getLegacyCart, { query })).data
  const paymentBody = buildPaymentBody(fingerprint)
  return {
    workspace_id: buyer.workspace_id,
    visitor: buyer.visitor,
    actor: await loadMemberActor(shop, buyer.user_id, 'owner'),
    // The name that the endpoint uses, whatever becomes of the cart.
    payable: { ...customCart(link), name: `link ${link}` },
    body: async () => ({
      ...paymentBody,
      'g-recaptcha-response': await createCaptchaProof(shop.deps, 'checkout_form'),
    }),
    pay: async idempotencyKey => {
      const { payment_method_id: saved_payment_method_id, ...fields } = paymentBody
      const body = {
        ...fields,
        saved_payment_method_id,
        cart_hash: link,
        ...(await solveCheckoutCaptcha(buyer.visitor)),
      }
      return (await buyer.visitor.call(payByLink, { body }, { idempotencyKey })).data
    },
  }
}

/** By a readable name. */
export const payers = {
  'a cart, by a new card': cartPayer(async () => ({})),
  'a cart, by a saved card': cartPayer(async buyer => ({
    nonce: null,
    payment_method_id: await vaultPaymentMethod(buyer, 'fake-valid-mastercard-nonce', 'card'),
  })),
  'a cart, by PayPal': cartPayer(async () => ({
    nonce: 'fake-paypal-billing-agreement-nonce',
    payment_type: 'paypal',
    remember_payment_method: true,
  })),
  'an order on account, by its number': numberPayer(
    async ({ shop, clips }, buyer) => (await seedOrder(shop, buyer, 'invoiced', { clips })).number,
  ),
  'a quote': numberPayer(async ({ shop, clips }, buyer) => {
    await setUsBilling(shop, buyer)
    return seedQuote(shop, buyer, clips)
  }),
  'a custom cart': linkPayer,
}

export type PayerName = keyof typeof payers
export const payerNames = Object.keys(payers) as PayerName[]

const project = {
  client_name: 'Northwind Ferries',
  project_name: 'Winter timetable',
  project_description: 'A 30-second spot',
  start_date: '2026-04-01',
  po_number: null,
}

/** Purchases without the gateway. `buy` returns the result that the buyer sees. */
export const gatewayFreePurchases = {
  'a cart that costs nothing': async ({ shop, clips }: PayerShop) => {
    const buyer = await seedBuyer(shop, clips)
    const { hash, fingerprint: seen } = await applyCoupon(buyer, (await seedCoupon(shop, { value: 100 })).code)
    const body = { cart_hash: hash ?? '', seen }
    return { ...buyer, buy: () => buyer.visitor.call(placeManually, { body }, { idempotencyKey: randomUUID() }) }
  },
  'a cart, on account': async ({ shop, clips }: PayerShop) => {
    const buyer = await seedBuyer(shop, clips)
    const account = { has_self_invoicing: true, credit_limit_cents: 100_000_000 }
    await shop.db.updateTable('workspaces').set(account).where('id', '=', buyer.workspace_id).execute()
    const body = { ...project, cart_hash: buyer.cart.hash ?? '', seen: buyer.cart.fingerprint }
    return { ...buyer, buy: () => buyer.visitor.call(selfInvoice, { body }) }
  },
}
