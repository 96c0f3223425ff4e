import { expect, test } from 'vitest'

import { tokenizeText, verifyText, WrongCard } from '#payments/card-texts.ts'
import { optionsFor } from '#payments/method-options.ts'
import { money } from '#platform/money.ts'

import { ein_text, inOwnWords, missingText } from './texts.ts'

const cart = { total: money(40_000), has_non_profit_licenses: false, ein: null }
const [card] = optionsFor([], true)

test('something that costs money is paid in some way; what is free needs none', () => {
  expect(missingText(cart, undefined)).toBe('Please select a payment method')
  expect(missingText(cart, card)).toBeUndefined()
  expect(missingText({ ...cart, total: money(0) }, undefined)).toBeUndefined()
})

test('a non-profit license needs an EIN number, free or not', () => {
  const nonprofit = { ...cart, has_non_profit_licenses: true }
  expect(missingText(nonprofit, card)).toBe(ein_text)
  expect(missingText({ ...nonprofit, total: money(0) }, undefined)).toBe(ein_text)
  expect(missingText({ ...nonprofit, ein: '12-3456789' }, card)).toBeUndefined()
})

test('of a card’s fields the first wrong one is named, in the order of the form', () => {
  const said = (...fields: WrongCard['fields']) => (inOwnWords(new WrongCard('…', fields)) as Error).message
  expect(said('number', 'postalCode', 'cardholderName')).toBe('Please enter a valid name')
  expect(said('number', 'expirationDate')).toBe('Please enter a valid expiration date')
  expect(said('cvv', 'postalCode', 'number')).toBe('Please enter a valid card number')
  expect(said('postalCode')).toBe('Please enter a valid postal code')
})

test.each([
  [verifyText, 'Error processing payment method.'],
  [tokenizeText, 'Something went wrong processing your request'],
  ['Card 3D Secure Authentication failed', 'Card 3D Secure Authentication failed'],
])('“%s” is “%s” here', (text, own) => {
  expect((inOwnWords(new Error(text)) as Error).message).toBe(own)
  expect((inOwnWords(new WrongCard(text, ['cvv'])) as Error).message).toBe(own)
})

test('what it has no words for is left as it is', () => {
  const error = new Error('PayPal was closed')
  expect(inOwnWords(error)).toBe(error)
  expect(inOwnWords('odd')).toBe('odd')
})
