import { expect, test } from 'vitest'

import { TOKENIZE_TEXT, VERIFY_TEXT, InvalidCardError } from '#payments/card-texts.ts'
import { listMethodOptions } from '#payments/method-options.ts'
import { toMoney } from '#platform/money.ts'

import { EIN_TEXT, toCheckoutError, missingText } from './texts.ts'

const cart = { total: toMoney(40_000), has_non_profit_licenses: false, ein: null }
const [card] = listMethodOptions([], true)

test('only a cart that costs something needs a payment method', () => {
  expect(missingText(cart, undefined)).toBe('Please select a payment method')
  expect(missingText(cart, card)).toBeUndefined()
  expect(missingText({ ...cart, total: toMoney(0) }, undefined)).toBeUndefined()
})

test('a non-profit license needs an EIN number, free or not', () => {
  const nonprofit = { ...cart, has_non_profit_licenses: true }
  expect(missingText(nonprofit, card)).toBe(EIN_TEXT)
  expect(missingText({ ...nonprofit, total: toMoney(0) }, undefined)).toBe(EIN_TEXT)
  expect(missingText({ ...nonprofit, ein: '12-3456789' }, card)).toBeUndefined()
})

test('the first invalid card field is named, in the form’s order', () => {
  const messageFor = (...fields: InvalidCardError['fields']) =>
    (toCheckoutError(new InvalidCardError('…', fields)) as Error).message
  expect(messageFor('number', 'postalCode', 'cardholderName')).toBe('Please enter a valid name')
  expect(messageFor('number', 'expirationDate')).toBe('Please enter a valid expiration date')
  expect(messageFor('cvv', 'postalCode', 'number')).toBe('Please enter a valid card number')
  expect(messageFor('postalCode')).toBe('Please enter a valid postal code')
})

test.each([
  [VERIFY_TEXT, 'Error processing payment method.'],
  [TOKENIZE_TEXT, 'Something went wrong processing your request'],
  ['Card 3D Secure Authentication failed', 'Card 3D Secure Authentication failed'],
])('“%s” becomes “%s”', (text, expected) => {
  expect((toCheckoutError(new Error(text)) as Error).message).toBe(expected)
  expect((toCheckoutError(new InvalidCardError(text, ['cvv'])) as Error).message).toBe(expected)
})

test('an error without a message of its own is returned unchanged', () => {
  const error = new Error('PayPal was closed')
  expect(toCheckoutError(error)).toBe(error)
  expect(toCheckoutError('odd')).toBe('odd')
})
