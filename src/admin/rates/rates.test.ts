/** The room of preferred rates through the real door. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aMember, type Buyer } from '../../../testing/builders/orders.ts'
import { rateBody } from '../../../testing/builders/rates.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { listRates } from '../../rates/contract.ts'
import { rateStates, type RateState } from '../../rates/rate.ts'
import { changeStaffRate, endStaffRate, listStaffRates, makeStaffRate } from '../../rates/staff-contract.ts'
import { listStaffLog } from '../log/contract.ts'
import { getStaffRate } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop)
})
afterAll(() => shop.close())

const reason = 'Ticket 3F9A21C7'
const make = async ({ workspace_id }: Buyer, wish: Parameters<typeof rateBody>[0] = {}, who = staff) =>
  (await who.visitor.call(makeStaffRate, { body: { workspace_id, rate: rateBody(wish), reason } })).data
const found = async (query: { search?: string; state?: RateState; workspace_id?: string }) =>
  (await staff.visitor.call(listStaffRates, { query })).data.map(({ id }) => id)
const at = (id: number) => ({ params: { id: String(id) } })

test('rates of every workspace are found by name, client and workspace, and by whether they hold', async () => {
  const buyer = await aMember(shop)
  const workspace_id = String(buyer.workspace_id)
  const rates = {
    active: await make(buyer, { name: 'Juniper, running' }),
    upcoming: await make(buyer, { name: 'Juniper, later', starts_at: '2099-01-01T00:00:00.000Z' }),
    ended: await make(buyer, { name: 'Juniper, over', ends_at: '2026-01-02T00:00:00.000Z' }),
  }
  expect(await found({ search: 'juniper' })).toHaveLength(3)
  for (const [state, { id }] of Object.entries(rates))
    expect(await found({ workspace_id, state: state as RateState })).toEqual([id])
  expect(await found({ workspace_id, state: 'used_up' })).toEqual([])
  for (const state of rateStates)
    for (const id of await found({ state }))
      expect((await staff.visitor.call(getStaffRate, at(id))).data.state).toBe(state)
})

test('made, changed and ended with who, why and what differed; the buyer sees each', async () => {
  const buyer = await aMember(shop)
  const rate = await make(buyer)
  await staff.visitor.call(changeStaffRate, {
    ...at(rate.id),
    body: { rate: rateBody({ price_cents: 7_900, ends_at: '2099-01-01T00:00:00.000Z' }), reason },
  })
  const { data: theirs } = await buyer.visitor.call(listRates, {})
  expect(theirs).toMatchObject([{ id: rate.id, price: { unformatted: 7_900 } }])
  await staff.visitor.call(endStaffRate, { ...at(rate.id), body: { reason: 'They left' } })
  expect((await buyer.visitor.call(listRates, {})).data).toMatchObject([{ state: 'ended' }])
  const { data: log } = await staff.visitor.call(listStaffLog, { query: { about: 'rate', key: String(rate.id) } })
  expect(log).toMatchObject([
    { action: 'Ended', reason: 'They left' },
    { action: 'Changed', reason, staff_email: staff.email },
    { action: 'Made', reason },
  ])
  expect(log[1]?.changes).toContainEqual({ field: 'price', was: '$89.00', is: '$79.00' })
  expect(log[1]?.changes).toContainEqual({ field: 'ends at', was: 'none', is: '2099-01-01 00:00' })
  const again = staff.visitor.call(endStaffRate, { ...at(rate.id), body: { reason } })
  await expect(again).rejects.toMatchObject({ status: 409 })
})

test('a reason is needed, and nobody of us makes a rate for a workspace that they are in', async () => {
  const buyer = await aMember(shop)
  const body = { workspace_id: buyer.workspace_id, rate: rateBody(), reason: ' ' }
  await expect(staff.visitor.call(makeStaffRate, { body })).rejects.toMatchObject({
    status: 422,
    errors: { reason: ['Reason is required'] },
  })
  await expect(make(staff)).rejects.toMatchObject({ status: 403 })
  const rate = await make(staff, {}, await aStaff(shop))
  const change = { ...at(rate.id), body: { rate: rateBody({ price_cents: 0 }), reason } }
  await expect(staff.visitor.call(changeStaffRate, change)).rejects.toMatchObject({ status: 403 })
  const end = staff.visitor.call(endStaffRate, { ...at(rate.id), body: { reason } })
  await expect(end).rejects.toMatchObject({ status: 403 })
  expect((await staff.visitor.call(getStaffRate, at(rate.id))).data).toMatchObject({ state: 'active', bought: [] })
})
