import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { registerPerson, registerTeammate } from '../../testing/builders/people.ts'
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

const regionId = (name: string) =>
  countries.flatMap(({ regions }) => regions).find(region => region.name === name)?.id ?? 0
const anAddress = () => ({
  company_name: 'Aurora Pictures',
  address: '12 Alder Street',
  city: 'Portland',
  postal_code: '97205',
  country_id: united_states,
  country_region_id: regionId('Oregon'),
})

/** Creates an owner and a colleague in the same workspace. */
const createOwnerAndColleague = async (role: 'admin' | 'purchaser' | 'asset_manager' | 'guest') => {
  const owner = await registerPerson(shop)
  const { id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  return { owner, colleague: await registerTeammate(shop, id, role) }
}

test('every country is listed once, with regions where an address needs them', () => {
  expect(new Set(countries.map(({ id }) => id)).size).toBe(countries.length)
  const us = countries.find(({ id }) => id === united_states)
  expect(us).toMatchObject({ code: 'US', name: 'United States' })
  for (const name of ['California', 'District of Columbia', 'Puerto Rico'])
    expect(us?.regions.map(r => r.name)).toContain(name)
  expect(countries.find(({ id }) => id === ireland)).toMatchObject({ name: 'Ireland', regions: [] })
})

test('a new workspace has payment terms and no billing information', async () => {
  const { visitor } = await registerPerson(shop)
  expect((await visitor.call(getWorkspaceBilling, {})).data).toEqual({
    details: { billing_information: null, net_payment_term: 30, has_self_invoicing: false },
  })
})

test('saved billing information is returned with the names of the country, the state and the contact', async () => {
  const { visitor, user } = await registerPerson(shop)
  const input = {
    ...anAddress(),
    address: '  12 Alder\u0000 Street ',
    address2: 'Suite 4',
    billing_contact_user_id: user.id,
  }
  const { data } = await visitor.call(saveWorkspaceBilling, { body: input })
  expect(data.details.billing_information).toEqual({
    company_name: 'Aurora Pictures',
    billing_contact: { id: user.id, first_name: '', last_name: '', email: user.email },
    address: '12 Alder Street',
    address_2: 'Suite 4',
    city: 'Portland',
    postal_code: '97205',
    region: 'Oregon',
    country: { id: united_states, code: 'US', name: 'United States' },
    country_region: { id: regionId('Oregon'), code: 'OR', name: 'Oregon' },
  })
  expect((await visitor.call(getWorkspaceBilling, {})).data).toEqual(data)
})

test('a state is saved once: a country without regions clears the region', async () => {
  const { visitor, user } = await registerPerson(shop)
  const body = { ...anAddress(), billing_contact_user_id: user.id }
  await visitor.call(saveWorkspaceBilling, { body: { ...body, region: 'typed in vain' } })
  const changed = { ...body, country_id: ireland, region: 'Leinster' }
  const { data } = await visitor.call(saveWorkspaceBilling, { body: changed })
  expect(data.details.billing_information).toMatchObject({ region: 'Leinster', country_region: null })
})

test('every empty field has an error', async () => {
  const { visitor } = await registerPerson(shop)
  const body = { company_name: ' ', address: '', city: '', postal_code: '' } as unknown as ReturnType<
    typeof anAddress
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
  ['a missing state', { country_region_id: null }, 'country_region_id'],
  ['a state of another country', { country_region_id: 'Ontario' }, 'country_region_id'],
  ['a missing state as text', { country_id: ireland, country_region_id: null, region: '  ' }, 'region'],
] as const)('%s is refused', async (_, overrides, field) => {
  const { visitor, user } = await registerPerson(shop)
  const { country_region_id, ...otherOverrides } = overrides
  const state = typeof country_region_id === 'string' ? regionId(country_region_id) : country_region_id
  const body = { ...anAddress(), billing_contact_user_id: user.id, ...otherOverrides, country_region_id: state }
  await expect(visitor.call(saveWorkspaceBilling, { body })).rejects.toMatchObject({
    status: 422,
    errors: { [field]: ['State is required'] },
  })
  expect((await visitor.call(getWorkspaceBilling, {})).data.details.billing_information).toBeNull()
})

test('an unknown country is refused', async () => {
  const { visitor, user } = await registerPerson(shop)
  const body = { ...anAddress(), country_id: 999, billing_contact_user_id: user.id }
  const request = visitor.call(saveWorkspaceBilling, { body })
  await expect(request).rejects.toMatchObject({ status: 422, errors: { country_id: ['Country is required'] } })
})

test('the billing contact must be a member of the workspace', async () => {
  const [owner, stranger] = [await registerPerson(shop), await registerPerson(shop)]
  const body = { ...anAddress(), billing_contact_user_id: stranger.user.id }
  const request = owner.visitor.call(saveWorkspaceBilling, { body })
  await expect(request).rejects.toMatchObject({
    status: 422,
    errors: { billing_contact_user_id: ['Please choose a billing contact from this workspace.'] },
  })
})

test('each workspace has its own billing information', async () => {
  const [owner, otherOwner] = [await registerPerson(shop), await registerPerson(shop)]
  await owner.visitor.call(saveWorkspaceBilling, { body: { ...anAddress(), billing_contact_user_id: owner.user.id } })
  expect((await otherOwner.visitor.call(getWorkspaceBilling, {})).data.details.billing_information).toBeNull()
})

test.each([
  ['admin', 200, 200],
  ['purchaser', 200, 403],
  ['asset_manager', 403, 403],
  ['guest', 403, 403],
] as const)('%s gets %i when viewing billing and %i when changing it', async (role, viewStatus, changeStatus) => {
  const { owner, colleague } = await createOwnerAndColleague(role)
  const statusOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      (refusal: { status: number }) => refusal.status,
    )
  const body = { ...anAddress(), billing_contact_user_id: owner.user.id }
  expect(await statusOf(colleague.visitor.call(getWorkspaceBilling, {}))).toBe(viewStatus)
  expect(await statusOf(colleague.visitor.call(saveWorkspaceBilling, { body }))).toBe(changeStatus)
})
