/** Tests for the EIN and VAT number that a buyer enters for a quote. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { privacyParts } from '#app/privacy.server.ts'

import { solveCheckoutCaptcha, openCheckoutShop, buildPaymentBody } from '../../testing/builders/checkout.ts'
import { seedMember, type Buyer } from '../../testing/builders/orders.ts'
import { buildOffer, seedQuote, setUsBilling } from '../../testing/builders/quotes.ts'
import { eraseAccount } from '../accounts/privacy/deletions.server.ts'
import { cartPart } from '../cart/privacy.server.ts'
import { checkoutInvoice, getInvoice } from '../checkout/contract.ts'
import { getOrder } from '../orders/contract.ts'
import { saveBilling } from '../workspaces/billing.server.ts'
import { declineQuote, setQuoteEin, setQuoteVat } from './contract.ts'
import { reviseOffer } from './offers.server.ts'

let checkout: Awaited<ReturnType<typeof openCheckoutShop>>
let buyer: Buyer
beforeAll(async () => {
  checkout = await openCheckoutShop()
})
beforeEach(async () => {
  buyer = await seedMember(checkout.shop)
  await setUsBilling(checkout.shop, buyer)
})
afterAll(() => checkout.close())

const newQuote = (overrides: Parameters<typeof seedQuote>[3] = {}) =>
  seedQuote(checkout.shop, buyer, checkout.clips, overrides)
const loadInvoice = async (number: string, { visitor }: Buyer = buyer) =>
  (await visitor.call(getInvoice, { params: { invoiceNumber: number } })).data
const pay = async (number: string, { who: payer = buyer, seen = '', nonce = 'fake-valid-nonce' } = {}) =>
  payer.visitor.call(
    checkoutInvoice,
    {
      params: { invoiceNumber: number },
      body: {
        ...buildPaymentBody(seen || (await loadInvoice(number, payer)).fingerprint, nonce),
        ...(await solveCheckoutCaptcha(payer.visitor)),
      },
    },
    { idempotencyKey: randomUUID() },
  )
const decline = (number: string, { visitor }: Buyer = buyer) =>
  visitor.call(declineQuote, { params: { number }, body: { reason: 'Too dear' } })
const staffActor = () => ({ user_id: buyer.user_id, now: checkout.shop.clock.now() })
const revise = (number: string, overrides: Parameters<typeof buildOffer>[2] = {}) =>
  checkout.shop.db
    .transaction()
    .execute(trx => reviseOffer(trx, number, buildOffer(checkout.shop, checkout.clips, overrides), staffActor()))

const saveEin = (number: string, ein: string, { visitor }: Buyer = buyer) =>
  visitor.call(setQuoteEin, { params: { number }, body: { ein } })
const saveVat = (number: string, vat_number: string, { visitor }: Buyer = buyer) =>
  visitor.call(setQuoteVat, { params: { number }, body: { vat_number } })
const moveToGermany = async () => {
  const country = checkout.shop.db.selectFrom('countries').where('code', '=', 'DE').select('id')
  await saveBilling(checkout.shop.db, buyer.workspace_id, {
    company_name: 'Feldnotiz GmbH',
    billing_contact_user_id: buyer.user_id,
    address: 'Erlenweg 4',
    address2: '',
    city: 'Kiel',
    postal_code: '24103',
    country_id: (await country.executeTakeFirstOrThrow()).id,
    country_region_id: null,
    region: 'Schleswig-Holstein',
  })
}

test('the numbers are in the data export of the workspace’s only member, and are deleted with the account', async () => {
  await moveToGermany()
  const number = await newQuote({ org_type: 'nonprofit' })
  await saveEin(number, '123456789')
  await saveVat(number, 'DE136695976')
  const { user_id, workspace_id } = buyer
  expect(await cartPart.collect(checkout.shop.db, user_id)).toMatchObject({
    numbers_on_quotes: [{ ein: '12-3456789', vat_number: 'DE136695976' }],
  })
  const colleague = await seedMember(checkout.shop, 'guest', workspace_id)
  expect(await cartPart.collect(checkout.shop.db, user_id)).toMatchObject({ numbers_on_quotes: [] })
  const storedNumbers = () =>
    checkout.shop.db
      .selectFrom('carts')
      .where('workspace_id', '=', workspace_id)
      .select(['ein', 'vat_number', 'vat_check'])
      .execute()
  const deleteAccount = async ({ user_id }: Buyer) => {
    const now = checkout.shop.clock.now()
    await checkout.shop.db.insertInto('account_deletions').values({ user_id, requested_at: now, due_at: now }).execute()
    await eraseAccount(checkout.shop.deps, privacyParts, user_id)
  }
  await deleteAccount(colleague)
  expect(await storedNumbers()).toMatchObject([{ ein: '12-3456789', vat_number: 'DE136695976' }])
  await deleteAccount(buyer)
  expect(await storedNumbers()).toEqual([{ ein: null, vat_number: null, vat_check: null }])
})

test('a quote for a non-profit can be paid once it has an EIN', async () => {
  const number = await newQuote({ org_type: 'nonprofit' })
  await expect(pay(number)).rejects.toMatchObject({ status: 422, errors: { ein: [expect.any(String)] } })
  await expect(saveEin(number, '00-0000000')).rejects.toMatchObject({
    status: 422,
    errors: { ein: [expect.any(String)] },
  })
  expect((await saveEin(number, '123456789')).data.cart).toMatchObject({ ein: '12-3456789' })
  expect(await loadInvoice(number)).toMatchObject({ has_non_profit_licenses: true, ein: '12-3456789' })
  const { data: payment } = await pay(number)
  const { data: order } = await buyer.visitor.call(getOrder, { params: { id: payment.invoice_number ?? '' } })
  expect(order).toMatchObject({ ein: '12-3456789' })
})

test('a VAT number switches to reverse charge, and VAT is charged again once it is removed', async () => {
  await moveToGermany()
  const number = await newQuote()
  const before = await loadInvoice(number)
  expect(before).toMatchObject({ tax: { kind: 'vat' }, vat_information: { can_accept_vat_number: true } })
  await expect(saveVat(number, 'DE136695977')).rejects.toMatchObject({
    errors: { vat_number: ['Not a valid VAT number'] },
  })
  expect((await saveVat(number, 'DE 136 695 976')).data.cart).toMatchObject({
    tax: { kind: 'reverse_charge' },
    vat_number: 'DE136695976',
    total: { unformatted: 24_000 },
  })
  // The fingerprint from before does not pay the new total.
  await expect(pay(number, { seen: before.fingerprint })).rejects.toMatchObject({ status: 409 })
  await saveVat(number, '')
  expect(await loadInvoice(number)).toMatchObject({ tax: { kind: 'vat' }, vat_number: null, total: before.total })
  await saveVat(number, 'DE136695976')
  expect((await pay(number)).data.ga_data).toMatchObject({ order_total: 240, vat: 0 })
})

test('the numbers are kept when the sales team revises the quote', async () => {
  await moveToGermany()
  const number = await newQuote({ org_type: 'nonprofit' })
  await saveEin(number, '12-3456789')
  await saveVat(number, 'DE136695976')
  await revise(number, { org_type: 'nonprofit', agreed_price_cents: 9_000 })
  expect(await loadInvoice(number)).toMatchObject({
    ein: '12-3456789',
    vat_number: 'DE136695976',
    sub_total: { unformatted: 18_000 },
  })
})

test('other users cannot set the numbers, nor can anyone once it is paid or declined', async () => {
  const number = await newQuote({ org_type: 'nonprofit' })
  const [outsider, downloader] = [
    await seedMember(checkout.shop),
    await seedMember(checkout.shop, 'asset_manager', buyer.workspace_id),
  ]
  await expect(saveEin(number, '12-3456789', outsider)).rejects.toMatchObject({ status: 404 })
  await expect(saveEin(number, '12-3456789', downloader)).rejects.toMatchObject({ status: 403 })
  await saveEin(number, '12-3456789')
  await pay(number)
  await expect(saveEin(number, '')).rejects.toMatchObject({ status: 410 })
  await expect(saveVat(number, '')).rejects.toMatchObject({ status: 410 })
  const other = await newQuote()
  await decline(other)
  await expect(saveVat(other, 'DE136695976')).rejects.toMatchObject({ status: 409 })
})
