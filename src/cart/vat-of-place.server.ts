import { refuse } from '#platform/refusal.ts'

import { taxRuleOf } from './tax.server.ts'
import { checkVat, type Vat } from './vat.server.ts'

/** A VAT number of whoever is billed in this country, checked. Asks the network: never in a transaction. Throws 422 beside the field. */
export const checkVatAt = async (
  country: { code: string; name: string },
  text: string,
  service: { url: string | undefined; now: Date },
): Promise<Vat> => {
  const { takes_vat_number } = await taxRuleOf({ country, country_region: null }, null)
  if (!takes_vat_number)
    throw refuse.fields({
      vat_number: ['VAT numbers are for addresses in the European Union and the United Kingdom.'],
    })
  return checkVat(country.code, text, service)
}
