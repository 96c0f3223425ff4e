import { expect, test } from 'vitest'

import { selectAllLabel } from './refund-label.ts'

test('the label says whether all remaining clips or only the refundable ones are selected', () => {
  expect(selectAllLabel({ free: 2, left: 2 })).toBe('All remaining clips (2)')
  expect(selectAllLabel({ free: 2, left: 3 })).toBe('All refundable clips (2)')
})
