/** What a buyer says of their workspace to a quote: an EIN for non-profit licenses, a VAT number. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkoutProof, openCheckoutShop, payment } from '../../testing/builders/checkout.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { anOffer, aQuote, bills } from '../../testing/builders/quotes.ts'
import { leave } from '../accounts/privacy/deletions.server.ts'
import { cartPart } from '../cart/privacy.server.ts'
import { checkoutInvoice, getInvoice } from '../checkout/contract.ts'
import { getOrder } from '../orders/contract.ts'
import { privacyParts } from '../privacy.server.ts'
import { saveBilling } from '../workspaces/billing.server.ts'
import { declineQuote, setQuoteEin, setQuoteVat } from './contract.ts'
import { reviseOffer } from './make.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let buyer: Buyer
beforeAll(async () => {
  at = await openCheckoutShop()
})
beforeEach(async () => {
  buyer = await aMember(at.shop)
  await bills(at.shop, buyer)
})
afterAll(() => at.close())

const quoted = (wish: Parameters<typeof aQuote>[3] = {}) => aQuote(at.shop, buyer, at.clips, wish)
const look = async (number: string, { visitor }: Buyer = buyer) =>
  (await visitor.call(getInvoice, { params: { invoice: number } })).data
const pay = async (number: string, { who = buyer, seen = '', nonce = 'fake-valid-nonce' } = {}) =>
  who.visitor.call(
    checkoutInvoice,
    {
      params: { invoiceNumber: number },
      body: { ...payment(seen || (await look(number, who)).fingerprint, nonce), ...(await checkoutProof(who.visitor)) },
    },
    { idempotencyKey: randomUUID() },
  )
const decline = (number: string, { visitor }: Buyer = buyer) =>
  visitor.call(declineQuote, { params: { number }, body: { reason: 'Too dear' } })
const by = () => ({ user_id: buyer.user_id, now: at.shop.clock.now() })
const revise = (number: string, wish: Parameters<typeof anOffer>[2] = {}) =>
  at.shop.db.transaction().execute(trx => reviseOffer(trx, number, anOffer(at.shop, at.clips, wish), by()))

const giveEin = (number: string, ein: string, { visitor }: Buyer = buyer) =>
  visitor.call(setQuoteEin, { params: { number }, body: { ein } })
const giveVat = (number: string, vat_number: string, { visitor }: Buyer = buyer) =>
  visitor.call(setQuoteVat, { params: { number }, body: { vat_number } })
const inGermany = async () => {
  const country = at.shop.db.selectFrom('countries').where('code', '=', 'DE').select('id')
  await saveBilling(at.shop.db, buyer.workspace_id, {
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

test('are in the file of whoever is alone in the workspace, and go when they leave', async () => {
  await inGermany()
  const number = await quoted({ org_type: 'nonprofit' })
  await giveEin(number, '123456789')
  await giveVat(number, 'DE136695976')
  const { user_id, workspace_id } = buyer
  expect(await cartPart.collect(at.shop.db, user_id)).toMatchObject({
    numbers_on_quotes: [{ ein: '12-3456789', vat_number: 'DE136695976' }],
  })
  const mate = await aMember(at.shop, 'guest', workspace_id)
  expect(await cartPart.collect(at.shop.db, user_id)).toMatchObject({ numbers_on_quotes: [] })
  const kept = () =>
    at.shop.db
      .selectFrom('carts')
      .where('workspace_id', '=', workspace_id)
      .select(['ein', 'vat_number', 'vat_check'])
      .execute()
  const go = async ({ user_id }: Buyer) => {
    const now = at.shop.clock.now()
    await at.shop.db.insertInto('account_deletions').values({ user_id, asked_at: now, due_at: now }).execute()
    await leave(at.shop.deps, privacyParts, user_id)
  }
  await go(mate)
  expect(await kept()).toMatchObject([{ ein: '12-3456789', vat_number: 'DE136695976' }])
  await go(buyer)
  expect(await kept()).toEqual([{ ein: null, vat_number: null, vat_check: null }])
})

test('a non-profit one without an EIN is paid once it has one', async () => {
  const number = await quoted({ org_type: 'nonprofit' })
  await expect(pay(number)).rejects.toMatchObject({ status: 422, errors: { ein: [expect.any(String)] } })
  await expect(giveEin(number, '00-0000000')).rejects.toMatchObject({
    status: 422,
    errors: { ein: [expect.any(String)] },
  })
  expect((await giveEin(number, '123456789')).data.cart).toMatchObject({ ein: '12-3456789' })
  expect(await look(number)).toMatchObject({ has_non_profit_licenses: true, ein: '12-3456789' })
  const { data: paid } = await pay(number)
  const { data: order } = await buyer.visitor.call(getOrder, { params: { id: paid.invoice_number ?? '' } })
  expect(order).toMatchObject({ ein: '12-3456789' })
})

test('a VAT number turns the charge around, and taken off it is charged again', async () => {
  await inGermany()
  const number = await quoted()
  const before = await look(number)
  expect(before).toMatchObject({ tax: { kind: 'vat' }, vat_information: { can_accept_vat_number: true } })
  await expect(giveVat(number, 'DE136695977')).rejects.toMatchObject({
    errors: { vat_number: ['Not a valid VAT number'] },
  })
  expect((await giveVat(number, 'DE 136 695 976')).data.cart).toMatchObject({
    tax: { kind: 'reverse_charge' },
    vat_number: 'DE136695976',
    total: { unformatted: 24_000 },
  })
  // What was seen before is not what is paid now.
  await expect(pay(number, { seen: before.fingerprint })).rejects.toMatchObject({ status: 409 })
  await giveVat(number, '')
  expect(await look(number)).toMatchObject({ tax: { kind: 'vat' }, vat_number: null, total: before.total })
  await giveVat(number, 'DE136695976')
  expect((await pay(number)).data.ga_data).toMatchObject({ order_total: 240, vat: 0 })
})

test('stays said when the sales team revises the quote', async () => {
  await inGermany()
  const number = await quoted({ org_type: 'nonprofit' })
  await giveEin(number, '12-3456789')
  await giveVat(number, 'DE136695976')
  await revise(number, { org_type: 'nonprofit', agreed_cents: 9_000 })
  expect(await look(number)).toMatchObject({
    ein: '12-3456789',
    vat_number: 'DE136695976',
    sub_total: { unformatted: 18_000 },
  })
})

test('is not for others, nor once it is paid or declined', async () => {
  const number = await quoted({ org_type: 'nonprofit' })
  const [stranger, downloader] = [await aMember(at.shop), await aMember(at.shop, 'asset_manager', buyer.workspace_id)]
  await expect(giveEin(number, '12-3456789', stranger)).rejects.toMatchObject({ status: 404 })
  await expect(giveEin(number, '12-3456789', downloader)).rejects.toMatchObject({ status: 403 })
  await giveEin(number, '12-3456789')
  await pay(number)
  await expect(giveEin(number, '')).rejects.toMatchObject({ status: 410 })
  await expect(giveVat(number, '')).rejects.toMatchObject({ status: 410 })
  const other = await quoted()
  await decline(other)
  await expect(giveVat(other, 'DE136695976')).rejects.toMatchObject({ status: 409 })
})
