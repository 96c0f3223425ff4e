/** Validates VAT numbers, with the EU's VIES service if it is configured. */
import * as z from 'zod/mini'

import { refuse } from '#platform/http/refusal.ts'

import { getTaxPlace, type TaxLocation } from './places.ts'
import { parseVatNumber, type Vat } from './vat-number.ts'

const VIES_TIMEOUT_MS = 4_000

type ViesOptions = { url: string | undefined; now: Date }

/** Validates a VAT number for a billing address. Sends a network request, so never call it in a transaction. Throws 422 for the field. */
export const checkVatForLocation = async (location: TaxLocation, input: string, service: ViesOptions): Promise<Vat> => {
  const { country, area } = getTaxPlace(location)
  if (area === 'other')
    throw refuse.fields({
      vat_number: ['VAT numbers are for addresses in the European Union and the United Kingdom.'],
    })
  return checkVat(country, input, service)
}

/** Returns the validated number with its evidence. Throws 422 for the field. */
const checkVat = async (country_code: string, input: string, { url, now }: ViesOptions): Promise<Vat> => {
  const number = parseVatNumber(country_code, input)
  if (number === undefined) throw invalidVatNumber()
  const checked_at = now.toISOString()
  if (url === undefined || country_code === 'GB') return { number, checked_at, service: 'not_checked', reference: null }
  const result = await queryVies(url, number)
  if (result?.valid === false) throw invalidVatNumber()
  return result
    ? { number, checked_at, service: 'valid', reference: result.requestIdentifier || null }
    : { number, checked_at, service: 'unreachable', reference: null }
}

/** Asks about a number that a cart has. `unknown`: the service has no answer, or does not know the country's numbers. */
export const recheckVatNumber = async (
  vat: Vat,
  { url, now }: { url: string; now: Date },
): Promise<Vat | 'invalid' | 'unknown'> => {
  if (vat.number.startsWith('GB')) return 'unknown'
  const result = await queryVies(url, vat.number)
  if (!result) return 'unknown'
  const { number } = vat
  return result.valid
    ? { number, checked_at: now.toISOString(), service: 'valid', reference: result.requestIdentifier || null }
    : 'invalid'
}

const invalidVatNumber = () => refuse.fields({ vat_number: ['Not a valid VAT number'] })

const ViesResponse = z.object({ valid: z.boolean(), requestIdentifier: z.optional(z.string()) })

/** Returns undefined without a clear result. A member state's register is often unavailable, which is not the buyer's fault. */
const queryVies = async (url: string, number: string) => {
  try {
    const response = await fetch(`${url}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ countryCode: number.slice(0, 2), vatNumber: number.slice(2) }),
      signal: AbortSignal.timeout(VIES_TIMEOUT_MS),
    })
    return ViesResponse.parse(await response.json())
  } catch {
    return undefined
  }
}
