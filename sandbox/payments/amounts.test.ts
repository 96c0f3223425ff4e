import fc from 'fast-check'
import { expect, test } from 'vitest'

import { decideByAmount, parseAmount, formatAmount } from './amounts.ts'

test('a formatted amount parses to the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), cents => {
      expect(parseAmount(formatAmount(cents))).toEqual({ cents })
    }),
  )
})

test.each([
  ['1999.99', 'approved', '1000', 'settled'],
  ['2000', 'processor_declined', '2000', 'settled'],
  ['2999.99', 'processor_declined', '2999', 'settled'],
  ['3000.99', 'failed', '3000', 'settled'],
  ['3001', 'approved', '1000', 'settled'],
  ['4001.99', 'approved', '1000', 'settlement_declined'],
  ['4002', 'approved', '1000', 'settlement_pending'],
  ['5001.00', 'gateway_rejected', '', 'settled'],
  ['5001.01', 'processor_declined', '2038', 'settled'],
])('in strict mode %s is %s with %s and settles as %s', (amount, result, code, settles_as) => {
  const parsed = parseAmount(amount)
  expect('cents' in parsed && decideByAmount(parsed.cents, true)).toMatchObject({ result, code, settles_as })
  expect('cents' in parsed && decideByAmount(parsed.cents, false)).toMatchObject({
    result: 'approved',
    settles_as: 'settled',
  })
})
