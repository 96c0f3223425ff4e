import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { selfInvoice } from '#checkout/contract.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { changeSettings } from '../../testing/builders/settings.ts'
import { addItems, getCart } from './contract.ts'
import { setCartBilling, setVat } from './details-contract.ts'

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }

/** A fake VIES service. `reply` is its next response, undefined for an error. */
const startService = async () => {
  const service = {
    url: '',
    requests: [] as unknown[],
    reply: undefined as object | undefined,
    close: () => server.close(),
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      service.requests.push([request.url, JSON.parse(body)])
      if (!service.reply) return response.writeHead(500).end('<html>')
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(service.reply))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api`
  return service
}

let service: Awaited<ReturnType<typeof startService>>
let shop: TestApp
let clip: TestClip
let buyer: Buyer
beforeAll(async () => {
  service = await startService()
  shop = await openTestApp({ VIES_URL: service.url })
  clip = await seedClip(shop)
})
beforeEach(async () => {
  service.requests = []
  service.reply = { valid: true, requestIdentifier: 'WAPIAAA' }
  buyer = await seedMember(shop)
  await buyer.visitor.call(addItems, { body: { ...web, clips: [clip.id] } })
})
afterAll(async () => {
  await shop.close()
  service.close()
})

const saveBilling = async (code: string) => {
  const { id } = await shop.db.selectFrom('countries').where('code', '=', code).select('id').executeTakeFirstOrThrow()
  const states = await shop.db.selectFrom('country_regions').where('country_id', '=', id).select('id').execute()
  const state = states[0] ? { country_region_id: states[0].id } : { region: 'Anywhere' }
  const location = { address: '1 Quay', city: 'Anytown', postal_code: '10115', country_id: id, ...state }
  const body = { company: 'Fieldnote Pictures', billing_contact_user_id: buyer.user_id, ...location }
  return (await buyer.visitor.call(setCartBilling, { body })).data
}
const saveVatNumber = async (vat_number: string) => (await buyer.visitor.call(setVat, { body: { vat_number } })).data
const loadCart = async () => (await buyer.visitor.call(getCart, {})).data
const rejection = (text = 'Not a valid VAT number') => ({ status: 422, errors: { vat_number: [text] } })

test('a business in another EU country pays no VAT (reverse charge)', async () => {
  const before = await saveBilling('DE')
  expect(before).toMatchObject({
    vat_number: null,
    vat_information: { can_accept_vat_number: true, is_vat_charged: true },
    tax: { kind: 'vat', rate: 0.19, jurisdiction: 'Germany' },
    vat_total: { unformatted: 3_781 },
  })
  const cart = await saveVatNumber(' de 136.695.976 ')
  expect(cart).toMatchObject({
    vat_number: 'DE136695976',
    vat_information: { can_accept_vat_number: true, is_vat_charged: false },
    tax: { kind: 'reverse_charge', rate: 0 },
    vat_total: { unformatted: 0 },
    total: { unformatted: 19_900 },
  })
  expect(cart.fingerprint).not.toBe(before.fingerprint)
  expect(service.requests).toEqual([['/rest-api/check-vat-number', { countryCode: 'DE', vatNumber: '136695976' }]])
  expect(await saveVatNumber('')).toEqual(before)
})

test('a business in the seller’s country pays VAT, and its number is stored', async () => {
  await saveBilling('IE')
  expect(await saveVatNumber('IE6388047V')).toMatchObject({
    vat_number: 'IE6388047V',
    tax: { kind: 'vat', rate: 0.23 },
    vat_information: { is_vat_charged: true },
  })
})

test('a number applies only in its own country', async () => {
  await saveBilling('DE')
  const german = await saveVatNumber('DE136695976')
  expect(await saveBilling('FR')).toMatchObject({ vat_number: null, tax: { kind: 'vat', rate: 0.2 } })
  expect(await saveBilling('US')).toMatchObject({
    vat_number: null,
    vat_information: { can_accept_vat_number: false, is_vat_charged: false },
    tax: { kind: 'sales_tax' },
  })
  expect((await saveBilling('DE')).fingerprint).toBe(german.fingerprint)
})

describe('a VAT number is rejected', () => {
  test.each(['DE136695977', 'FR40303265045', '12', 'a\0b', '<b>', 'DE'.repeat(10)])('%j', async number => {
    const before = await saveBilling('DE')
    await expect(saveVatNumber(number)).rejects.toMatchObject(rejection())
    expect(await loadCart()).toEqual(before)
    expect(service.requests).toEqual([])
  })

  test('when VIES does not know it', async () => {
    await saveBilling('DE')
    service.reply = { valid: false }
    await expect(saveVatNumber('DE136695976')).rejects.toMatchObject(rejection())
    expect((await loadCart()).vat_number).toBeNull()
  })

  test('where VAT numbers are not accepted, and before billing information exists', async () => {
    await expect(saveVatNumber('DE136695976')).rejects.toMatchObject(
      rejection('Please add your billing information first.'),
    )
    await saveBilling('US')
    await expect(saveVatNumber('DE136695976')).rejects.toMatchObject(
      rejection('VAT numbers are for addresses in the European Union and the United Kingdom.'),
    )
  })
})

test.each<[string, object | undefined]>([
  ['does not answer', undefined],
  ['has no register available', { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }],
])('when VIES %s, format and checksum are enough, and the evidence says so', async (_, reply) => {
  await saveBilling('DE')
  service.reply = reply
  expect(await saveVatNumber('DE136695976')).toMatchObject({ tax: { kind: 'reverse_charge' } })
  const cart = await shop.db
    .selectFrom('carts')
    .where('user_id', '=', buyer.user_id)
    .select('vat_check')
    .executeTakeFirstOrThrow()
  expect(cart.vat_check).toEqual({
    checked_at: shop.clock.now().toISOString(),
    service: 'unreachable',
    reference: null,
  })
})

describe('a number is asked about again when the cart is paid', () => {
  const project = {
    client_name: 'Fieldnote',
    project_name: 'Tides',
    project_description: 'A film',
    start_date: '2026-03-05',
  }
  const buyOnAccount = async (seen: string) => {
    const cart = await loadCart()
    if (cart.hash === null) throw new Error('The cart is empty.')
    return buyer.visitor.call(selfInvoice, { body: { cart_hash: cart.hash, po_number: '', seen, ...project } })
  }
  beforeEach(async () => {
    const account = { has_self_invoicing: true, credit_limit_cents: 1_000_000 }
    await shop.db.updateTable('workspaces').set(account).where('id', '=', buyer.workspace_id).execute()
    await saveBilling('DE')
  })
  const loadOrders = () =>
    shop.db
      .selectFrom('orders')
      .where('user_id', '=', buyer.user_id)
      .select(['vat_number', 'tax_cents', 'tax'])
      .execute()

  test('one that has ended leaves the cart, and nothing is sold without VAT', async () => {
    const cart = await saveVatNumber('DE136695976')
    shop.clock.advance(3_600_000)
    service.reply = { valid: false }
    await expect(buyOnAccount(cart.fingerprint)).rejects.toMatchObject({ status: 409, message: /no longer valid/ })
    expect(await loadCart()).toMatchObject({ vat_number: null, tax: { kind: 'vat', rate: 0.19 } })
    expect(await loadOrders()).toEqual([])
  })

  test('the order keeps the newer answer, and the older one while the service is away', async () => {
    service.reply = undefined
    const cart = await saveVatNumber('DE136695976')
    service.reply = { valid: true, requestIdentifier: 'WAPIBBB' }
    await buyOnAccount(cart.fingerprint)
    expect(await loadOrders()).toMatchObject([
      {
        vat_number: 'DE136695976',
        tax_cents: 0,
        tax: { evidence: { vat: { service: 'valid', reference: 'WAPIBBB' } } },
      },
    ])
    await buyer.visitor.call(addItems, { body: { ...web, clips: [clip.id] } })
    await saveBilling('DE')
    const next = await saveVatNumber('DE136695976')
    shop.clock.advance(3_600_000)
    service.reply = undefined
    await buyOnAccount(next.fingerprint)
    expect((await loadOrders())[1]).toMatchObject({
      tax: { evidence: { vat: { service: 'valid', reference: 'WAPIBBB' } } },
    })
  })

  test('where the owner charges VAT without a confirmation, the total changes once there is one', async () => {
    await changeSettings(shop, 'tax', { unchecked_vat_numbers: 'charge' })
    service.reply = undefined
    const cart = await saveVatNumber('DE136695976')
    expect(cart).toMatchObject({ vat_number: 'DE136695976', tax: { kind: 'vat', rate: 0.19 } })
    service.reply = { valid: true }
    await expect(buyOnAccount(cart.fingerprint)).rejects.toMatchObject({ status: 409 })
    expect(await loadCart()).toMatchObject({ tax: { kind: 'reverse_charge' } })
    await changeSettings(shop, 'tax', { unchecked_vat_numbers: 'trust' })
  })
})
