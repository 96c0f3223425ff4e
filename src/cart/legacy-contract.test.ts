import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { DetailsBody, removeClips } from './legacy-contract.ts'

const body = {
  first_name: 'Nora',
  last_name: 'Brandt',
  email: 'nora@example.com',
  address: '12 Harbor Way',
  city: 'Oakland',
  postal_code: '94607',
  country_id: 41,
  region_id: 8,
}

test('an omitted PO or VAT number stays unchanged, and an empty one removes it', () => {
  expect(z.parse(DetailsBody, body)).not.toHaveProperty('po_number')
  expect(z.parse(DetailsBody, body)).not.toHaveProperty('vat_number')
  expect(z.parse(DetailsBody, { ...body, po_number: '' })).toHaveProperty('po_number', '')
  expect(z.parse(DetailsBody, { ...body, po_number: ' PO-7731 ' })).toHaveProperty('po_number', 'PO-7731')
})

test('a list of item ids may have spaces, and an invalid list is rejected', () => {
  const parse = (cart_item_ids: string) => z.safeParse(removeClips.query, { cart_item_ids })
  expect(parse('[12,\u000b 013 ]').data).toMatchObject({ cart_item_ids: [12, 13] })
  for (const text of ['', '12', '[]', '[1,]', '[-1]', '[1.5]', '[[1]]']) expect(parse(text).success).toBe(false)
})
