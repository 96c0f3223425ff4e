import { expect, test } from 'vitest'

import { reviewText, textOfFailure, textsOf, tokenizeText, type FieldState } from './card-texts.ts'

const empty: FieldState = { isEmpty: true, isValid: false, isPotentiallyValid: true, isFocused: false }
const half: FieldState = { isEmpty: false, isValid: false, isPotentiallyValid: true, isFocused: false }
const good: FieldState = { isEmpty: false, isValid: true, isPotentiallyValid: true, isFocused: false }

test('an empty form is not scolded before anything was tried', () => {
  expect(
    textsOf({ number: empty, cvv: empty, expirationDate: empty, cardholderName: empty, postalCode: empty }, false),
  ).toEqual({})
})

test('a half-typed field is left alone while the person is in it, and marked after', () => {
  expect(textsOf({ number: { ...half, isFocused: true } }, false)).toEqual({})
  expect(
    textsOf({ number: half, cvv: half, expirationDate: half, cardholderName: half, postalCode: half }, false),
  ).toEqual({
    number: 'Card number is required',
    cvv: 'CVV number is required',
    expirationDate: 'Expiration date is required',
    cardholderName: 'Name is required',
    postalCode: 'Zip code is required',
  })
})

test('what can no longer become right is marked at once', () => {
  expect(textsOf({ number: { ...half, isPotentiallyValid: false, isFocused: true } }, false)).toEqual({
    number: 'Card number is required',
  })
})

test('after a try, what is missing is named', () => {
  expect(
    textsOf({ number: empty, cvv: empty, expirationDate: empty, cardholderName: empty, postalCode: empty }, true),
  ).toEqual({
    number: 'Card number is required',
    cvv: 'CVV is required',
    expirationDate: 'Date is required',
    cardholderName: 'Cardholder name is required',
    postalCode: 'Zip code is required',
  })
  expect(textsOf({ number: good, cvv: half }, true)).toEqual({ cvv: 'CVV number is required' })
})

test('after a try, a field that is being filled in is left alone again', () => {
  expect(textsOf({ number: { ...half, isFocused: true }, cvv: { ...empty, isFocused: true } }, true)).toEqual({
    cvv: 'CVV is required',
  })
})

test.each([
  ['HOSTED_FIELDS_FIELDS_EMPTY', reviewText],
  ['HOSTED_FIELDS_FIELDS_INVALID', reviewText],
  ['HOSTED_FIELDS_FAILED_TOKENIZATION', reviewText],
  ['HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR', tokenizeText],
  [undefined, tokenizeText],
])('%s says what to do', (code, text) => {
  expect(textOfFailure({ code })).toBe(text)
})
