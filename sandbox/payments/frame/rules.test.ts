import { expect, test } from 'vitest'

import { type Brand, brandsOf, validateField, patternOf } from './rules.ts'

const all = () => true
const visa = () => brandsOf('4111111111111111', all)
const fieldState = (
  name: Parameters<typeof validateField>[0],
  value: string,
  brands: Brand[] = visa(),
  strict = false,
) => validateField(name, value, { brands, strict })

test('an empty field is neither valid nor invalid', () => {
  expect(fieldState('number', '')).toEqual({ isEmpty: true, isValid: false, isPotentiallyValid: true })
  expect(fieldState('cvv', '', visa(), true)).toEqual({ isEmpty: true, isValid: false, isPotentiallyValid: true })
})

test('an incomplete value is potentially valid until the field loses focus', () => {
  expect(fieldState('number', '4111')).toMatchObject({ isValid: false, isPotentiallyValid: true })
  expect(fieldState('number', '4111', visa(), true)).toMatchObject({ isValid: false, isPotentiallyValid: false })
})

test('the length of the security code depends on the brand', () => {
  const amex = brandsOf('378282246310005', all)
  expect(fieldState('cvv', '123')).toMatchObject({ isValid: true })
  expect(fieldState('cvv', '123', amex)).toMatchObject({ isValid: false, isPotentiallyValid: true })
  expect(fieldState('cvv', '1234', amex)).toMatchObject({ isValid: true })
})

test('a date in the past is invalid', () => {
  expect(fieldState('expirationDate', '1231')).toMatchObject({ isValid: true })
  expect(fieldState('expirationDate', '0120')).toMatchObject({ isValid: false })
})

test('an unsupported brand is never valid', () => {
  const brands = brandsOf('4111111111111111', brand => brand.niceType !== 'Visa')
  expect(fieldState('number', '4111111111111111', brands)).toMatchObject({ isValid: false, isPotentiallyValid: false })
})

test('numbers are grouped by the pattern of their brand', () => {
  expect(patternOf('number', visa())).toBe('{{9999}} {{9999}} {{9999}} {{9999999}}')
  expect(patternOf('number', brandsOf('37', all))).toBe('{{9999}} {{999999}} {{99999}}')
  expect(patternOf('cvv', visa())).toBe('{{999}}')
  expect(patternOf('postalCode', visa())).toBeUndefined()
})

test('Mastercard has the type that the browser SDK gives it', () => {
  expect(brandsOf('5555555555554444', all)).toMatchObject([{ type: 'master-card', niceType: 'Mastercard' }])
})
