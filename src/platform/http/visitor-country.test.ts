import { expect, test } from 'vitest'

import { getGeo } from '#accounts/contract.ts'

import { openTestApp } from '../../../testing/app.ts'
import { readConfig } from '../config.server.ts'
import { needsOptIn } from './opt-in.ts'
import { countryFromLanguages, openVisitorLocator } from './visitor-country.server.ts'

test('without a source the country is unknown and opt-in is required', async () => {
  expect(await openVisitorLocator(readConfig({}))).toBeUndefined()
  const shop = await openTestApp()
  try {
    const headers = { 'cf-ipcountry': 'US', 'x-country': 'US' }
    const response = await shop.app.inject({ url: '/api/geoip', headers })
    expect(response.json()).toMatchObject({ data: { success: false, requires_opt_in: true } })
    expect((await shop.visitor().call(getGeo, {})).data.requires_opt_in).toBe(true)
  } finally {
    await shop.close()
  }
})

const withHeader = readConfig({ COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: '1' })

test.each([
  ['US', 'US'],
  [' de ', 'DE'],
  ['XX', undefined],
  ['T1', undefined],
  ['Germany', undefined],
  ['', undefined],
])('the proxy header "%s" means %s', async (header, country) => {
  const locator = await openVisitorLocator(withHeader)
  expect(await locator?.getCountry({ headers: { 'cf-ipcountry': header }, ip: '192.0.2.1' })).toBe(country)
})

test('the header is allowed only with a trusted proxy', () => {
  expect(() => readConfig({ COUNTRY_HEADER: 'cf-ipcountry' })).toThrow(/TRUST_PROXY is needed too/)
})

test('an invalid country file fails at startup', async () => {
  const locator = openVisitorLocator(readConfig({ GEOIP_FILE: import.meta.filename }))
  await expect(locator).rejects.toThrow(/GEOIP_FILE is .* which cannot be read as a country file/)
})

test('marketing emails need no opt-in only in the United States', () => {
  expect(['US', 'DE', 'GB', 'CA', 'CH', undefined].map(needsOptIn)).toEqual([false, true, true, true, true, true])
})

test.each([
  ['en-US,en;q=0.9', 'US'],
  ['de-AT', 'AT'],
  ['fr, en-gb;q=0.8', 'GB'],
  ['zh-Hant-TW,zh;q=0.9', 'TW'],
  ['en', undefined],
  ['*', undefined],
  ['es-419', undefined],
  [undefined, undefined],
])('the languages "%s" mean the country %s', (languages, country) => {
  expect(countryFromLanguages(languages)).toBe(country)
})
