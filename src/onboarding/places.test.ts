import { expect, test } from 'vitest'

import { isBuying, mayAsk } from './places.ts'

const place = (address: string) => {
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
])('newcomers are asked at %s', address => {
  expect(mayAsk(place(address), null)).toBe(true)
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
])('nobody is asked at %s', address => {
  expect(mayAsk(place(address), null)).toBe(false)
})

test('whoever comes back from logging in to where they were is left alone; whoever just logged in is not', () => {
  expect(mayAsk(place('/clips/tide/3'), place('/login?next=%2Fclips%2Ftide%2F3'))).toBe(false)
  expect(mayAsk(place('/clips/tide/3'), place('/register?next=%2Fclips%2Ftide%2F3'))).toBe(false)
  expect(mayAsk(place('/'), place('/register'))).toBe(true)
  expect(mayAsk(place('/clips'), place('/clips/tide/3'))).toBe(true)
})

test('who comes to pay is known by the address', () => {
  expect(['/cart', '/cart/billing', '/cart/success', '/checkout', '/checkout/LT-2026-000001'].every(isBuying)).toBe(
    true,
  )
  expect(['/', '/clips', '/cartoons', '/clips/cart/3'].some(isBuying)).toBe(false)
})
