/** Workspaces as our people look after them, through the real door. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { aRate } from '../../../testing/builders/rates.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { listAudit } from '../../workspaces/audit-contract.ts'
import { addMember } from '../../workspaces/workspaces.server.ts'
import { listStaffLog } from '../log/contract.ts'
import { changeStaffWorkspace, getStaffWorkspace, listStaffWorkspaces } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop)
})
afterAll(() => shop.close())

const at = (id: number) => ({ params: { id: String(id) } })
const terms = {
  has_self_invoicing: true,
  credit_limit_cents: 500_000,
  net_payment_term_days: 45,
  is_trusted: true,
  reason: 'Contract of March, ticket 3F9A21C7',
}
const change = (id: number, wish: Partial<typeof terms> = {}, who = staff) =>
  who.visitor.call(changeStaffWorkspace, { ...at(id), body: { ...terms, ...wish } })
const facts = async (id: number) => (await staff.visitor.call(getStaffWorkspace, at(id))).data
const found = async (query: { search?: string; account?: 'on_account' | 'owing' | 'trusted' }) =>
  (await staff.visitor.call(listStaffWorkspaces, { query })).data.map(({ id }) => id)

test('found by its name or by whoever is in it, and narrowed by what it owes', async () => {
  const [owing, other] = [await aMember(shop), await aMember(shop)]
  await change(owing.workspace_id)
  const clip = await aClip(shop)
  const order = await anOrder(shop, owing, 'invoiced', { clips: [clip] })
  expect(await found({ search: owing.email })).toEqual([owing.workspace_id])
  expect(await found({ search: '%' })).toEqual([])
  expect(await found({ account: 'owing' })).toEqual([owing.workspace_id])
  expect(await found({ account: 'on_account' })).not.toContain(other.workspace_id)
  const rate = await aRate(shop, owing.workspace_id)
  const shown = await facts(owing.workspace_id)
  expect(shown).toMatchObject({
    credit_limit: { unformatted: 500_000 },
    is_mine: false,
    members: [{ email: owing.email, role: 'owner' }],
    open_orders: [{ number: order.number, state: 'invoiced' }],
    rates: [{ id: rate.id, state: 'active' }],
  })
  expect(shown.owed).toEqual(shown.open_orders[0]?.total)
})

test('terms are changed with a reason: written down with who, what it was and why, and told in the team’s own log', async () => {
  const client = await aMember(shop)
  await change(client.workspace_id)
  const { data: log } = await staff.visitor.call(listStaffLog, {
    query: { about: 'workspace', key: String(client.workspace_id) },
  })
  expect(log).toMatchObject([{ staff_email: staff.email, reason: terms.reason, action: 'Changed the terms' }])
  expect(log[0]?.changes).toContainEqual({ field: 'credit limit', was: '$0.00', is: '$5,000.00' })
  const { data: theirs } = await client.visitor.call(listAudit, { query: {} })
  expect(theirs).toMatchObject([{ action: 'terms.changed', is_support: true, actor: { name: 'Longtake support' } }])
  expect(JSON.stringify(theirs)).not.toContain(terms.reason)
  await expect(change(client.workspace_id)).rejects.toMatchObject({ status: 409 })
})

test.each([
  [{ credit_limit_cents: 0 }, 'credit_limit_cents', 'Who buys on account needs a credit limit above nothing.'],
  [
    { credit_limit_cents: -1 },
    'credit_limit_cents',
    'The credit limit is whole cents between nothing and $10,000,000.',
  ],
  [{ net_payment_term_days: 366 }, 'net_payment_term_days', 'The net term is a whole number of days, at most 365.'],
  [{ reason: ' ' }, 'reason', 'Reason is required'],
])('%j is refused in words', async (wish, field, text) => {
  const client = await aMember(shop)
  await expect(change(client.workspace_id, wish)).rejects.toMatchObject({ status: 422, errors: { [field]: [text] } })
  expect((await facts(client.workspace_id)).has_self_invoicing).toBe(false)
})

test('nobody of us changes a workspace that they are in, not even as a guest of it', async () => {
  const client = await aMember(shop)
  await addMember(shop.db, {
    workspace_id: client.workspace_id,
    user_id: staff.user_id,
    role: 'guest',
    now: shop.clock.now(),
  })
  expect((await facts(client.workspace_id)).is_mine).toBe(true)
  await expect(change(client.workspace_id)).rejects.toMatchObject({ status: 403 })
  await expect(change(staff.workspace_id)).rejects.toMatchObject({ status: 403 })
  await expect(change(999_999)).rejects.toMatchObject({ status: 404 })
  await change(client.workspace_id, {}, await aStaff(shop))
})
