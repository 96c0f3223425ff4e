import { expect, test } from 'vitest'

import { decideAnalytics } from './analytics-consent.ts'

test.each([
  [{ choice: undefined, signals_no: false, requires_opt_in: undefined }, 'wait'],
  [{ choice: undefined, signals_no: false, requires_opt_in: true }, 'ask'],
  [{ choice: undefined, signals_no: false, requires_opt_in: false }, 'yes'],
  [{ choice: 'yes', signals_no: false, requires_opt_in: true }, 'yes'],
  [{ choice: 'no', signals_no: false, requires_opt_in: false }, 'no'],
  [{ choice: 'yes', signals_no: true, requires_opt_in: false }, 'no'],
  [{ choice: undefined, signals_no: true, requires_opt_in: true }, 'no'],
] as const)('%o: %s', (input, decision) => {
  expect(decideAnalytics(input)).toBe(decision)
})
