import { expect, test } from 'vitest'

import { initialBillingValues } from './billing.ts'
import type { Cart, CartBilling, LicenseGroup } from './contract.ts'
import { isInCart } from './parts/in-cart.ts'
import { withoutItems } from './use-item-changes.ts'

const item = (id: number, clip_id: number, format_id = 3) =>
  ({ id, clip_id, format: { id: format_id, name: '', priority: 1 } }) as LicenseGroup['items'][number]
const group = (id: string, ...items: LicenseGroup['items']) => ({ id, items }) as LicenseGroup
const cart = {
  licenses: [group('C000023', item(1, 10), item(2, 11, 2)), group('C000027', item(3, 10))],
  cart_items: { data: [item(1, 10), item(2, 11, 2), item(3, 10)] },
  notices: [{ kind: 'price', cart_item_id: 3, text: '' }],
} as unknown as Cart
const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }

test('removing the last clip of a license removes the group, and removing an item removes its notice', () => {
  expect(withoutItems(cart, [3])).toMatchObject({ licenses: [{ id: 'C000023' }], notices: [] })
  expect(withoutItems(cart, [1]).licenses.map(({ items }) => items.map(({ id }) => id))).toEqual([[2], [3]])
})

test('a clip is found in the cart under a given license and format, or under any', () => {
  expect(isInCart(cart, 10, web)).toBe(true)
  expect(isInCart(cart, 11, web)).toBe(false)
  expect(isInCart(cart, 11)).toBe(true)
  expect(isInCart(undefined, 10)).toBe(false)
})

test('the billing form starts with the cart’s billing, then the workspace’s, then the buyer’s defaults', () => {
  const cartBilling = {
    company: 'Fieldnote Pictures',
    billing_contact: null,
    first_name: '',
    last_name: '',
    email: '',
    address: '1 Quay',
    address2: '',
    city: 'Dublin',
    postal_code: 'D01',
    region: 'Leinster',
    country: { id: 250, code: 'IE', name: 'Ireland' },
    country_region: null,
  } satisfies CartBilling
  const { company: company_name, address2: address_2, ...fields } = cartBilling
  const workspaceBilling = {
    ...fields,
    company_name: 'Northlight',
    address_2,
    country_region: { id: 7, code: 'NY', name: 'New York' },
  }
  const buyer = { user_id: 5, country_id: 41 }
  expect(initialBillingValues(cartBilling, workspaceBilling, buyer)).toMatchObject({
    company: 'Fieldnote Pictures',
    billing_contact_user_id: 5,
    region: 'Leinster',
  })
  expect(initialBillingValues(null, workspaceBilling, buyer)).toMatchObject({
    company: 'Northlight',
    country_region_id: 7,
    region: '',
  })
  expect(initialBillingValues(null, null, buyer)).toMatchObject({
    company: '',
    country_id: 41,
    billing_contact_user_id: 5,
  })
})
