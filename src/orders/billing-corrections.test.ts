import { expect, test } from 'vitest'

import { changesTax, type BillingDetails } from './billing-corrections.ts'
import type { OrderTax } from './order-snapshot.ts'

const details = (
  country: string,
  vat_number: string | null = null,
  region = '',
  postal_code = '2',
): BillingDetails => ({
  billing: { company: 'A', contact: '', address: '1', address2: '', city: 'B', postal_code, region, country },
  vat_number,
})

test.each<[string, OrderTax['kind'], BillingDetails, BillingDetails, boolean]>([
  ['another street', 'vat', details('Ireland'), details('Ireland'), false],
  ['another country', 'none', details('Japan'), details('Switzerland'), true],
  ['another state', 'sales_tax', details('United States', null, 'Texas'), details('United States', null, 'Utah'), true],
  ['another region without its own tax', 'vat', details('Spain', null, 'A'), details('Spain', null, 'B'), false],
  ['another town', 'vat', details('Spain', null, '', '28001'), details('Spain', null, '', '08001'), false],
  [
    'a move to the Canary Islands',
    'vat',
    details('Spain', null, '', '28001'),
    details('Spain', null, '', '35001'),
    true,
  ],
  [
    'a move from Madeira',
    'vat',
    details('Portugal', null, '', '9000-081'),
    details('Portugal', null, '', '1000'),
    true,
  ],
  ['a move to Åland', 'vat', details('Finland', null, '', '00100'), details('Finland', null, '', 'AX-22100'), true],
  [
    'another ZIP code',
    'sales_tax',
    details('United States', null, 'T', '1'),
    details('United States', null, 'T'),
    false,
  ],
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
