import fc from 'fast-check'
import { expect, test } from 'vitest'

import { amountOf, centsOf, outcomeOf } from './outcome.ts'
import { vaultTokenFor } from './vault-token.ts'

const transaction = { id: 't1', amount: '129.00', orderId: 'o1', creditCard: { cardType: 'Visa', last4: '1111' } }

test('amounts convert to the gateway’s format and back', () => {
  fc.assert(fc.property(fc.nat({ max: 999_999_999 }), cents => centsOf(amountOf(cents)) === cents))
})

test.each(['-1.00', '1.234', '1e3', '', 'NaN', '1,000.00'])('%j is not an amount', text => {
  expect(() => centsOf(text)).toThrow('amount')
})

test.each(['authorized', 'submitted_for_settlement', 'settling', 'settled', 'settlement_pending'])(
  '%s is a charge',
  status => {
    expect(outcomeOf({ ...transaction, status })).toMatchObject({
      kind: 'approved',
      amount_cents: 12_900,
      order_id: 'o1',
      payment_method: 'Visa ending in 1111',
      saved_method: null,
    })
  },
)

test.each(['processor_declined', 'gateway_rejected', 'failed', 'voided', 'settlement_declined'])(
  '%s is no charge',
  status => {
    expect(outcomeOf({ ...transaction, status })).toMatchObject({ kind: 'declined', transaction_id: 't1' })
  },
)

test.each(['authorizing', 'something new', ''])('%j is an unknown outcome', status => {
  expect(outcomeOf({ ...transaction, status }).kind).toBe('unknown')
})

test('a card that is to be saved comes with its token, a one-time card does not', () => {
  const cardIn = (is_saved: boolean) => ({ cardType: 'Visa', last4: '1111', token: vaultTokenFor('a-1', { is_saved }) })
  expect(outcomeOf({ ...transaction, status: 'settled', creditCard: cardIn(true) })).toMatchObject({
    saved_method: { token: 'keep-a-1', card_brand: 'Visa', last_4: '1111' },
  })
  expect(outcomeOf({ ...transaction, status: 'settled', creditCard: cardIn(false) })).toMatchObject({
    saved_method: null,
  })
})
