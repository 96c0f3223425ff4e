/** The cart's older doors do what the newer ones do. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { aCoupon } from '../../testing/builders/coupons.ts'
import { aClip, aMember, type TestClip } from '../../testing/builders/orders.ts'
import { getCart } from './contract.ts'
import * as legacy from './legacy-contract.ts'

let shop: TestApp
let tide: TestClip
let harbor: TestClip
let guest: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  tide = await aClip(shop)
  harbor = await aClip(shop, 'Harbor lights')
})
beforeEach(() => {
  guest = shop.visitor()
})
afterAll(() => shop.close())

const clip = ({ id }: TestClip, more: object = {}) => ({
  clip_id: id,
  format_id: 3,
  distribution_ids: [3],
  license_ids: ['C000023-HD'],
  ...more,
})
const add = async (who: Visitor, clips: object[], cart_hash?: string) =>
  (await who.call(legacy.addClips, { body: { clips: clips as never, ...(cart_hash && { cart_hash }) } })).data
const read = async (who: Visitor) => (await who.call(getCart, {})).data

test('clips go in, each under its own license, and are the cart that the newer door shows', async () => {
  const cart = await add(guest, [clip(tide), clip(harbor, { distribution_ids: [7], end_client_size: 3 })])
  expect(cart.licenses.map(group => group.id_prefix)).toEqual(['C000023', 'C000037'])
  expect(await read(guest)).toEqual(cart)
})

test('several are changed at once, all or none', async () => {
  const { cart_items } = await add(guest, [clip(tide), clip(harbor)])
  const [first, second] = cart_items.data.map(item => item.id)
  const change = (ids: (number | undefined)[]) =>
    guest.call(legacy.changeClips, {
      body: { clips: ids.map(id => ({ cart_item_id: id ?? 0, format_id: 2, distribution_ids: [6] })) },
    })
  await expect(change([first, 999_999])).rejects.toMatchObject({ status: 404 })
  expect((await read(guest)).cart_items.data.map(item => item.format.id)).toEqual([3, 3])
  const { data } = await change([first, second])
  expect(data.cart_items.data.map(item => [item.format.id, item.licenses[0]?.distribution.id])).toEqual([
    [2, 6],
    [2, 6],
  ])
})

test('items go out by their list, and all of them by clear', async () => {
  const { cart_items } = await add(guest, [clip(tide), clip(harbor)])
  const [first] = cart_items.data
  const { data } = await guest.call(legacy.removeClips, { query: { cart_item_ids: `[${first?.id}]` } })
  expect(data.cart_items.data.map(item => item.clip_id)).toEqual([harbor.id])
  expect((await guest.call(legacy.clearClips, {})).data.cart_items.data).toEqual([])
})

test('a hash finds a guest’s cart without its cookie, and never a member’s', async () => {
  const { hash } = await add(guest, [clip(tide)])
  const elsewhere = shop.visitor()
  expect((await add(elsewhere, [clip(harbor)], hash ?? '')).cart_items.data).toHaveLength(2)
  const { visitor: member } = await aMember(shop)
  const own = await add(member, [clip(tide)])
  await expect(add(shop.visitor(), [clip(harbor)], own.hash ?? '')).rejects.toMatchObject({ status: 404 })
  await expect(add(member, [clip(harbor)], hash ?? '')).rejects.toMatchObject({ status: 404 })
  expect((await add(member, [clip(harbor)], own.hash ?? '')).cart_items.data).toHaveLength(2)
})

test('a discount code: taken, taken off, and its mistakes under coupon', async () => {
  await add(guest, [clip(tide)])
  const { code } = await aCoupon(shop)
  expect((await guest.call(legacy.addCoupon, { body: { code } })).data.discount_code).toBe(code)
  expect((await guest.call(legacy.removeCoupon, {})).data.discount_code).toBeNull()
  await expect(guest.call(legacy.addCoupon, { body: { code: 'NOTHING' } })).rejects.toMatchObject({
    status: 422,
    errors: { coupon: ['This discount code is not valid.'] },
  })
})

describe('who is billed', () => {
  const details = {
    first_name: 'Ida',
    last_name: 'Moreno',
    email: 'ida@example.com',
    address: '9 Pecan Street',
    city: 'Austin',
    postal_code: '78701',
    country_id: 41,
  }
  const say = (who: Visitor, more: object = {}) => who.call(legacy.saveDetails, { body: { ...details, ...more } })
  const countryOf = async (code: string) =>
    (await shop.db.selectFrom('countries').where('code', '=', code).select('id').executeTakeFirstOrThrow()).id

  test('the United States need a state; elsewhere one may be left out', async () => {
    await expect(say(guest)).rejects.toMatchObject({ status: 422, errors: { region_id: ['Region is required'] } })
    await say(guest, { country_id: await countryOf('IE') })
    expect((await read(guest)).contact_details).toMatchObject({ country: 'Ireland', region: '', is_complete: true })
  })

  test('the zip code is one of the country', async () => {
    const at_home = { country_id: await countryOf('DE'), region: 'Berlin' }
    await expect(say(guest, { ...at_home, postal_code: 'ABC!!' })).rejects.toMatchObject({
      errors: { postal_code: ['Please enter a valid zip code'] },
    })
  })

  test('a VAT number is checked when it is added, kept while it is not mentioned, and removed by an empty one', async () => {
    const at_home = { country_id: await countryOf('DE'), region: 'Berlin' }
    await expect(say(guest, { ...at_home, vat_number: 'DE123' })).rejects.toMatchObject({
      errors: { vat_number: ['Not a valid VAT number'] },
    })
    await say(guest, { ...at_home, vat_number: 'DE136695976' })
    await say(guest, at_home)
    expect(await read(guest)).toMatchObject({ vat_number: 'DE136695976', tax: { kind: 'reverse_charge' } })
    await say(guest, { ...at_home, vat_number: '' })
    expect((await read(guest)).vat_number).toBeNull()
  })

  test('each field that is missing is told by name', async () => {
    const nothing = { first_name: '', last_name: '', email: 'nobody', address: '', city: '', postal_code: '' }
    await expect(say(guest, nothing)).rejects.toMatchObject({
      errors: {
        first_name: ['First name is required'],
        email: ['Please enter a valid email address'],
        address: ['Address is required'],
        postal_code: ['Zip code is required'],
      },
    })
  })
})
