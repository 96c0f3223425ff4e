import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { addItems, getCart } from './contract.ts'
import { setCartBilling, setVat } from './details-contract.ts'
import { readVatNumber } from './vat.server.ts'

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }

/** In the place of the union's service; `says` is its next answer, undefined for none. */
const startService = async () => {
  const service = {
    url: '',
    asked: [] as unknown[],
    says: undefined as object | undefined,
    close: () => server.close(),
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      service.asked.push([request.url, JSON.parse(body)])
      if (!service.says) return response.writeHead(500).end('<html>')
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(service.says))
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
  clip = await aClip(shop)
})
beforeEach(async () => {
  service.asked = []
  service.says = { valid: true, requestIdentifier: 'WAPIAAA' }
  buyer = await aMember(shop)
  await buyer.visitor.call(addItems, { body: { ...web, clips: [clip.id] } })
})
afterAll(async () => {
  await shop.close()
  service.close()
})

const bill = async (code: string) => {
  const { id } = await shop.db.selectFrom('countries').where('code', '=', code).select('id').executeTakeFirstOrThrow()
  const states = await shop.db.selectFrom('country_regions').where('country_id', '=', id).select('id').execute()
  const state = states[0] ? { country_region_id: states[0].id } : { region: 'Anywhere' }
  const place = { address: '1 Quay', city: 'Anytown', postal_code: '10115', country_id: id, ...state }
  const body = { company: 'Fieldnote Pictures', billing_contact_user_id: buyer.user_id, ...place }
  return (await buyer.visitor.call(setCartBilling, { body })).data
}
const type = async (vat_number: string) => (await buyer.visitor.call(setVat, { body: { vat_number } })).data
const read = async () => (await buyer.visitor.call(getCart, {})).data
const refused = (text = 'Not a valid VAT number') => ({ status: 422, errors: { vat_number: [text] } })

test('a business elsewhere in the union accounts for its VAT itself', async () => {
  const before = await bill('DE')
  expect(before).toMatchObject({
    vat_number: null,
    vat_information: { can_accept_vat_number: true, is_vat_charged: true },
    tax: { kind: 'vat', rate: 0.19, jurisdiction: 'Germany' },
    vat_total: { unformatted: 3_781 },
  })
  const cart = await type(' de 136.695.976 ')
  expect(cart).toMatchObject({
    vat_number: 'DE136695976',
    vat_information: { can_accept_vat_number: true, is_vat_charged: false },
    tax: { kind: 'reverse_charge', rate: 0 },
    vat_total: { unformatted: 0 },
    total: { unformatted: 19_900 },
  })
  expect(cart.fingerprint).not.toBe(before.fingerprint)
  expect(service.asked).toEqual([['/rest-api/check-vat-number', { countryCode: 'DE', vatNumber: '136695976' }]])
  expect(await type('')).toEqual(before)
})

test('at home a business pays VAT as everybody does, and its number stands with the order', async () => {
  await bill('IE')
  expect(await type('IE6388047V')).toMatchObject({
    vat_number: 'IE6388047V',
    tax: { kind: 'vat', rate: 0.23 },
    vat_information: { is_vat_charged: true },
  })
})

test('a number counts for its own country alone: billed elsewhere VAT is charged, back there it counts again', async () => {
  await bill('DE')
  const there = await type('DE136695976')
  expect(await bill('FR')).toMatchObject({ vat_number: null, tax: { kind: 'vat', rate: 0.2 } })
  expect(await bill('US')).toMatchObject({
    vat_number: null,
    vat_information: { can_accept_vat_number: false, is_vat_charged: false },
    tax: { kind: 'sales_tax' },
  })
  expect((await bill('DE')).fingerprint).toBe(there.fingerprint)
})

describe('it is refused', () => {
  test.each(['DE136695977', 'FR40303265045', '12', 'a\0b', '<b>', 'DE'.repeat(10)])('%j', async number => {
    const before = await bill('DE')
    await expect(type(number)).rejects.toMatchObject(refused())
    expect(await read()).toEqual(before)
    expect(service.asked).toEqual([])
  })

  test('when the union’s service does not know it', async () => {
    await bill('DE')
    service.says = { valid: false }
    await expect(type('DE136695976')).rejects.toMatchObject(refused())
    expect((await read()).vat_number).toBeNull()
  })

  test('where there are no such numbers, and before anybody is billed', async () => {
    await expect(type('DE136695976')).rejects.toMatchObject(refused('Please add your billing information first.'))
    await bill('US')
    await expect(type('DE136695976')).rejects.toMatchObject(
      refused('VAT numbers are for addresses in the European Union and the United Kingdom.'),
    )
  })
})

test.each<[string, object | undefined]>([
  ['does not answer', undefined],
  ['has no register to ask', { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }],
])('when the union’s service %s, format and checksum decide, and the evidence says so', async (_, says) => {
  await bill('DE')
  service.says = says
  expect(await type('DE136695976')).toMatchObject({ tax: { kind: 'reverse_charge' } })
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

test.each([
  ['DE', '136695976', 'DE136695976'],
  ['GR', '094259216', 'EL094259216'],
  ['GR', 'EL 094 259 216', 'EL094259216'],
  ['FR', 'fr40-303265045', 'FR40303265045'],
  ['AT', 'U13585627', 'ATU13585627'],
  ['GB', '980780684', 'GB980780684'],
  ['GB', 'GB980780685', undefined],
  ['DE', '136695975', undefined],
  ['DE', 'FR40303265045', undefined],
])('in %s “%s” is %s', async (country, text, number) => {
  expect(await readVatNumber(country, text)).toBe(number)
})
