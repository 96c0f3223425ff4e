import { expect, test } from 'vitest'

import type { ContactDetails } from '#cart/contract.ts'

import { toInitialValues, toDetailsBody, isComplete, selectCountry } from './contact.ts'

const countries = [
  {
    id: 41,
    code: 'US',
    name: 'United States',
    is_sold_to: true,
    regions: [
      { id: 7, code: 'AL', name: 'Alabama' },
      { id: 8, code: 'AK', name: 'Alaska' },
    ],
  },
  { id: 12, code: 'CA', name: 'Canada', is_sold_to: true, regions: [{ id: 90, code: 'AB', name: 'Alberta' }] },
  { id: 250, code: 'IE', name: 'Ireland', is_sold_to: true, regions: [] },
]

const details: ContactDetails = {
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

test('selecting a country resets the region, and the United States preselect their first one', () => {
  expect(selectCountry(countries, 41)).toEqual({ country_id: 41, region: '', region_id: 7 })
  expect(selectCountry(countries, 12)).toEqual({ country_id: 12, region: '', region_id: null })
  expect(selectCountry(countries, 250)).toEqual({ country_id: 250, region: '', region_id: null })
  expect(selectCountry(countries, null)).toEqual({ country_id: null, region: '', region_id: null })
})

test.each(['first_name', 'last_name', 'email', 'address', 'city', 'country', 'postal_code'] as const)(
  'without %s the details are not complete',
  field => {
    expect(isComplete(details)).toBe(true)
    expect(isComplete({ ...details, [field]: '' })).toBe(false)
  },
)

test('only the United States need a region', () => {
  expect(isComplete({ ...details, region: '', region_id: null })).toBe(false)
  expect(isComplete({ ...details, country_id: 250, country: 'Ireland', region: '', region_id: null })).toBe(true)
  expect(isComplete(null)).toBe(false)
})

test('the form starts with the cart’s details, otherwise with those of the user and their workspace', () => {
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
  expect(toInitialValues(details, user, workspace)).toMatchObject({ first_name: 'Nora', city: 'Oakland', region_id: 8 })
  const initialValues = toInitialValues(null, user, workspace)
  expect(initialValues).toMatchObject({
    first_name: 'Ada',
    email: 'ada@example.com',
    address2: 'Floor 3',
    region_id: 33,
    region: '',
  })
  expect(toInitialValues(null, null, null)).toMatchObject({ first_name: '', country_id: null, region_id: null })
})

test('a request body keeps the details except for the named changes', () => {
  expect(toDetailsBody(details, { po_number: 'PO-1' })).toEqual({
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
