import { expect, test } from 'vitest'

import { isCheckoutPath, canAskAt } from './eligibility.ts'

const toLocation = (address: string) => {
  const { pathname, search } = new URL(address, 'http://shop')
  return { pathname, search }
}

test.each([
  '/',
  '/clips',
  '/clips?q=tide&page=2',
  '/clips/tide/3',
  '/collections/night/7',
  '/stock-footage/ocean',
  '/category/nature',
  '/filmmakers',
  '/films',
])('onboarding may open at %s', address => {
  expect(canAskAt(toLocation(address), null)).toBe(true)
})

test.each([
  '/cart',
  '/cart/billing',
  '/checkout',
  '/checkout/confirming/3',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password/x',
  '/workspace/overview',
  '/account/password',
  '/profile/settings',
  '/boards',
  '/board/tide/3',
  '/contact',
  '/pricing',
  '/clipsy',
  '/?modal=footageResearch',
])('onboarding does not open at %s', address => {
  expect(canAskAt(toLocation(address), null)).toBe(false)
})

test('a user who returns to their page after the login is not interrupted; one who just logged in is asked', () => {
  expect(canAskAt(toLocation('/clips/tide/3'), toLocation('/login?next=%2Fclips%2Ftide%2F3'))).toBe(false)
  expect(canAskAt(toLocation('/clips/tide/3'), toLocation('/register?next=%2Fclips%2Ftide%2F3'))).toBe(false)
  expect(canAskAt(toLocation('/'), toLocation('/register'))).toBe(true)
  expect(canAskAt(toLocation('/clips'), toLocation('/clips/tide/3'))).toBe(true)
})

test('pages of cart and checkout are recognized by their path', () => {
  expect(
    ['/cart', '/cart/billing', '/cart/success', '/checkout', '/checkout/LT-2026-000001'].every(isCheckoutPath),
  ).toBe(true)
  expect(['/', '/clips', '/cartoons', '/clips/cart/3'].some(isCheckoutPath)).toBe(false)
})
