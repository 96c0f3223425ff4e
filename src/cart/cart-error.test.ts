import { expect, test } from 'vitest'

import { cartErrorRedirect } from './cart-error.tsx'

test('a cart error redirects to the cart once within 30 seconds, then home', () => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  const startedAt = 1_800_000_000_000
  expect(cartErrorRedirect(storage, startedAt)).toBe('/cart')
  expect(cartErrorRedirect(storage, startedAt + 29_999)).toBe('/')
  expect(cartErrorRedirect(storage, startedAt + 30_000)).toBe('/cart')
})
