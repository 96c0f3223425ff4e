import { refuse } from '#platform/http/refusal.ts'

import { getTaxRule } from './tax.server.ts'
import { checkVat, type Vat } from './vat.server.ts'

/** Validates a VAT number for a billing country. Sends a network request, so never call it in a transaction. Throws 422 for the field. */
export const checkVatForCountry = async (
  country: { code: string; name: string },
  input: string,
  service: { url: string | undefined; now: Date },
): Promise<Vat> => {
  const { takes_vat_number } = await getTaxRule({ country, country_region: null }, null)
  if (!takes_vat_number)
    throw refuse.fields({
      vat_number: ['VAT numbers are for addresses in the European Union and the United Kingdom.'],
    })
  return checkVat(country.code, input, service)
}
