/** Countries that aren't sold to: refused at the address step and by every way to buy, with nothing lost. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { setCartBilling } from '#cart/details-contract.ts'
import { saveDetails } from '#cart/legacy-contract.ts'
import { approveRequest, getRequest, requestPurchase } from '#cart/requests/contract.ts'
import { getCountriesSettings, saveCountriesSettings } from '#platform/admin/settings/contract.ts'
import { checkCountries } from '#platform/settings/countries-group.ts'
import { getLegacyCart } from '#quotes/contract.ts'
import { listCountries, saveWorkspaceBilling } from '#workspaces/contract.ts'

import {
  buildPaymentBody,
  openCheckoutShop,
  seedBuyer,
  solveCheckoutCaptcha,
  texasBilling,
  type CartBuyer,
} from '../../testing/builders/checkout.ts'
import { applyCoupon, seedCoupon } from '../../testing/builders/coupons.ts'
import { seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { vaultPaymentMethod } from '../../testing/builders/payers.ts'
import { seedCustomCart, seedQuote, setUsBilling } from '../../testing/builders/quotes.ts'
import { changeSettings } from '../../testing/builders/settings.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { checkoutInvoice, getInvoice, placeManually, selfInvoice } from './contract.ts'
import { payByLink } from './legacy-contract.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  harness = await openCheckoutShop()
})
afterAll(() => harness.close())
const sellTo = (mode: 'all_except' | 'only', codes: string[]) =>
  changeSettings(harness.shop, 'countries', { mode, codes })
beforeEach(() => sellTo('all_except', []))

const SENTENCE = /^United States isn’t a country that we sell to\. Please use a billing address in another country/
const ordersOf = ({ workspace_id }: Pick<Buyer, 'workspace_id'>) =>
  harness.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).selectAll().execute()
const project = {
  client_name: 'Northwind Ferries',
  project_name: 'Winter timetable',
  project_description: 'A 30-second spot',
  start_date: '2026-04-01',
  po_number: null,
}

const payInvoice = async ({ visitor }: Buyer, invoiceNumber: string) => {
  const { data } = await visitor.call(getInvoice, { params: { invoiceNumber } })
  const body = { ...buildPaymentBody(data.fingerprint), ...(await solveCheckoutCaptcha(visitor)) }
  return visitor.call(checkoutInvoice, { params: { invoiceNumber }, body }, { idempotencyKey: randomUUID() })
}

describe('the address step', () => {
  const IRELAND = { country_id: 250, country_region_id: null, region: 'Kerry', postal_code: 'V92' }
  const findCountryId = async (code: string) =>
    (await harness.shop.db.selectFrom('countries').where('code', '=', code).select('id').executeTakeFirstOrThrow()).id

  test('a country that is not sold to is refused beside its field, and the list says which ones are', async () => {
    const buyer = await seedBuyer(harness.shop, harness.clips, { billing: false })
    const body = await texasBilling(harness.shop, buyer.user_id)
    await sellTo('only', ['IE'])
    await expect(buyer.visitor.call(setCartBilling, { body })).rejects.toMatchObject({
      status: 422,
      errors: { country_id: [expect.stringMatching(SENTENCE)] },
    })
    const { billing_contact_user_id: _, company: __, country_region_id: region_id, ...address } = body
    const details = { ...address, region_id, first_name: 'Ida', last_name: 'Moreno', email: 'ida@example.com' }
    await expect(harness.shop.visitor().call(saveDetails, { body: details })).rejects.toMatchObject({
      errors: { country_id: [expect.stringMatching(SENTENCE)] },
    })
    const country_id = await findCountryId('IE')
    await buyer.visitor.call(setCartBilling, { body: { ...body, ...IRELAND, country_id } })
    const { data: countries } = await buyer.visitor.call(listCountries, {})
    expect(countries.filter(({ is_sold_to }) => is_sold_to).map(({ code }) => code)).toEqual(['IE'])
    expect(countries.length).toBeGreaterThan(200)
  })

  test('a workspace keeps the address that it has, but does not move to a country that is not sold to', async () => {
    const buyer = await seedMember(harness.shop)
    await setUsBilling(harness.shop, buyer)
    await sellTo('all_except', ['US', 'CU'])
    const { company: company_name, ...address } = await texasBilling(harness.shop, buyer.user_id)
    const save = (change: object) =>
      buyer.visitor.call(saveWorkspaceBilling, { body: { ...address, company_name, ...change } })
    const { data } = await save({ city: 'Dallas' })
    expect(data.details.billing_information).toMatchObject({ city: 'Dallas', country: { code: 'US' } })
    await expect(save({ ...IRELAND, country_id: await findCountryId('CU') })).rejects.toMatchObject({
      status: 422,
      errors: { country_id: [expect.stringMatching(/^Cuba isn’t a country/)] },
    })
  })
})

describe('every way to buy is refused for a billing country that is not sold to, and works again after', () => {
  const buyers = {
    card: async () => {
      const buyer = await seedBuyer(harness.shop, harness.clips)
      return { buyer, buy: () => buyer.pay() }
    },
    PayPal: async () => {
      const buyer = await seedBuyer(harness.shop, harness.clips)
      return { buyer, buy: () => buyer.pay({ nonce: 'fake-paypal-one-time-nonce', payment_type: 'paypal' }) }
    },
    'bank account': async () => {
      const buyer = await seedBuyer(harness.shop, harness.clips)
      const payment_method_id = await vaultPaymentMethod(buyer, 'fake-us-bank-account-nonce', 'ach')
      return { buyer, buy: () => buyer.pay({ nonce: null, payment_type: 'ach', payment_method_id }) }
    },
    'on account': async () => {
      const buyer = await seedBuyer(harness.shop, harness.clips)
      await harness.shop.db
        .updateTable('workspaces')
        .set({ has_self_invoicing: true, credit_limit_cents: 100_000_000 })
        .where('id', '=', buyer.workspace_id)
        .execute()
      const body = { ...project, cart_hash: buyer.cart.hash ?? '' }
      return { buyer, buy: () => buyer.visitor.call(selfInvoice, { body }) }
    },
    'a cart that costs nothing': async () => {
      const buyer = await seedBuyer(harness.shop, harness.clips)
      const { hash, fingerprint } = await applyCoupon(buyer, (await seedCoupon(harness.shop, { value: 100 })).code)
      const body = { cart_hash: hash ?? '', seen: fingerprint }
      return {
        buyer,
        buy: () => buyer.visitor.call(placeManually, { body }, { idempotencyKey: randomUUID() }),
      }
    },
    'a quote': async () => {
      const buyer = await seedMember(harness.shop)
      await setUsBilling(harness.shop, buyer)
      const number = await seedQuote(harness.shop, buyer, harness.clips)
      return { buyer, buy: () => payInvoice(buyer, number) }
    },
    'a custom cart': async () => {
      const { link } = await seedCustomCart(harness.shop, await seedMember(harness.shop), harness.clips)
      const buyer = await seedBuyer(harness.shop, harness.clips)
      const query = { cart_hash: link, payment_type: 'card' } as const
      const { fingerprint: seen } = (await buyer.visitor.call(getLegacyCart, { query })).data
      const body = { cart_hash: link, nonce: 'fake-valid-nonce', payment_type: 'card', seen } as const
      const buy = async () =>
        buyer.visitor.call(
          payByLink,
          { body: { ...body, ...(await solveCheckoutCaptcha(buyer.visitor)) } },
          { idempotencyKey: randomUUID() },
        )
      return { buyer, buy }
    },
    'an approved purchase request': async () => {
      const buyer = await seedBuyer(harness.shop, harness.clips.slice(0, 1))
      const asker = await seedBuyer(harness.shop, harness.clips.slice(1), {
        role: 'asset_manager',
        workspace_id: buyer.workspace_id,
        billing: false,
      })
      const { id } = (await asker.visitor.call(requestPurchase, { body: { note: 'For the trailer' } })).data
      const params = { id: String(id) }
      const { fingerprint: seen } = (await buyer.visitor.call(getRequest, { params })).data.cart
      const { fingerprint } = (await buyer.visitor.call(approveRequest, { params, body: { seen } })).data
      return { buyer, buy: () => buyer.pay({ seen: fingerprint }) }
    },
  } satisfies Record<string, () => Promise<{ buyer: Buyer | CartBuyer; buy: () => Promise<unknown> }>>

  test.each(Object.entries(buyers))('%s', async (_name, prepare) => {
    const { buyer, buy } = await prepare()
    const cart = (await buyer.visitor.call(getCart, {})).data
    await sellTo('only', ['IE', 'GB'])
    await expect(buy()).rejects.toMatchObject({ status: 422, message: expect.stringMatching(SENTENCE) })
    expect((await buyer.visitor.call(getCart, {})).data).toEqual(cart)
    expect(await ordersOf(buyer)).toEqual([])
    await sellTo('only', ['IE', 'US'])
    await buy()
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  test('a purchase request of a workspace there', async () => {
    const owner = await seedMember(harness.shop)
    await setUsBilling(harness.shop, owner)
    const asker = await seedBuyer(harness.shop, harness.clips, {
      role: 'asset_manager',
      workspace_id: owner.workspace_id,
      billing: false,
    })
    await sellTo('all_except', ['US'])
    await expect(asker.visitor.call(requestPurchase, { body: { note: 'For the trailer' } })).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(SENTENCE),
    })
    expect((await asker.visitor.call(getCart, {})).data.cart_items.data).toHaveLength(2)
  })
})

test('the setting takes every country that an address can have, and no other code', async () => {
  const rows = await harness.shop.db.selectFrom('countries').select('code').execute()
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...Array(26).keys()].map(n => String.fromCharCode(65 + n))
  const codes = letters.flatMap(a => letters.map(b => a + b)).filter(code => names.of(code) !== undefined)
  const taken = codes.filter(code => Object.keys(checkCountries({ mode: 'only', codes: [code] })).length === 0)
  expect(taken).toEqual(rows.map(({ code }) => code).toSorted())
  const owner = await seedStaff(harness.shop, 'platform_admin')
  const { version } = (await owner.visitor.call(getCountriesSettings, {})).data
  const body = { mode: 'only' as const, codes: ['IE', 'EU'], version }
  await expect(owner.visitor.call(saveCountriesSettings, { body })).rejects.toMatchObject({
    status: 422,
    errors: { codes: ['European Union (EU) isn’t a country that an address can have.'] },
  })
})

test('an invoice that was issued before its country was withdrawn can still be paid', async () => {
  const buyer = await seedMember(harness.shop)
  const order = await seedOrder(harness.shop, buyer, 'invoiced', { clips: harness.clips })
  await sellTo('only', ['IE'])
  await payInvoice(buyer, order.number)
  expect(await ordersOf(buyer)).toMatchObject([{ state: 'paid' }])
})

test('a country is withdrawn while twenty carts are being paid: each is sold or refused, never half', async () => {
  const buyers: CartBuyer[] = []
  for (let n = 0; n < 20; n += 1) buyers.push(await seedBuyer(harness.shop, harness.clips))
  const early = buyers.slice(0, 10).map(buyer => buyer.pay())
  // When the first one has paid, the other early ones are at any step.
  await Promise.any(early)
  const late = buyers.slice(10).map(buyer => buyer.pay())
  await sellTo('all_except', ['US'])
  const results = await Promise.allSettled([...early, ...late])
  const transactions = await harness.transactions()
  for (const [index, buyer] of buyers.entries()) {
    const result = results[index]
    const orders = await ordersOf(buyer)
    const cart = (await buyer.visitor.call(getCart, {})).data
    const attempts = await harness.shop.db
      .selectFrom('payment_attempts')
      .where('workspace_id', '=', buyer.workspace_id)
      .select(['state', 'gateway_order_id'])
      .execute()
    if (result?.status === 'fulfilled') {
      expect(orders).toMatchObject([{ state: 'paid' }])
      expect(attempts).toMatchObject([{ state: 'succeeded' }])
      expect(transactions.filter(({ order_id }) => order_id === attempts[0]?.gateway_order_id)).toHaveLength(1)
      expect(cart.hash).toBeNull()
    } else {
      expect(result?.reason).toMatchObject({ status: 422, message: expect.stringMatching(SENTENCE) })
      expect([orders, attempts]).toEqual([[], []])
      expect(cart).toEqual(buyer.cart)
    }
  }
})
