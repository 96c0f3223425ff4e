import { expect, test } from 'vitest'

import { allLabel } from './refund-label.ts'

test('all that is left is only said when nothing stays behind', () => {
  expect(allLabel({ free: 2, left: 2 })).toBe('All that is left, 2 clips')
  expect(allLabel({ free: 2, left: 3 })).toBe('All that can go back, 2 clips')
})
