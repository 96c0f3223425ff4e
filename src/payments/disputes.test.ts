import { expect, test } from 'vitest'

import { disputesOf } from './disputes.server.ts'

const lost = (amountDisputed: string) => ({ status: 'lost', amountDisputed })

test.each([
  ['the whole', [lost('100.00')], 0, 'lost'],
  ['a part', [lost('60.00')], 0, 'partly'],
  ['all that a refund had left', [lost('60.00')], 40_00, 'lost'],
  ['less than a refund had left', [lost('59.99')], 40_00, 'partly'],
  ['the whole by two', [lost('60.00'), lost('40.00')], 0, 'lost'],
  ['a part, the rest being asked for', [lost('60.00'), { status: 'open', amountDisputed: '40.00' }], 0, 'open'],
  ['nothing, being won', [{ status: 'won', amountDisputed: '100.00' }], 0, 'won'],
  ['nothing', [], 40_00, 'none'],
] as const)('disputes that took %s', (_, disputes, given_back_cents, said) => {
  expect(disputesOf({ amount: '100.00', disputes: [...disputes] }, given_back_cents)).toBe(said)
})
