/** What each card field accepts, and whether what stands in it is right: plain rules, without a browser. */
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

type Context = { brands: Brand[]; minlength?: number | undefined; strict: boolean }

/** The brands a number can still become; every brand while it is empty. */
export function brandsOf(number: string, isSupported: (brand: { type: string; niceType: string }) => boolean): Brand[] {
  return creditCardType(number).map(({ type, niceType, code, gaps, lengths }) => {
    // The browser SDK has always called this one by its older name.
    const brand = { type: type === 'mastercard' ? 'master-card' : type, niceType }
    return { ...brand, code, gaps, lengths, supported: isSupported(brand) }
  })
}

/** Judges a field's bare value. With `strict` (after leaving the field) an unfinished value is no longer promising. */
export function judge(name: FieldName, value: string, { brands, minlength, strict }: Context): FieldState {
  const isEmpty = value === ''
  const verdict = verdictOf(name, value, brands, minlength)
  const isPotentiallyValid = isEmpty || (strict ? verdict.isValid : verdict.isPotentiallyValid)
  return { isEmpty, isValid: verdict.isValid, isPotentiallyValid }
}

function verdictOf(name: FieldName, value: string, brands: Brand[], minlength: number | undefined) {
  if (name === 'number') {
    const verdict = valid.number(value)
    const supported = brands.some(brand => brand.supported)
    return { isValid: verdict.isValid && supported, isPotentiallyValid: verdict.isPotentiallyValid && supported }
  }
  if (name === 'cvv')
    return valid.cvv(value, brands.length ? [...new Set(brands.map(brand => brand.code.size))] : [3, 4])
  if (name === 'expirationDate') return valid.expirationDate(value)
  if (name === 'postalCode') return valid.postalCode(value, { minLength: minlength ?? 3 })
  return valid.cardholderName(value)
}

/** The pattern in which a field is typed, for restricted-input; undefined: anything goes. */
export function patternOf(name: FieldName, brands: Brand[]): string | undefined {
  if (name === 'expirationDate') return '{{99}} / {{9999}}'
  const [only] = brands
  const known = brands.length === 1 ? only : undefined
  if (name === 'cvv') return `{{${'9'.repeat(known?.code.size ?? 4)}}}`
  if (name !== 'number') return undefined
  const length = known ? Math.max(...known.lengths) : 19
  const edges = [0, ...(known?.gaps ?? [4, 8, 12]), length]
  return edges
    .slice(1)
    .map((edge, index) => edge - (edges[index] ?? 0))
    .filter(digits => digits > 0)
    .map(digits => `{{${'9'.repeat(digits)}}}`)
    .join(' ')
}

/** Longest text that a free field takes. */
export const maxLengths: Partial<Record<FieldName, number>> = { postalCode: 10, cardholderName: 255 }
