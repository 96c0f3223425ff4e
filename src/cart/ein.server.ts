import salesTax from 'sales-tax'

import { refuse } from '#platform/http/refusal.ts'

/** Returns an EIN in the stored format 12-3456789; null for an empty one. Throws 422 for the field if the EIN is not valid. */
export const parseEin = async (input: string): Promise<string | null> => {
  const digits = input.replace('-', '')
  if (digits === '') return null
  const ein = `${digits.slice(0, 2)}-${digits.slice(2)}`
  // The first two digits identify the campus of the IRS that issued it.
  if (!(await salesTax.validateTaxNumber('US', ein))) throw refuse.fields({ ein: ['Not a valid EIN number'] })
  return ein
}
