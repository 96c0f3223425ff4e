import salesTax from 'sales-tax'

import { refuse } from '#platform/refusal.ts'

/** As it is kept: 12-3456789; null for an empty one. Throws 422 beside the field for digits that are nobody's. */
export const readEin = async (typed: string): Promise<string | null> => {
  const digits = typed.replace('-', '')
  if (digits === '') return null
  const ein = `${digits.slice(0, 2)}-${digits.slice(2)}`
  // Its first two digits name the office that gave it.
  if (!(await salesTax.validateTaxNumber('US', ein))) throw refuse.fields({ ein: ['Not a valid EIN number'] })
  return ein
}
