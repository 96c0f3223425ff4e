/** Parses VAT numbers and validates them by format and checksum, and with the EU's VIES service if it is configured. */
import { checkVAT, unitedKingdom } from 'jsvat-next'
import salesTax from 'sales-tax'
import * as z from 'zod/mini'

import { refuse } from '#platform/http/refusal.ts'

const VIES_TIMEOUT_MS = 4_000

/** A VAT number with the evidence of its check. */
export type Vat = {
  /** With the country prefix and without spaces: "DE136695976". */
  number: string
  /** ISO timestamp. */
  checked_at: string
  /** The result of VIES: `unreachable` without a response in time, `not_checked` where it is not configured or does not cover the country. */
  service: 'valid' | 'unreachable' | 'not_checked'
  /** The request identifier from VIES. */
  reference: string | null
}

/** Checks format and checksum, offline. The tax library checks only the format of British numbers. */
export const isVatNumber = async (country_code: string, number: string): Promise<boolean> =>
  (await salesTax.validateTaxNumber(country_code, number)) &&
  (country_code !== 'GB' || checkVAT(number, [unitedKingdom]).isValid)

/** Greek VAT numbers start with EL instead of the country code. */
const prefixOf = (country_code: string) => (country_code === 'GR' ? 'EL' : country_code)

/** Returns the complete number for an input with or without the country prefix, dots, dashes and spaces; undefined if it is not valid. */
export const parseVatNumber = async (country_code: string, input: string): Promise<string | undefined> => {
  const compact = input.replaceAll(/[\s.-]/g, '').toUpperCase()
  for (const number of [compact, `${prefixOf(country_code)}${compact}`])
    if (await isVatNumber(country_code, number)) return number
  return undefined
}

type ViesOptions = { url: string | undefined; now: Date }

/** Returns the validated number with its evidence. Sends a network request, so never call it in a transaction. Throws 422 for the field. */
export const checkVat = async (country_code: string, input: string, { url, now }: ViesOptions): Promise<Vat> => {
  const number = await parseVatNumber(country_code, input)
  if (number === undefined) throw invalidVatNumber()
  const checked_at = now.toISOString()
  if (url === undefined || country_code === 'GB') return { number, checked_at, service: 'not_checked', reference: null }
  const result = await queryVies(url, number)
  if (result?.valid === false) throw invalidVatNumber()
  return result
    ? { number, checked_at, service: 'valid', reference: result.requestIdentifier || null }
    : { number, checked_at, service: 'unreachable', reference: null }
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
