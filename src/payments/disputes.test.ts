import { expect, test } from 'vitest'

import { summarizeDisputes } from './disputes.server.ts'

const lost = (amountDisputed: string) => ({ status: 'lost', amountDisputed })

/** Records of one case share its number, or name the record that they continue. */
const lostCase = (caseNumber: string, amountDisputed: string) => ({
  ...lost(amountDisputed),
  id: `${caseNumber}1`,
  caseNumber,
})
const nextRound = (caseNumber: string, first: string, amountDisputed: string) => ({
  ...lost(amountDisputed),
  id: `${caseNumber}1`,
  caseNumber,
  originalDisputeId: `${first}1`,
})

test.each([
  ['everything', [lost('100.00')], 0, 'lost'],
  ['a part', [lost('60.00')], 0, 'partly'],
  ['everything left after a refund', [lost('60.00')], 40_00, 'lost'],
  ['less than a refund left', [lost('59.99')], 40_00, 'partly'],
  ['everything, in two disputes', [lost('60.00'), lost('40.00')], 0, 'lost'],
  ['a part, with two records', [lostCase('a', '60.00'), lostCase('a', '60.00')], 0, 'partly'],
  ['a part, with a second round about it', [lostCase('a', '60.00'), nextRound('b', 'a', '60.00')], 0, 'partly'],
  ['everything, in two cases', [lostCase('a', '60.00'), lostCase('b', '40.00')], 0, 'lost'],
  [
    'everything, repeated in a second round',
    [lostCase('a', '60.00'), lostCase('b', '40.00'), nextRound('c', 'a', '60.00')],
    0,
    'lost',
  ],
  ['a part, while the rest is claimed', [lost('60.00'), { status: 'open', amountDisputed: '40.00' }], 0, 'open'],
  ['nothing, because it was won', [{ status: 'won', amountDisputed: '100.00' }], 0, 'won'],
  [
    'nothing, because the second round was won',
    [lostCase('a', '60.00'), { ...nextRound('b', 'a', '60.00'), status: 'won' }],
    0,
    'won',
  ],
  ['a part, because no one responded in time', [{ status: 'expired', amountDisputed: '60.00' }], 0, 'partly'],
  ['nothing, after a retrieval request', [{ ...lost('100.00'), kind: 'retrieval' }], 0, 'won'],
  ['nothing, during a retrieval request', [{ ...lost('100.00'), status: 'open', kind: 'retrieval' }], 0, 'none'],
  [
    'a part, after a retrieval request',
    [lostCase('a', '60.00'), { ...nextRound('b', 'a', '60.00'), status: 'open', kind: 'retrieval' }],
    0,
    'partly',
  ],
  ['nothing', [], 40_00, 'none'],
] as const)('disputes that took %s', (_, disputes, refunded_cents, state) => {
  expect(summarizeDisputes({ amount: '100.00', disputes: [...disputes] }, refunded_cents).state).toBe(state)
})

test.each([
  ['in a further round', [lostCase('a', '60.00'), { ...nextRound('b', 'a', '60.00'), status: 'open' }], 'partly'],
  ['in another case', [lostCase('a', '60.00'), { ...lostCase('c', '40.00'), status: 'open' }], 'open'],
] as const)('an ended case stays ended while the bank has a dispute open %s', (_, disputes, state) => {
  const { cases } = summarizeDisputes({ amount: '100.00', disputes: [lostCase('a', '60.00')] }, 0)
  expect(summarizeDisputes({ amount: '100.00', disputes: [...disputes] }, 0).state).toBe('open')
  expect(summarizeDisputes({ amount: '100.00', disputes: [...disputes] }, 0, cases).state).toBe(state)
})
