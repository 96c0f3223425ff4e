import { expect, test } from 'vitest'

import { placeAfterCartError } from './cart-error.tsx'

test('a cart that cannot be loaded leads to the cart once within 30 seconds, then home', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const began = 1_800_000_000_000
  expect(placeAfterCartError(storage, began)).toBe('/cart')
  expect(placeAfterCartError(storage, began + 29_999)).toBe('/')
  expect(placeAfterCartError(storage, began + 30_000)).toBe('/cart')
})
