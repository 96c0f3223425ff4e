import { refuse } from '#platform/http/refusal.ts'

/** The first two digits that the IRS has not assigned to any of its campuses. */
const UNASSIGNED_PREFIXES = '00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' ')

/** Returns an EIN in the stored format 12-3456789; null for an empty one. Throws 422 for the field if the EIN is not valid. */
export const parseEin = (input: string): string | null => {
  const digits = input.replace('-', '')
  if (digits === '') return null
  const prefix = digits.slice(0, 2)
  if (!/^\d{9}$/.test(digits) || UNASSIGNED_PREFIXES.includes(prefix))
    throw refuse.fields({ ein: ['Not a valid EIN number'] })
  return `${prefix}-${digits.slice(2)}`
}
