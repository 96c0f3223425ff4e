import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { newcomer, teammate } from '../../testing/builders/people.ts'
import {
  getCurrentWorkspace,
  getWorkspaceBilling,
  listCountries,
  saveWorkspaceBilling,
  type CountryWithRegions,
} from './contract.ts'

const united_states = 41
const ireland = 250

let shop: TestApp
let countries: CountryWithRegions[]
beforeAll(async () => {
  shop = await openTestApp()
  countries = (await shop.visitor().call(listCountries, {})).data
})
afterAll(() => shop.close())

const region = (name: string) => countries.flatMap(({ regions }) => regions).find(found => found.name === name)?.id ?? 0
const address = () => ({
  company_name: 'Aurora Pictures',
  address: '12 Alder Street',
  city: 'Portland',
  postal_code: '97205',
  country_id: united_states,
  country_region_id: region('Oregon'),
})

/** An owner with a colleague in the same workspace. */
const pair = async (role: 'admin' | 'purchaser' | 'asset_manager' | 'guest') => {
  const owner = await newcomer(shop)
  const { id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  return { owner, colleague: await teammate(shop, id, role) }
}

test('every country is there once, with regions where an address needs them', () => {
  expect(new Set(countries.map(({ id }) => id)).size).toBe(countries.length)
  const us = countries.find(({ id }) => id === united_states)
  expect(us).toMatchObject({ code: 'US', name: 'United States' })
  for (const name of ['California', 'District of Columbia', 'Puerto Rico'])
    expect(us?.regions.map(r => r.name)).toContain(name)
  expect(countries.find(({ id }) => id === ireland)).toMatchObject({ name: 'Ireland', regions: [] })
})

test('there is no billing information until somebody gives it; the terms are there', async () => {
  const { visitor } = await newcomer(shop)
  expect((await visitor.call(getWorkspaceBilling, {})).data).toEqual({
    details: { billing_information: null, net_payment_term: 30, has_self_invoicing: false },
  })
})

test('what was given comes back, with country, state and contact in words', async () => {
  const { visitor, user } = await newcomer(shop)
  const given = {
    ...address(),
    address: '  12 Alder\u0000 Street ',
    address2: 'Suite 4',
    billing_contact_user_id: user.id,
  }
  const { data } = await visitor.call(saveWorkspaceBilling, { body: given })
  expect(data.details.billing_information).toEqual({
    company_name: 'Aurora Pictures',
    billing_contact: { id: user.id, first_name: '', last_name: '', email: user.email },
    address: '12 Alder Street',
    address_2: 'Suite 4',
    city: 'Portland',
    postal_code: '97205',
    region: 'Oregon',
    country: { id: united_states, code: 'US', name: 'United States' },
    country_region: { id: region('Oregon'), code: 'OR', name: 'Oregon' },
  })
  expect((await visitor.call(getWorkspaceBilling, {})).data).toEqual(data)
})

test('a state is kept once: moving to a country without regions drops the old one', async () => {
  const { visitor, user } = await newcomer(shop)
  const body = { ...address(), billing_contact_user_id: user.id }
  await visitor.call(saveWorkspaceBilling, { body: { ...body, region: 'typed in vain' } })
  const moved = { ...body, country_id: ireland, region: 'Leinster' }
  const { data } = await visitor.call(saveWorkspaceBilling, { body: moved })
  expect(data.details.billing_information).toMatchObject({ region: 'Leinster', country_region: null })
})

test('every empty field is named', async () => {
  const { visitor } = await newcomer(shop)
  const body = { company_name: ' ', address: '', city: '', postal_code: '' } as unknown as ReturnType<
    typeof address
  > & {
    billing_contact_user_id: number
  }
  await expect(visitor.call(saveWorkspaceBilling, { body })).rejects.toMatchObject({
    status: 422,
    errors: {
      company_name: ['Company name is required'],
      billing_contact_user_id: ['Billing contact is required'],
      country_id: ['Country is required'],
      address: ['Address is required'],
      city: ['City is required'],
      postal_code: ['Zip code is required'],
    },
  })
})

test.each([
  ['a state that is missing', { country_region_id: null }, 'country_region_id'],
  ['a state of another country', { country_region_id: 'Ontario' }, 'country_region_id'],
  ['a state in words that is missing', { country_id: ireland, country_region_id: null, region: '  ' }, 'region'],
] as const)('%s is asked for', async (_, wrong, field) => {
  const { visitor, user } = await newcomer(shop)
  const { country_region_id, ...rest } = wrong
  const state = typeof country_region_id === 'string' ? region(country_region_id) : country_region_id
  const body = { ...address(), billing_contact_user_id: user.id, ...rest, country_region_id: state }
  await expect(visitor.call(saveWorkspaceBilling, { body })).rejects.toMatchObject({
    status: 422,
    errors: { [field]: ['State is required'] },
  })
  expect((await visitor.call(getWorkspaceBilling, {})).data.details.billing_information).toBeNull()
})

test('a country that does not exist is no country', async () => {
  const { visitor, user } = await newcomer(shop)
  const body = { ...address(), country_id: 999, billing_contact_user_id: user.id }
  const tried = visitor.call(saveWorkspaceBilling, { body })
  await expect(tried).rejects.toMatchObject({ status: 422, errors: { country_id: ['Country is required'] } })
})

test('the billing contact is somebody of the workspace', async () => {
  const [mine, theirs] = [await newcomer(shop), await newcomer(shop)]
  const body = { ...address(), billing_contact_user_id: theirs.user.id }
  const tried = mine.visitor.call(saveWorkspaceBilling, { body })
  await expect(tried).rejects.toMatchObject({
    status: 422,
    errors: { billing_contact_user_id: ['Please choose a billing contact from this workspace.'] },
  })
})

test('each workspace has its own', async () => {
  const [mine, theirs] = [await newcomer(shop), await newcomer(shop)]
  await mine.visitor.call(saveWorkspaceBilling, { body: { ...address(), billing_contact_user_id: mine.user.id } })
  expect((await theirs.visitor.call(getWorkspaceBilling, {})).data.details.billing_information).toBeNull()
})

test.each([
  ['admin', 200, 200],
  ['purchaser', 200, 403],
  ['asset_manager', 403, 403],
  ['guest', 403, 403],
] as const)('%s: seeing it answers %i, changing it %i', async (role, seeing, changing) => {
  const { owner, colleague } = await pair(role)
  const statusOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      (refusal: { status: number }) => refusal.status,
    )
  const body = { ...address(), billing_contact_user_id: owner.user.id }
  expect(await statusOf(colleague.visitor.call(getWorkspaceBilling, {}))).toBe(seeing)
  expect(await statusOf(colleague.visitor.call(saveWorkspaceBilling, { body }))).toBe(changing)
})
