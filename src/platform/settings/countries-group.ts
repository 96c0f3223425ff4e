/** The settings group of countries: where buyers may have their billing address. */
import * as z from 'zod/mini'

import { countryCode, countryName } from './fields.ts'

export const countriesSettings = {
  label: 'Countries',
  about: 'The countries that you sell to.',
  schema: z.object({
    /** `all_except`: the listed countries aren't sold to. `only`: no others are. */
    mode: z.enum(['all_except', 'only'], 'Choose whether the list names the countries that are sold to.'),
    /** ISO 3166-1 codes of two letters. */
    codes: z.array(countryCode('A country')).check(
      z.maxLength(300, 'The list has too many countries.'),
      z.refine(codes => new Set(codes).size === codes.length, 'Each country can be listed once.'),
    ),
  }),
  defaults: { mode: 'all_except' as const, codes: [] },
}

type CountriesSettings = z.output<typeof countriesSettings.schema>

/** Whether buyers with a billing address in the country can buy. `code`: such as "IE". */
export const isSoldTo = ({ mode, codes }: CountriesSettings, code: string): boolean =>
  codes.includes(code) === (mode === 'only')

/** Codes of groups of countries, former countries and islands without residents: no address has them. */
const CODES_WITHOUT_ADDRESSES = new Set(
  'AC AN BU BV CP CQ CS DD DG DY EA EU EZ FX HM HV IC NH QO RH SU TA TF TP UK UN VD XA XB YD YU ZR ZZ'.split(' '),
)

/** Returns what is wrong with the group as a whole, by field. */
export const checkCountries = ({ mode, codes }: CountriesSettings): Record<string, string[]> => {
  const unknown = codes.find(code => CODES_WITHOUT_ADDRESSES.has(code))
  if (unknown) return { codes: [`${countryName(unknown)} (${unknown}) isn’t a country that an address can have.`] }
  return mode === 'only' && codes.length === 0 ? { codes: ['List at least one country, or nobody can buy.'] } : {}
}
