/** VAT numbers: read, checked by format and checksum, and asked of the European Union's service where that is set up. */
import { checkVAT, unitedKingdom } from 'jsvat-next'
import salesTax from 'sales-tax'
import * as z from 'zod/mini'

import { refuse } from '#platform/refusal.ts'

const patience_ms = 4_000

/** A number with the evidence of its check. */
export type Vat = {
  /** With its country, without spaces: "DE136695976". */
  number: string
  /** ISO moment. */
  checked_at: string
  /** What the union's service said: `unreachable` when it gave no answer in time, `not_asked` where it is not set up or does not know the country. */
  service: 'valid' | 'unreachable' | 'not_asked'
  /** The service's name for its answer. */
  reference: string | null
}

/** Format and checksum, offline. The rates' library looks at the format alone of British numbers. */
export const isVatNumber = async (country_code: string, number: string): Promise<boolean> =>
  (await salesTax.validateTaxNumber(country_code, number)) &&
  (country_code !== 'GB' || checkVAT(number, [unitedKingdom]).isValid)

/** Greece begins its numbers otherwise than its name. */
const prefixOf = (country_code: string) => (country_code === 'GR' ? 'EL' : country_code)

/** The whole number that somebody typed, with or without its country, with dots, dashes and spaces; undefined for no number of this country. */
export const readVatNumber = async (country_code: string, text: string): Promise<string | undefined> => {
  const typed = text.replaceAll(/[\s.-]/g, '').toUpperCase()
  for (const number of [typed, `${prefixOf(country_code)}${typed}`])
    if (await isVatNumber(country_code, number)) return number
  return undefined
}

type Service = { url: string | undefined; now: Date }

/** The number, checked, with its evidence. Asks the network: never in a transaction. Throws 422 beside the field. */
export const checkVat = async (country_code: string, text: string, { url, now }: Service): Promise<Vat> => {
  const number = await readVatNumber(country_code, text)
  if (number === undefined) throw notValid()
  const checked_at = now.toISOString()
  if (url === undefined || country_code === 'GB') return { number, checked_at, service: 'not_asked', reference: null }
  const answer = await askService(url, number)
  if (answer?.valid === false) throw notValid()
  return answer
    ? { number, checked_at, service: 'valid', reference: answer.requestIdentifier || null }
    : { number, checked_at, service: 'unreachable', reference: null }
}

const notValid = () => refuse.fields({ vat_number: ['Not a valid VAT number'] })

const Answer = z.object({ valid: z.boolean(), requestIdentifier: z.optional(z.string()) })

/** undefined when there is no answer that says yes or no: a member state's register is often away, which is not the buyer's fault. */
const askService = async (url: string, number: string) => {
  try {
    const answer = await fetch(`${url}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ countryCode: number.slice(0, 2), vatNumber: number.slice(2) }),
      signal: AbortSignal.timeout(patience_ms),
    })
    return Answer.parse(await answer.json())
  } catch {
    return undefined
  }
}
