import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import {
  addressShape,
  findMissingState,
  filterFrequentCountries,
  normalizeState,
  checkPostalCode,
  checkState,
} from './address.ts'

const anyRegions = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 60 }) }), {
  selector: ({ id }) => id,
  maxLength: 8,
})
const anyState = fc.record({
  country_region_id: fc.option(fc.integer({ min: 1, max: 60 })),
  region: fc.oneof(fc.constant(''), fc.string()),
})

test('a normalized address has either a region id or a state as text, depending on the country', () => {
  fc.assert(
    fc.property(anyRegions, anyState, (regions, input) => {
      fc.pre(findMissingState(regions, input) === undefined)
      const normalized = normalizeState(regions, input)
      expect(normalized.country_region_id === null).toBe(regions.length === 0)
      expect(normalized.region === '').toBe(regions.length > 0)
      // Normalizing it again changes nothing.
      expect(findMissingState(regions, normalized)).toBeUndefined()
      expect(normalizeState(regions, normalized)).toEqual(normalized)
    }),
  )
})

test('the form requires the state in the field that it displays', () => {
  const countries = [
    { id: 1, regions: [{ id: 10 }] },
    { id: 2, regions: [] },
  ]
  const form = z.object(addressShape).check(...checkState(countries))
  const valid = { address: '1 Mill Lane', city: 'Reno', postal_code: '89501', country_id: 1, country_region_id: 10 }
  const listErrors = (values: object) =>
    (z.safeParse(form, values).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
  expect(listErrors(valid)).toEqual([])
  expect(listErrors({ ...valid, country_region_id: null })).toEqual([['country_region_id', 'State is required']])
  expect(listErrors({ ...valid, country_region_id: 11 })).toEqual([['country_region_id', 'State is required']])
  expect(listErrors({ ...valid, country_id: 2, country_region_id: null })).toEqual([['region', 'State is required']])
  expect(listErrors({ ...valid, country_id: 2, country_region_id: null, region: 'Kent' })).toEqual([])
  expect(listErrors({ country_id: null })).toEqual([
    ['address', 'Address is required'],
    ['city', 'City is required'],
    ['postal_code', 'Zip code is required'],
    ['country_id', 'Country is required'],
    ['region', 'State is required'],
  ])
})

test('the form requires a zip code of the selected country, with the same text as the server', () => {
  const countries = [
    { id: 1, code: 'US' },
    { id: 2, code: 'DE' },
  ]
  const form = z.object({ postal_code: addressShape.postal_code, country_id: addressShape.country_id })
  const shape = form.check(checkPostalCode(countries))
  const listErrors = (values: object) => (z.safeParse(shape, values).error?.issues ?? []).map(({ message }) => message)
  expect(listErrors({ country_id: 1, postal_code: '94607-1234' })).toEqual([])
  expect(listErrors({ country_id: 2, postal_code: '94607-1234' })).toEqual(['Please enter a valid zip code'])
  expect(listErrors({ country_id: 2, postal_code: '' })).toEqual(['Zip code is required'])
})

test('a zip code in full-width digits is kept in plain ones', () => {
  expect(z.parse(addressShape.postal_code, ' １５０－０００１ ')).toBe('150-0001')
})

test('frequent countries come first, in a fixed order', () => {
  const countries = ['AF', 'CA', 'GB', 'US', 'ZW'].map(code => ({ code }))
  expect(filterFrequentCountries(countries).map(({ code }) => code)).toEqual(['US', 'CA', 'GB'])
})
