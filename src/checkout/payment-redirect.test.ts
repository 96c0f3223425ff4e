import { expect, test } from 'vitest'

import { pathAfterPayment } from './payment-redirect.ts'

const failed = { state: 'failed', order_id: 7, invoice_number: null, quote_number: null } as const
const LINK = 'a-link_of-a-cart'

test.each([
  ['the own cart', { ...failed, kind: 'own' }, null, '/checkout?declined=1'],
  ['a quote', { ...failed, kind: 'quote', quote_number: 'Q-2026-000001' }, null, '/checkout/Q-2026-000001?declined=1'],
  [
    'an invoiced order',
    { ...failed, kind: 'invoice', invoice_number: 'LT-2026-000001' },
    null,
    '/checkout/LT-2026-000001?declined=1',
  ],
  ['a custom cart', { ...failed, kind: 'custom' }, LINK, `/cart?cart_hash=${LINK}&declined=1`],
  ['a custom cart whose link is unknown', { ...failed, kind: 'custom' }, null, '/cart?link=declined'],
] as const)('a failed payment leads back to where it was paid: %s', (_, payment, cartLink, path) => {
  expect(pathAfterPayment(payment, cartLink)).toBe(path)
})

test('a returned debit leads to its order, because the cart is gone', () => {
  expect(pathAfterPayment({ ...failed, kind: 'own', invoice_number: 'LT-2026-000001' })).toBe(
    '/workspace/orders/LT-2026-000001',
  )
})

test('only a new order asks for project details', () => {
  const paid = { ...failed, state: 'paid', invoice_number: 'LT-2026-000001' } as const
  expect(pathAfterPayment({ ...paid, kind: 'quote', quote_number: 'Q-2026-000001' })).toBe(
    '/workspace/orders/LT-2026-000001?add_project_details=1',
  )
  expect(pathAfterPayment({ ...paid, kind: 'invoice' })).toBe('/workspace/orders/LT-2026-000001')
})

test('the confirmation page of a custom cart keeps its link', () => {
  const waiting = { ...failed, state: 'confirming', kind: 'custom' } as const
  expect(pathAfterPayment(waiting, LINK)).toBe(`/checkout/confirming/7?cart_hash=${LINK}`)
})
