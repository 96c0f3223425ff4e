/** What each card field accepts and when its value is valid. Independent of the browser. */
import valid from 'card-validator'
import creditCardType from 'credit-card-type'

export const fieldNames = ['number', 'cvv', 'expirationDate', 'postalCode', 'cardholderName'] as const
export type FieldName = (typeof fieldNames)[number]

export type FieldState = { isEmpty: boolean; isValid: boolean; isPotentiallyValid: boolean }

/** A card brand as the browser SDK names it. */
export type Brand = {
  type: string
  niceType: string
  code: { name: string; size: number }
  gaps: number[]
  lengths: number[]
  supported: boolean
}

type ValidationContext = { brands: Brand[]; minlength?: number | undefined; strict: boolean }

/** The brands that a number can still belong to; every brand while it is empty. */
export function brandsOf(number: string, isSupported: (brand: { type: string; niceType: string }) => boolean): Brand[] {
  return creditCardType(number).map(({ type, niceType, code, gaps, lengths }) => {
    // The browser SDK uses Mastercard's older type.
    const brand = { type: type === 'mastercard' ? 'master-card' : type, niceType }
    return { ...brand, code, gaps, lengths, supported: isSupported(brand) }
  })
}

/** Validates a field's unformatted value. With `strict` (after blur) an incomplete value is invalid. */
export function validateField(
  name: FieldName,
  value: string,
  { brands, minlength, strict }: ValidationContext,
): FieldState {
  const isEmpty = value === ''
  const result = validateValue(name, value, brands, minlength)
  const isPotentiallyValid = isEmpty || (strict ? result.isValid : result.isPotentiallyValid)
  return { isEmpty, isValid: result.isValid, isPotentiallyValid }
}

function validateValue(name: FieldName, value: string, brands: Brand[], minlength: number | undefined) {
  if (name === 'number') {
    const result = valid.number(value)
    const supported = brands.some(brand => brand.supported)
    return { isValid: result.isValid && supported, isPotentiallyValid: result.isPotentiallyValid && supported }
  }
  if (name === 'cvv')
    return valid.cvv(value, brands.length ? [...new Set(brands.map(brand => brand.code.size))] : [3, 4])
  if (name === 'expirationDate') return valid.expirationDate(value)
  if (name === 'postalCode') return valid.postalCode(value, { minLength: minlength ?? 3 })
  return valid.cardholderName(value)
}

/** The input pattern of a field for restricted-input; undefined for free text. */
export function patternOf(name: FieldName, brands: Brand[]): string | undefined {
  if (name === 'expirationDate') return '{{99}} / {{9999}}'
  const [firstBrand] = brands
  const brand = brands.length === 1 ? firstBrand : undefined
  if (name === 'cvv') return `{{${'9'.repeat(brand?.code.size ?? 4)}}}`
  if (name !== 'number') return undefined
  const length = brand ? Math.max(...brand.lengths) : 19
  const edges = [0, ...(brand?.gaps ?? [4, 8, 12]), length]
  return edges
    .slice(1)
    .map((edge, index) => edge - (edges[index] ?? 0))
    .filter(digits => digits > 0)
    .map(digits => `{{${'9'.repeat(digits)}}}`)
    .join(' ')
}

/** The maximum length of the free text fields. */
export const maxLengths: Partial<Record<FieldName, number>> = { postalCode: 10, cardholderName: 255 }
