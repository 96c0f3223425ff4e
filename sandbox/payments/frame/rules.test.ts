import { expect, test } from 'vitest'

import { type Brand, brandsOf, judge, patternOf } from './rules.ts'

const all = () => true
const visa = () => brandsOf('4111111111111111', all)
const state = (name: Parameters<typeof judge>[0], value: string, brands: Brand[] = visa(), strict = false) =>
  judge(name, value, { brands, strict })

test('an empty field is neither valid nor wrong', () => {
  expect(state('number', '')).toEqual({ isEmpty: true, isValid: false, isPotentiallyValid: true })
  expect(state('cvv', '', visa(), true)).toEqual({ isEmpty: true, isValid: false, isPotentiallyValid: true })
})

test('an unfinished value promises something until the field is left', () => {
  expect(state('number', '4111')).toMatchObject({ isValid: false, isPotentiallyValid: true })
  expect(state('number', '4111', visa(), true)).toMatchObject({ isValid: false, isPotentiallyValid: false })
})

test('the security code follows the brand', () => {
  const amex = brandsOf('378282246310005', all)
  expect(state('cvv', '123')).toMatchObject({ isValid: true })
  expect(state('cvv', '123', amex)).toMatchObject({ isValid: false, isPotentiallyValid: true })
  expect(state('cvv', '1234', amex)).toMatchObject({ isValid: true })
})

test('a date that has passed is not valid', () => {
  expect(state('expirationDate', '1231')).toMatchObject({ isValid: true })
  expect(state('expirationDate', '0120')).toMatchObject({ isValid: false })
})

test('a brand that the shop does not take is never valid', () => {
  const brands = brandsOf('4111111111111111', brand => brand.niceType !== 'Visa')
  expect(state('number', '4111111111111111', brands)).toMatchObject({ isValid: false, isPotentiallyValid: false })
})

test('numbers are typed in the groups of their brand', () => {
  expect(patternOf('number', visa())).toBe('{{9999}} {{9999}} {{9999}} {{9999999}}')
  expect(patternOf('number', brandsOf('37', all))).toBe('{{9999}} {{999999}} {{99999}}')
  expect(patternOf('cvv', visa())).toBe('{{999}}')
  expect(patternOf('postalCode', visa())).toBeUndefined()
})

test('MasterCard keeps the name that the browser SDK gives it', () => {
  expect(brandsOf('5555555555554444', all)).toMatchObject([{ type: 'master-card', niceType: 'Mastercard' }])
})
