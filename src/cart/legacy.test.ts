/** Tests that the cart's legacy endpoints do the same as the current ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { seedCoupon } from '../../testing/builders/coupons.ts'
import { seedClip, seedMember, type TestClip } from '../../testing/builders/orders.ts'
import { getCart } from './contract.ts'
import * as legacy from './legacy-contract.ts'

let shop: TestApp
let tide: TestClip
let harbor: TestClip
let guest: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  tide = await seedClip(shop)
  harbor = await seedClip(shop, 'Harbor lights')
})
beforeEach(() => {
  guest = shop.visitor()
})
afterAll(() => shop.close())

const clip = ({ id }: TestClip, overrides: object = {}) => ({
  clip_id: id,
  format_id: 3,
  distribution_ids: [3],
  license_ids: ['C000023-HD'],
  ...overrides,
})
const add = async (visitor: Visitor, clips: object[], cart_hash?: string) =>
  (await visitor.call(legacy.addClips, { body: { clips: clips as never, ...(cart_hash && { cart_hash }) } })).data
const loadCart = async (visitor: Visitor) => (await visitor.call(getCart, {})).data

test('clips are added, each under its own license, to the same cart that the current endpoint returns', async () => {
  const cart = await add(guest, [clip(tide), clip(harbor, { distribution_ids: [7], end_client_size: 3 })])
  expect(cart.licenses.map(group => group.id_prefix)).toEqual(['C000023', 'C000037'])
  expect(await loadCart(guest)).toEqual(cart)
})

test('several items are changed at once, all or none', async () => {
  const { cart_items } = await add(guest, [clip(tide), clip(harbor)])
  const [first, second] = cart_items.data.map(item => item.id)
  const change = (ids: (number | undefined)[]) =>
    guest.call(legacy.changeClips, {
      body: { clips: ids.map(id => ({ cart_item_id: id ?? 0, format_id: 2, distribution_ids: [6] })) },
    })
  await expect(change([first, 999_999])).rejects.toMatchObject({ status: 404 })
  expect((await loadCart(guest)).cart_items.data.map(item => item.format.id)).toEqual([3, 3])
  const { data } = await change([first, second])
  expect(data.cart_items.data.map(item => [item.format.id, item.licenses[0]?.distribution.id])).toEqual([
    [2, 6],
    [2, 6],
  ])
})

test('items are removed by a list of ids, or all at once', async () => {
  const { cart_items } = await add(guest, [clip(tide), clip(harbor)])
  const [first] = cart_items.data
  const { data } = await guest.call(legacy.removeClips, { query: { cart_item_ids: `[${first?.id}]` } })
  expect(data.cart_items.data.map(item => item.clip_id)).toEqual([harbor.id])
  expect((await guest.call(legacy.clearClips, {})).data.cart_items.data).toEqual([])
})

test('a hash identifies a guest’s cart without the cookie, but never a member’s', async () => {
  const { hash } = await add(guest, [clip(tide)])
  const otherBrowser = shop.visitor()
  expect((await add(otherBrowser, [clip(harbor)], hash ?? '')).cart_items.data).toHaveLength(2)
  const { visitor: member } = await seedMember(shop)
  const memberCart = await add(member, [clip(tide)])
  await expect(add(shop.visitor(), [clip(harbor)], memberCart.hash ?? '')).rejects.toMatchObject({ status: 404 })
  await expect(add(member, [clip(harbor)], hash ?? '')).rejects.toMatchObject({ status: 404 })
  expect((await add(member, [clip(harbor)], memberCart.hash ?? '')).cart_items.data).toHaveLength(2)
})

test('a discount code is applied and removed, with errors under `coupon`', async () => {
  await add(guest, [clip(tide)])
  const { code } = await seedCoupon(shop)
  expect((await guest.call(legacy.addCoupon, { body: { code } })).data.discount_code).toBe(code)
  expect((await guest.call(legacy.removeCoupon, {})).data.discount_code).toBeNull()
  await expect(guest.call(legacy.addCoupon, { body: { code: 'NOTHING' } })).rejects.toMatchObject({
    status: 422,
    errors: { coupon: ['This discount code is not valid.'] },
  })
})

describe('billing details', () => {
  const details = {
    first_name: 'Ida',
    last_name: 'Moreno',
    email: 'ida@example.com',
    address: '9 Pecan Street',
    city: 'Austin',
    postal_code: '78701',
    country_id: 41,
  }
  const saveDetails = (visitor: Visitor, overrides: object = {}) =>
    visitor.call(legacy.saveDetails, { body: { ...details, ...overrides } })
  const countryOf = async (code: string) =>
    (await shop.db.selectFrom('countries').where('code', '=', code).select('id').executeTakeFirstOrThrow()).id

  test('need a state in the United States, and none elsewhere', async () => {
    await expect(saveDetails(guest)).rejects.toMatchObject({
      status: 422,
      errors: { region_id: ['Region is required'] },
    })
    await saveDetails(guest, { country_id: await countryOf('IE') })
    expect((await loadCart(guest)).contact_details).toMatchObject({ country: 'Ireland', region: '', is_complete: true })
  })

  test('need a zip code that is valid in the country', async () => {
    const germany = { country_id: await countryOf('DE'), region: 'Berlin' }
    await expect(saveDetails(guest, { ...germany, postal_code: 'ABC!!' })).rejects.toMatchObject({
      errors: { postal_code: ['Please enter a valid zip code'] },
    })
  })

  test('validate a new VAT number, keep it when it is omitted, and remove it when it is empty', async () => {
    const germany = { country_id: await countryOf('DE'), region: 'Berlin' }
    await expect(saveDetails(guest, { ...germany, vat_number: 'DE123' })).rejects.toMatchObject({
      errors: { vat_number: ['Not a valid VAT number'] },
    })
    await saveDetails(guest, { ...germany, vat_number: 'DE136695976' })
    await saveDetails(guest, germany)
    expect(await loadCart(guest)).toMatchObject({ vat_number: 'DE136695976', tax: { kind: 'reverse_charge' } })
    await saveDetails(guest, { ...germany, vat_number: '' })
    expect((await loadCart(guest)).vat_number).toBeNull()
  })

  test('return an error for each missing field', async () => {
    const blank = { first_name: '', last_name: '', email: 'nobody', address: '', city: '', postal_code: '' }
    await expect(saveDetails(guest, blank)).rejects.toMatchObject({
      errors: {
        first_name: ['First name is required'],
        email: ['Please enter a valid email address'],
        address: ['Address is required'],
        postal_code: ['Zip code is required'],
      },
    })
  })
})
