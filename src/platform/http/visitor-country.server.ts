/** Detects a visitor's country from a trusted proxy's header or a MaxMind database file. */
import type { FastifyRequest } from 'fastify'
import type { CountryResponse } from 'maxmind'

import type { Config } from '../config.server.ts'

export type VisitorLocator = {
  /** Returns the two-letter country code, or undefined when it is unknown. */
  getCountry: (request: Pick<FastifyRequest, 'headers' | 'ip'>) => Promise<string | undefined>
}

/** Codes that proxies send for unknown countries. */
const UNKNOWN_COUNTRIES = new Set(['XX', 'T1', 'ZZ'])

const toCountryCode = (value: unknown): string | undefined => {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return /^[A-Z]{2}$/.test(code) && !UNKNOWN_COUNTRIES.has(code) ? code : undefined
}

/** Returns the country of the first language that names one ("de-AT,de;q=0.9" → "AT"), or undefined. */
export const countryFromLanguages = (accept_language: string | undefined): string | undefined =>
  /(?:^|,)\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?=[,;]|\s*$)/i.exec(accept_language ?? '')?.[1]?.toUpperCase()

const openCountryFile = async (file: string) => {
  const { open } = await import('maxmind')
  // The publisher replaces the file every week.
  return open<CountryResponse>(file, { watchForUpdates: true, watchForUpdatesNonPersistent: true }).catch(
    (error: unknown) => {
      throw new Error(`GEOIP_FILE is ${file}, which cannot be read as a country file.`, { cause: error })
    },
  )
}

/**
 * Opens the configured country source, or returns undefined when there is none. The configuration allows the header
 * only with trusted proxies. Throws an Error with a sentence for an unreadable file.
 */
export const openVisitorLocator = async ({
  country_header,
  geoip_file,
}: Pick<Config, 'country_header' | 'geoip_file'>): Promise<VisitorLocator | undefined> => {
  if (!country_header && !geoip_file) return undefined
  const reader = geoip_file ? await openCountryFile(geoip_file) : undefined
  return {
    getCountry: async ({ headers, ip }) => {
      const headerCountry = country_header && toCountryCode(headers[country_header])
      if (headerCountry) return headerCountry
      const record = reader?.get(ip)
      return toCountryCode(record?.country?.iso_code ?? record?.registered_country?.iso_code)
    },
  }
}
