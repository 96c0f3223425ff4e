import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { addressShape, missingState, oftenChosen, placeIn, postalCodeFits, stateGiven } from './address.ts'

const regions = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 60 }) }), {
  selector: ({ id }) => id,
  maxLength: 8,
})
const place = fc.record({
  country_region_id: fc.option(fc.integer({ min: 1, max: 60 })),
  region: fc.oneof(fc.constant(''), fc.string()),
})

test('a kept place has its state exactly once: by id where there are regions, in words elsewhere', () => {
  fc.assert(
    fc.property(regions, place, (some, given) => {
      fc.pre(missingState(some, given) === undefined)
      const kept = placeIn(some, given)
      expect(kept.country_region_id === null).toBe(some.length === 0)
      expect(kept.region === '').toBe(some.length > 0)
      // Nothing is lost by keeping it again.
      expect(missingState(some, kept)).toBeUndefined()
      expect(placeIn(some, kept)).toEqual(kept)
    }),
  )
})

test('the form asks for the state in the field that it shows', () => {
  const countries = [
    { id: 1, regions: [{ id: 10 }] },
    { id: 2, regions: [] },
  ]
  const form = z.object(addressShape).check(...stateGiven(countries))
  const good = { address: '1 Mill Lane', city: 'Reno', postal_code: '89501', country_id: 1, country_region_id: 10 }
  const complaints = (values: object) =>
    (z.safeParse(form, values).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
  expect(complaints(good)).toEqual([])
  expect(complaints({ ...good, country_region_id: null })).toEqual([['country_region_id', 'State is required']])
  expect(complaints({ ...good, country_region_id: 11 })).toEqual([['country_region_id', 'State is required']])
  expect(complaints({ ...good, country_id: 2, country_region_id: null })).toEqual([['region', 'State is required']])
  expect(complaints({ ...good, country_id: 2, country_region_id: null, region: 'Kent' })).toEqual([])
  expect(complaints({ country_id: null })).toEqual([
    ['address', 'Address is required'],
    ['city', 'City is required'],
    ['postal_code', 'Zip code is required'],
    ['country_id', 'Country is required'],
    ['region', 'State is required'],
  ])
})

test('the form asks for a zip code of the chosen country, in the words of the server', () => {
  const countries = [
    { id: 1, code: 'US' },
    { id: 2, code: 'DE' },
  ]
  const form = z.object({ postal_code: addressShape.postal_code, country_id: addressShape.country_id })
  const shape = form.check(postalCodeFits(countries))
  const complaints = (values: object) => (z.safeParse(shape, values).error?.issues ?? []).map(({ message }) => message)
  expect(complaints({ country_id: 1, postal_code: '94607-1234' })).toEqual([])
  expect(complaints({ country_id: 2, postal_code: '94607-1234' })).toEqual(['Please enter a valid zip code'])
  expect(complaints({ country_id: 2, postal_code: '' })).toEqual(['Zip code is required'])
})

test('a zip code in full-width digits is kept in plain ones', () => {
  expect(z.parse(addressShape.postal_code, ' １５０－０００１ ')).toBe('150-0001')
})

test('countries that are often chosen stand first, in one order', () => {
  const countries = ['AF', 'CA', 'GB', 'US', 'ZW'].map(code => ({ code }))
  expect(oftenChosen(countries).map(({ code }) => code)).toEqual(['US', 'CA', 'GB'])
})
