import { expect, test } from 'vitest'

import { placeAfter } from './place-after.ts'

const failed = { state: 'failed', order_id: 7, invoice_number: null, quote_number: null } as const
const link = 'a-link_of-a-cart'

test.each([
  ['one’s own cart', { ...failed, kind: 'own' }, null, '/checkout?declined=1'],
  ['a quote', { ...failed, kind: 'quote', quote_number: 'Q-2026-000001' }, null, '/checkout/Q-2026-000001?declined=1'],
  [
    'an order on account',
    { ...failed, kind: 'invoice', invoice_number: 'LT-2026-000001' },
    null,
    '/checkout/LT-2026-000001?declined=1',
  ],
  ['a custom cart', { ...failed, kind: 'custom' }, link, `/cart?cart_hash=${link}&declined=1`],
  ['a custom cart whose link is lost', { ...failed, kind: 'custom' }, null, '/cart?link=declined'],
] as const)('what failed leads back to where it was paid: %s', (_, payment, by, place) => {
  expect(placeAfter(payment, by)).toBe(place)
})

test('a debit that came back leads to its order: the cart is gone', () => {
  expect(placeAfter({ ...failed, kind: 'own', invoice_number: 'LT-2026-000001' })).toBe(
    '/workspace/orders/LT-2026-000001',
  )
})

test('only a new order is asked what its footage is for', () => {
  const paid = { ...failed, state: 'paid', invoice_number: 'LT-2026-000001' } as const
  expect(placeAfter({ ...paid, kind: 'quote', quote_number: 'Q-2026-000001' })).toBe(
    '/workspace/orders/LT-2026-000001?add_project_details=1',
  )
  expect(placeAfter({ ...paid, kind: 'invoice' })).toBe('/workspace/orders/LT-2026-000001')
})

test('who waits for the payment of a custom cart keeps its link', () => {
  const waiting = { ...failed, state: 'confirming', kind: 'custom' } as const
  expect(placeAfter(waiting, link)).toBe(`/checkout/confirming/7?cart_hash=${link}`)
})
