import { expect, test } from 'vitest'

import { REVIEW_TEXT, cardFailureText, fieldTexts, TOKENIZE_TEXT, type FieldState } from './card-texts.ts'

const empty: FieldState = { isEmpty: true, isValid: false, isPotentiallyValid: true, isFocused: false }
const partial: FieldState = { isEmpty: false, isValid: false, isPotentiallyValid: true, isFocused: false }
const complete: FieldState = { isEmpty: false, isValid: true, isPotentiallyValid: true, isFocused: false }

test('an empty form has no errors before a submit', () => {
  expect(
    fieldTexts({ number: empty, cvv: empty, expirationDate: empty, cardholderName: empty, postalCode: empty }, false),
  ).toEqual({})
})

test('a partly filled field has no error while focused, and has one after', () => {
  expect(fieldTexts({ number: { ...partial, isFocused: true } }, false)).toEqual({})
  expect(
    fieldTexts(
      { number: partial, cvv: partial, expirationDate: partial, cardholderName: partial, postalCode: partial },
      false,
    ),
  ).toEqual({
    number: 'Card number is required',
    cvv: 'CVV number is required',
    expirationDate: 'Expiration date is required',
    cardholderName: 'Name is required',
    postalCode: 'Zip code is required',
  })
})

test('input that cannot become valid is marked at once', () => {
  expect(fieldTexts({ number: { ...partial, isPotentiallyValid: false, isFocused: true } }, false)).toEqual({
    number: 'Card number is required',
  })
})

test('after a submit, missing fields are marked', () => {
  expect(
    fieldTexts({ number: empty, cvv: empty, expirationDate: empty, cardholderName: empty, postalCode: empty }, true),
  ).toEqual({
    number: 'Card number is required',
    cvv: 'CVV is required',
    expirationDate: 'Date is required',
    cardholderName: 'Cardholder name is required',
    postalCode: 'Zip code is required',
  })
  expect(fieldTexts({ number: complete, cvv: partial }, true)).toEqual({ cvv: 'CVV number is required' })
})

test('after a submit, a focused field that is being filled in has no error', () => {
  expect(fieldTexts({ number: { ...partial, isFocused: true }, cvv: { ...empty, isFocused: true } }, true)).toEqual({
    cvv: 'CVV is required',
  })
})

test.each([
  ['HOSTED_FIELDS_FIELDS_EMPTY', REVIEW_TEXT],
  ['HOSTED_FIELDS_FIELDS_INVALID', REVIEW_TEXT],
  ['HOSTED_FIELDS_FAILED_TOKENIZATION', REVIEW_TEXT],
  ['HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR', TOKENIZE_TEXT],
  [undefined, TOKENIZE_TEXT],
])('%s has its message', (code, text) => {
  expect(cardFailureText({ code })).toBe(text)
})
