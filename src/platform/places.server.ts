/** In which country a visitor is: by a header of our own proxy, or by their address in a file of MaxMind's format. */
import type { FastifyRequest } from 'fastify'
import type { CountryResponse } from 'maxmind'

import type { Config } from './config.server.ts'

export type Places = {
  /** Two capitals; undefined when it is not known. */
  countryOf: (request: Pick<FastifyRequest, 'headers' | 'ip'>) => Promise<string | undefined>
}

/** Some proxies write XX or T1 for places that are none. */
const unknown = new Set(['XX', 'T1', 'ZZ'])

const asCountry = (text: unknown): string | undefined => {
  const code = typeof text === 'string' ? text.trim().toUpperCase() : ''
  return /^[A-Z]{2}$/.test(code) && !unknown.has(code) ? code : undefined
}

/** The country of the first language that names one: "de-AT,de;q=0.9" is Austria. undefined when none does. */
export const countryOfLanguages = (accept_language: string | undefined): string | undefined =>
  /(?:^|,)\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?=[,;]|\s*$)/i.exec(accept_language ?? '')?.[1]?.toUpperCase()

const openFile = async (file: string) => {
  const { open } = await import('maxmind')
  // Replaced by its publisher every week.
  return open<CountryResponse>(file, { watchForUpdates: true, watchForUpdatesNonPersistent: true }).catch(
    (error: unknown) => {
      throw new Error(`GEOIP_FILE is ${file}, which cannot be read as a country file.`, { cause: error })
    },
  )
}

/** undefined when neither is configured. The header was checked to come with trusted proxies alone. Throws a sentence. */
export const openPlaces = async ({
  country_header,
  geoip_file,
}: Pick<Config, 'country_header' | 'geoip_file'>): Promise<Places | undefined> => {
  if (!country_header && !geoip_file) return undefined
  const reader = geoip_file ? await openFile(geoip_file) : undefined
  return {
    countryOf: async ({ headers, ip }) => {
      const named = country_header && asCountry(headers[country_header])
      if (named) return named
      const found = reader?.get(ip)
      return asCountry(found?.country?.iso_code ?? found?.registered_country?.iso_code)
    },
  }
}
