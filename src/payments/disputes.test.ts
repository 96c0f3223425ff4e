import { expect, test } from 'vitest'

import { disputesOf } from './disputes.server.ts'

const lost = (amountDisputed: string) => ({ status: 'lost', amountDisputed })

/** Records of one case share its number, or name the record that they go on from. */
const of = (caseNumber: string, amountDisputed: string) => ({
  ...lost(amountDisputed),
  id: `${caseNumber}1`,
  caseNumber,
})
const again = (caseNumber: string, first: string, amountDisputed: string) => ({
  ...lost(amountDisputed),
  id: `${caseNumber}1`,
  caseNumber,
  originalDisputeId: `${first}1`,
})

test.each([
  ['the whole', [lost('100.00')], 0, 'lost'],
  ['a part', [lost('60.00')], 0, 'partly'],
  ['all that a refund had left', [lost('60.00')], 40_00, 'lost'],
  ['less than a refund had left', [lost('59.99')], 40_00, 'partly'],
  ['the whole by two', [lost('60.00'), lost('40.00')], 0, 'lost'],
  ['a part, of which two records tell', [of('a', '60.00'), of('a', '60.00')], 0, 'partly'],
  ['a part, its second round being about it still', [of('a', '60.00'), again('b', 'a', '60.00')], 0, 'partly'],
  ['the whole by two cases', [of('a', '60.00'), of('b', '40.00')], 0, 'lost'],
  [
    'the whole, told again in a second round',
    [of('a', '60.00'), of('b', '40.00'), again('c', 'a', '60.00')],
    0,
    'lost',
  ],
  ['a part, the rest being asked for', [lost('60.00'), { status: 'open', amountDisputed: '40.00' }], 0, 'open'],
  ['nothing, being won', [{ status: 'won', amountDisputed: '100.00' }], 0, 'won'],
  ['nothing, the second round being won', [of('a', '60.00'), { ...again('b', 'a', '60.00'), status: 'won' }], 0, 'won'],
  ['a part, as nobody answered in time', [{ status: 'expired', amountDisputed: '60.00' }], 0, 'partly'],
  ['nothing, the bank having only asked for papers', [{ ...lost('100.00'), kind: 'retrieval' }], 0, 'won'],
  ['nothing, the bank only asking for papers', [{ ...lost('100.00'), status: 'open', kind: 'retrieval' }], 0, 'none'],
  [
    'a part, after the bank had asked for its papers',
    [of('a', '60.00'), { ...again('b', 'a', '60.00'), status: 'open', kind: 'retrieval' }],
    0,
    'partly',
  ],
  ['nothing', [], 40_00, 'none'],
] as const)('disputes that took %s', (_, disputes, given_back_cents, said) => {
  expect(disputesOf({ amount: '100.00', disputes: [...disputes] }, given_back_cents).state).toBe(said)
})

test.each([
  ['in a further round of it', [of('a', '60.00'), { ...again('b', 'a', '60.00'), status: 'open' }], 'partly'],
  ['of another case', [of('a', '60.00'), { ...of('c', '40.00'), status: 'open' }], 'open'],
] as const)('a case that was decided about stays so while the bank has one open %s', (_, disputes, said) => {
  const { cases } = disputesOf({ amount: '100.00', disputes: [of('a', '60.00')] }, 0)
  expect(disputesOf({ amount: '100.00', disputes: [...disputes] }, 0).state).toBe('open')
  expect(disputesOf({ amount: '100.00', disputes: [...disputes] }, 0, cases).state).toBe(said)
})
