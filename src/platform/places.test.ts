import { expect, test } from 'vitest'

import { getGeo } from '#accounts/contract.ts'
import { needsOptIn } from '#accounts/opt-in.ts'

import { openTestApp } from '../../testing/app.ts'
import { readConfig } from './config.server.ts'
import { countryOfLanguages, openPlaces } from './places.server.ts'

test('without any source nobody is anywhere, and everybody is asked', async () => {
  expect(await openPlaces(readConfig({}))).toBeUndefined()
  const shop = await openTestApp()
  try {
    const headers = { 'cf-ipcountry': 'US', 'x-country': 'US' }
    const answer = await shop.app.inject({ url: '/api/geoip', headers })
    expect(answer.json()).toMatchObject({ data: { success: false, requires_opt_in: true } })
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
])('a proxy that says "%s" means %s', async (said, country) => {
  const places = await openPlaces(withHeader)
  expect(await places?.countryOf({ headers: { 'cf-ipcountry': said }, ip: '192.0.2.1' })).toBe(country)
})

test('a header counts only with a proxy that is trusted', () => {
  expect(() => readConfig({ COUNTRY_HEADER: 'cf-ipcountry' })).toThrow(/TRUST_PROXY is needed too/)
})

test('a file that is no country file is told at start', async () => {
  const places = openPlaces(readConfig({ GEOIP_FILE: import.meta.filename }))
  await expect(places).rejects.toThrow(/GEOIP_FILE is .* which cannot be read as a country file/)
})

test('mails are sent without asking in the United States alone', () => {
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
])('the languages "%s" are those of %s', (languages, country) => {
  expect(countryOfLanguages(languages)).toBe(country)
})
