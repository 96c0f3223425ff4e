import { expect, test } from 'vitest'

import { changesTax, type BillingDetails } from './billing-corrections.ts'
import type { OrderTax } from './order-snapshot.ts'

const details = (country: string, vat_number: string | null = null, region = ''): BillingDetails => ({
  billing: { company: 'A', contact: '', address: '1', address2: '', city: 'B', postal_code: '2', region, country },
  vat_number,
})

test.each<[string, OrderTax['kind'], BillingDetails, BillingDetails, boolean]>([
  ['another street', 'vat', details('Ireland'), details('Ireland'), false],
  ['another country', 'none', details('Japan'), details('Switzerland'), true],
  ['another state', 'sales_tax', details('United States', null, 'Texas'), details('United States', null, 'Utah'), true],
  ['another region without its own tax', 'vat', details('Spain', null, 'A'), details('Spain', null, 'B'), false],
  ['a number where tax was charged abroad', 'vat', details('Germany'), details('Germany', 'DE136695976'), true],
  ['a number in the seller’s country', 'vat', details('Ireland'), details('Ireland', 'IE6388047V'), false],
  ['a number outside of VAT', 'none', details('Japan'), details('Japan', 'T1'), false],
  ['no number under reverse charge', 'reverse_charge', details('Germany', 'DE136695976'), details('Germany'), true],
  [
    'a corrected number under reverse charge',
    'reverse_charge',
    details('Germany', 'DE136695976'),
    details('Germany', 'DE811569869'),
    false,
  ],
])('%s changes the tax or not', (_, kind, before, after, expected) => {
  expect(changesTax(before, after, { kind }, 'Ireland')).toBe(expected)
})
