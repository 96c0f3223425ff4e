import { expect, test } from 'vitest'

import { formatValidity } from './rate-labels.ts'

test('a rate is valid to the end of its last day', () => {
  const starts_at = '2026-01-01T00:00:00.000Z'
  expect(formatValidity({ starts_at, ends_at: '2026-07-01T00:00:00.000Z' })).toBe(
    'From January 1, 2026 to June 30, 2026',
  )
  expect(formatValidity({ starts_at, ends_at: null })).toBe('From January 1, 2026 until further notice')
})
