import { expect, test } from 'vitest'

import type { ContactDetails } from '#cart/contract.ts'

import { beginningOf, bodyOf, isComplete, placeOnChoosing } from './contact.ts'

const countries = [
  {
    id: 41,
    code: 'US',
    name: 'United States',
    regions: [
      { id: 7, code: 'AL', name: 'Alabama' },
      { id: 8, code: 'AK', name: 'Alaska' },
    ],
  },
  { id: 12, code: 'CA', name: 'Canada', regions: [{ id: 90, code: 'AB', name: 'Alberta' }] },
  { id: 250, code: 'IE', name: 'Ireland', regions: [] },
]

const whole: ContactDetails = {
  first_name: 'Nora',
  last_name: 'Brandt',
  email: 'nora@example.com',
  address: '12 Harbor Way',
  address2: '',
  city: 'Oakland',
  country: 'United States',
  country_id: 41,
  region: 'Alaska',
  region_id: 8,
  postal_code: '94607',
  po_number: null,
  vat_number: null,
  is_complete: true,
}

test('choosing a country begins its region anew; the United States begin with their first', () => {
  expect(placeOnChoosing(countries, 41)).toEqual({ country_id: 41, region: '', region_id: 7 })
  expect(placeOnChoosing(countries, 12)).toEqual({ country_id: 12, region: '', region_id: null })
  expect(placeOnChoosing(countries, 250)).toEqual({ country_id: 250, region: '', region_id: null })
  expect(placeOnChoosing(countries, null)).toEqual({ country_id: null, region: '', region_id: null })
})

test.each(['first_name', 'last_name', 'email', 'address', 'city', 'country', 'postal_code'] as const)(
  'without %s the details are not complete',
  field => {
    expect(isComplete(whole)).toBe(true)
    expect(isComplete({ ...whole, [field]: '' })).toBe(false)
  },
)

test('only the United States need a region', () => {
  expect(isComplete({ ...whole, region: '', region_id: null })).toBe(false)
  expect(isComplete({ ...whole, country_id: 250, country: 'Ireland', region: '', region_id: null })).toBe(true)
  expect(isComplete(null)).toBe(false)
})

test('the form begins with what the cart knows, else with the person and their workspace', () => {
  const user = { first_name: 'Ada', last_name: 'Okafor', email: 'ada@example.com' }
  const workspace = {
    billing_contact: null,
    company_name: 'Northlight',
    address: '240 Water Street',
    address_2: 'Floor 3',
    postal_code: '11201',
    city: 'Brooklyn',
    region: 'New York',
    country_region: { id: 33, code: 'NY', name: 'New York' },
    country: { id: 41, code: 'US', name: 'United States' },
  }
  expect(beginningOf(whole, user, workspace)).toMatchObject({ first_name: 'Nora', city: 'Oakland', region_id: 8 })
  const begun = beginningOf(null, user, workspace)
  expect(begun).toMatchObject({
    first_name: 'Ada',
    email: 'ada@example.com',
    address2: 'Floor 3',
    region_id: 33,
    region: '',
  })
  expect(beginningOf(null, null, null)).toMatchObject({ first_name: '', country_id: null, region_id: null })
})

test('saving the details once more changes nothing but what is named', () => {
  expect(bodyOf(whole, { po_number: 'PO-1' })).toEqual({
    first_name: 'Nora',
    last_name: 'Brandt',
    email: 'nora@example.com',
    address: '12 Harbor Way',
    address2: '',
    city: 'Oakland',
    postal_code: '94607',
    country_id: 41,
    region: '',
    region_id: 8,
    po_number: 'PO-1',
  })
})
