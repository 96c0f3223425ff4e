import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { saveWorkspaceBilling } from '#workspaces/contract.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { addItems, getCart } from './contract.ts'
import { getLastBilling, setCartBilling, setEin } from './details-contract.ts'

const web = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }

let shop: TestApp
let clip: TestClip
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  clip = await seedClip(shop)
})
beforeEach(async () => {
  buyer = await seedMember(shop)
})
afterAll(() => shop.close())

const [united_states, ireland, united_kingdom, switzerland] = [41, 250, 235, 214]
const regionId = async (code: string) =>
  (
    await shop.db
      .selectFrom('country_regions')
      .where('country_id', '=', united_states)
      .where('code', '=', code)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id

const address = () => ({
  company: 'Fieldnote Pictures',
  billing_contact_user_id: buyer.user_id,
  address: '12 Alder Street',
  city: 'Oakland',
  postal_code: '94607',
})
const saveBilling = async (location: {
  country_id: number
  country_region_id?: number
  region?: string
  postal_code?: string
}) => (await buyer.visitor.call(setCartBilling, { body: { ...address(), ...location } })).data
const putBilling = async (body: object) => {
  const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await buyer.visitor.send('/api/v2/cart/billing', init)
  return { status: response.status, errors: (await response.json()).errors }
}

describe('tax', () => {
  beforeEach(async () => {
    await buyer.visitor.call(addItems, { body: { ...web, clip_id: clip.id } })
  })

  test('is null before billing information exists', async () => {
    expect((await buyer.visitor.call(getCart, {})).data).toMatchObject({
      tax: null,
      vat_total: null,
      billing_information: null,
    })
  })

  test('in the United States depends on the state', async () => {
    const cart = await saveBilling({ country_id: united_states, country_region_id: await regionId('NJ') })
    expect(cart).toMatchObject({
      tax: { rate: 0.06625, jurisdiction: 'New Jersey', amount: { unformatted: 1318 } },
      vat_information: { is_vat_charged: false },
      total: { unformatted: 19900 + 1318 },
    })
    const untaxed = await saveBilling({ country_id: united_states, country_region_id: await regionId('OR') })
    expect(untaxed).toMatchObject({ tax: { rate: 0, jurisdiction: '' }, total: { unformatted: 19900 } })
    expect(untaxed.fingerprint).not.toBe(cart.fingerprint)
  })

  test.each(['CA', 'NY', 'FL'])('is zero in %s, which has a sales tax but not on downloads', async code => {
    expect(await saveBilling({ country_id: united_states, country_region_id: await regionId(code) })).toMatchObject({
      tax: { rate: 0, kind: 'none' },
      total: { unformatted: 19900 },
    })
  })

  test.each([
    ['Ireland', ireland, 'D02 X285', 0.23, 4577],
    ['the United Kingdom', united_kingdom, 'SW1A 1AA', 0.2, 3980],
  ])('in %s is VAT', async (_, country_id, postal_code, rate, cents) => {
    expect(await saveBilling({ country_id, region: 'Anywhere', postal_code })).toMatchObject({
      tax: { rate, amount: { unformatted: cents } },
      vat_information: { is_vat_charged: true },
    })
  })

  test('is zero elsewhere', async () => {
    expect(await saveBilling({ country_id: switzerland, region: 'Zürich', postal_code: '8001' })).toMatchObject({
      vat_total: { unformatted: 0 },
      total: { unformatted: 19900 },
    })
  })
})

describe('billing', () => {
  test('returns an error for each missing field', async () => {
    const blank = { company: ' ', address: '', city: '', postal_code: '', region: '' }
    expect(await putBilling(blank)).toEqual({
      status: 422,
      errors: {
        company: ['Company name is required'],
        billing_contact_user_id: ['Billing contact is required'],
        country_id: ['Country is required'],
        address: ['Address is required'],
        city: ['City is required'],
        postal_code: ['Zip code is required'],
      },
    })
  })

  test('requires a state from the list where the country has one, and as text elsewhere', async () => {
    expect(await putBilling({ ...address(), country_id: united_states, region: 'California' })).toMatchObject({
      status: 422,
      errors: { country_region_id: ['State is required'] },
    })
    expect(await putBilling({ ...address(), country_id: ireland })).toMatchObject({
      status: 422,
      errors: { region: ['State is required'] },
    })
  })

  test('requires a zip code that is valid in its country', async () => {
    const location = { country_id: united_states, country_region_id: await regionId('CA') }
    expect(await putBilling({ ...address(), ...location, postal_code: 'not a zip' })).toMatchObject({
      status: 422,
      errors: { postal_code: ['Please enter a valid zip code'] },
    })
    expect(await putBilling({ ...address(), ...location, postal_code: '94607-1234' })).toMatchObject({ status: 200 })
  })

  test('drops the typed state when one from the list is chosen', async () => {
    const cart = await saveBilling({
      country_id: united_states,
      country_region_id: await regionId('CA'),
      region: 'Leinster',
    })
    expect(cart.billing_information).toMatchObject({ region: 'California', country_region: { code: 'CA' } })
  })

  test('rejects a contact from another workspace', async () => {
    const other = await seedMember(shop)
    expect(
      await putBilling({
        ...address(),
        billing_contact_user_id: other.user_id,
        country_id: ireland,
        region: 'Leinster',
      }),
    ).toMatchObject({
      status: 422,
      errors: { billing_contact_user_id: [expect.any(String)] },
    })
  })

  test('is not available to guests', async () => {
    const body = { ...address(), country_id: ireland, region: 'Leinster' }
    await expect(shop.visitor().call(setCartBilling, { body })).rejects.toMatchObject({ status: 401 })
  })

  test('of a new cart is copied from the workspace, if it has any', async () => {
    const { company: company_name, ...fields } = address()
    await buyer.visitor.call(saveWorkspaceBilling, {
      body: { ...fields, company_name, country_id: ireland, region: 'Leinster' },
    })
    const { data } = await buyer.visitor.call(addItems, { body: { ...web, clip_id: clip.id } })
    expect(data.billing_information).toMatchObject({
      company: 'Fieldnote Pictures',
      billing_contact: { id: buyer.user_id },
      country: { code: 'IE' },
    })
  })

  test.each([
    ['purchaser', 'Fieldnote Pictures'],
    ['asset_manager', undefined],
    ['guest', undefined],
  ] as const)('is copied from the workspace only for roles that may see it: %s', async (role, company) => {
    const { company: company_name, ...fields } = address()
    await buyer.visitor.call(saveWorkspaceBilling, {
      body: { ...fields, company_name, country_id: ireland, region: 'Leinster' },
    })
    const { visitor } = await seedMember(shop, role, buyer.workspace_id)
    const { data } = await visitor.call(addItems, { body: { ...web, clip_id: clip.id } })
    expect(data.billing_information?.company).toBe(company)
  })
})

test('an EIN is stored in one format and can be removed', async () => {
  const saveEin = async (ein: string) => (await buyer.visitor.call(setEin, { body: { ein } })).data.ein
  expect(await saveEin('123456789')).toBe('12-3456789')
  expect(await saveEin(' 98-7654321 ')).toBe('98-7654321')
  expect(await saveEin('')).toBeNull()
  await expect(saveEin('12345')).rejects.toMatchObject({
    errors: { ein: ['An EIN number has 9 digits, such as 12-3456789'] },
  })
  // No campus of the IRS issues the prefix 07.
  await expect(saveEin('07-3456789')).rejects.toMatchObject({
    status: 422,
    errors: { ein: ['Not a valid EIN number'] },
  })
})

test('the cart says whether the user may purchase', async () => {
  const { visitor } = await seedMember(shop, 'asset_manager')
  expect((await visitor.call(getCart, {})).data.can_purchase).toBe(false)
  expect((await buyer.visitor.call(getCart, {})).data.can_purchase).toBe(true)
})

test('the last order’s billing is returned to the same user in the same workspace', async () => {
  const loadLastBilling = async ({ visitor }: Buyer) => (await visitor.call(getLastBilling, {})).data
  expect(await loadLastBilling(buyer)).toBeNull()
  await buyer.visitor.call(addItems, { body: { ...web, clip_id: clip.id } })
  await saveBilling({ country_id: ireland, region: 'Leinster' })
  expect(await loadLastBilling(buyer), 'not ordered yet').toBeNull()
  await shop.db.updateTable('carts').set({ state: 'ordered' }).where('user_id', '=', buyer.user_id).execute()
  expect(await loadLastBilling(buyer)).toMatchObject({ city: 'Oakland', region: 'Leinster', country: { id: ireland } })
  expect(await loadLastBilling(await seedMember(shop, 'purchaser', buyer.workspace_id))).toBeNull()
})
