/** Preferred rates through the staff API. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rateStates, type RateState } from '#licensing/rate.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { buildRateBody } from '../../../testing/builders/rates.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { listRates } from '../contract.ts'
import { changeStaffRate, endStaffRate, listStaffRates, createStaffRate } from '../staff-contract.ts'
import { getStaffRate } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

const REASON = 'Ticket 3F9A21C7'
const createRate = async (
  { workspace_id }: Buyer,
  overrides: Parameters<typeof buildRateBody>[0] = {},
  author = staff,
) =>
  (
    await author.visitor.call(createStaffRate, {
      body: { workspace_id, rate: buildRateBody(overrides), reason: REASON },
    })
  ).data
const findRates = async (query: { search?: string; state?: RateState; workspace_id?: string }) =>
  (await staff.visitor.call(listStaffRates, { query })).data.map(({ id }) => id)
const paramsOf = (id: number) => ({ params: { id: String(id) } })

test('rates of all workspaces are found by name, client and workspace, and filtered by state', async () => {
  const buyer = await seedMember(shop)
  const workspace_id = String(buyer.workspace_id)
  const rates = {
    active: await createRate(buyer, { name: 'Juniper, running' }),
    upcoming: await createRate(buyer, { name: 'Juniper, later', starts_at: '2099-01-01T00:00:00.000Z' }),
    ended: await createRate(buyer, { name: 'Juniper, over', ends_at: '2026-01-02T00:00:00.000Z' }),
  }
  expect(await findRates({ search: 'juniper' })).toHaveLength(3)
  for (const [state, { id }] of Object.entries(rates))
    expect(await findRates({ workspace_id, state: state as RateState })).toEqual([id])
  expect(await findRates({ workspace_id, state: 'used_up' })).toEqual([])
  for (const state of rateStates)
    for (const id of await findRates({ state }))
      expect((await staff.visitor.call(getStaffRate, paramsOf(id))).data.state).toBe(state)
})

test('creating, changing and ending a rate is logged with author, reason and changes; the buyer sees each change', async () => {
  const buyer = await seedMember(shop)
  const rate = await createRate(buyer)
  await staff.visitor.call(changeStaffRate, {
    ...paramsOf(rate.id),
    body: { rate: buildRateBody({ price_cents: 7_900, ends_at: '2099-01-01T00:00:00.000Z' }), reason: REASON },
  })
  const { data: buyerRates } = await buyer.visitor.call(listRates, {})
  expect(buyerRates).toMatchObject([{ id: rate.id, price: { unformatted: 7_900 } }])
  await staff.visitor.call(endStaffRate, { ...paramsOf(rate.id), body: { reason: 'They left' } })
  expect((await buyer.visitor.call(listRates, {})).data).toMatchObject([{ state: 'ended' }])
  const { data: log } = await staff.visitor.call(listStaffAuditLog, { query: { about: 'rate', key: String(rate.id) } })
  expect(log).toMatchObject([
    { action: 'ended', reason: 'They left' },
    { action: 'changed', reason: REASON, staff_email: staff.email },
    { action: 'created', reason: REASON },
  ])
  expect(log[1]?.changes).toContainEqual({ field: 'price', was: '$89.00', is: '$79.00' })
  expect(log[1]?.changes).toContainEqual({ field: 'ends at', was: 'none', is: '2099-01-01 00:00' })
  const secondEnd = staff.visitor.call(endStaffRate, { ...paramsOf(rate.id), body: { reason: REASON } })
  await expect(secondEnd).rejects.toMatchObject({ status: 409 })
})

test('a reason is required, and staff cannot manage rates of their own workspace', async () => {
  const buyer = await seedMember(shop)
  const body = { workspace_id: buyer.workspace_id, rate: buildRateBody(), reason: ' ' }
  await expect(staff.visitor.call(createStaffRate, { body })).rejects.toMatchObject({
    status: 422,
    errors: { reason: ['Reason is required'] },
  })
  await expect(createRate(staff)).rejects.toMatchObject({ status: 403 })
  const rate = await createRate(staff, {}, await seedStaff(shop))
  const change = { ...paramsOf(rate.id), body: { rate: buildRateBody({ price_cents: 0 }), reason: REASON } }
  await expect(staff.visitor.call(changeStaffRate, change)).rejects.toMatchObject({ status: 403 })
  const end = staff.visitor.call(endStaffRate, { ...paramsOf(rate.id), body: { reason: REASON } })
  await expect(end).rejects.toMatchObject({ status: 403 })
  expect((await staff.visitor.call(getStaffRate, paramsOf(rate.id))).data).toMatchObject({
    state: 'active',
    bought: [],
  })
})
