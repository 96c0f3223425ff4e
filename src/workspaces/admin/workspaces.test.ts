/** Workspaces through the staff API. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { seedRate } from '../../../testing/builders/rates.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { listAudit } from '../audit-contract.ts'
import { addMember } from '../workspaces.server.ts'
import { changeStaffWorkspace, getStaffWorkspace, listStaffWorkspaces } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

const paramsOf = (id: number) => ({ params: { id: String(id) } })
const terms = {
  has_self_invoicing: true,
  credit_limit_cents: 500_000,
  net_payment_term_days: 45,
  is_trusted: true,
  reason: 'Contract of March, ticket 3F9A21C7',
}
const changeTerms = (id: number, overrides: Partial<typeof terms> = {}, author = staff) =>
  author.visitor.call(changeStaffWorkspace, { ...paramsOf(id), body: { ...terms, ...overrides } })
const loadWorkspace = async (id: number) => (await staff.visitor.call(getStaffWorkspace, paramsOf(id))).data
const findWorkspaces = async (query: { search?: string; account?: 'on_account' | 'owing' | 'trusted' }) =>
  (await staff.visitor.call(listStaffWorkspaces, { query })).data.map(({ id }) => id)

test('workspaces are found by their name or by a member, and filtered by unpaid invoices', async () => {
  const [debtor, other] = [await seedMember(shop), await seedMember(shop)]
  await changeTerms(debtor.workspace_id)
  const clip = await seedClip(shop)
  const order = await seedOrder(shop, debtor, 'invoiced', { clips: [clip] })
  expect(await findWorkspaces({ search: debtor.email })).toEqual([debtor.workspace_id])
  expect(await findWorkspaces({ search: '%' })).toEqual([])
  expect(await findWorkspaces({ account: 'owing' })).toEqual([debtor.workspace_id])
  expect(await findWorkspaces({ account: 'on_account' })).not.toContain(other.workspace_id)
  const rate = await seedRate(shop, debtor.workspace_id)
  const workspace = await loadWorkspace(debtor.workspace_id)
  expect(workspace).toMatchObject({
    credit_limit: { unformatted: 500_000 },
    is_member: false,
    members: [{ email: debtor.email, role: 'owner' }],
    open_orders: [{ number: order.number, state: 'invoiced' }],
    rates: [{ id: rate.id, state: 'active' }],
  })
  expect(workspace.owed).toEqual(workspace.open_orders[0]?.total)
})

test('a change of terms is logged with author, old values and reason, and appears in the workspace’s own log without the reason', async () => {
  const client = await seedMember(shop)
  await changeTerms(client.workspace_id)
  const { data: log } = await staff.visitor.call(listStaffAuditLog, {
    query: { about: 'workspace', key: String(client.workspace_id) },
  })
  expect(log).toMatchObject([{ staff_email: staff.email, reason: terms.reason, action: 'terms_changed' }])
  expect(log[0]?.changes).toContainEqual({ field: 'credit limit', was: '$0.00', is: '$5,000.00' })
  const { data: auditEntries } = await client.visitor.call(listAudit, { query: {} })
  expect(auditEntries).toMatchObject([
    { action: 'terms.changed', is_support: true, actor: { name: 'Longtake support' } },
  ])
  expect(JSON.stringify(auditEntries)).not.toContain(terms.reason)
  await expect(changeTerms(client.workspace_id)).rejects.toMatchObject({ status: 409 })
})

test.each([
  [{ credit_limit_cents: 0 }, 'credit_limit_cents', 'Buying on account needs a credit limit above $0.'],
  [
    { credit_limit_cents: -1 },
    'credit_limit_cents',
    'The credit limit must be between $0 and $10,000,000, in whole cents.',
  ],
  [
    { net_payment_term_days: 366 },
    'net_payment_term_days',
    'The net term must be a whole number of days, at most 365.',
  ],
  [{ reason: ' ' }, 'reason', 'Reason is required'],
])('%j is refused with a message', async (overrides, field, text) => {
  const client = await seedMember(shop)
  await expect(changeTerms(client.workspace_id, overrides)).rejects.toMatchObject({
    status: 422,
    errors: { [field]: [text] },
  })
  expect((await loadWorkspace(client.workspace_id)).has_self_invoicing).toBe(false)
})

test('staff cannot change the terms of their own workspaces, not even as guests', async () => {
  const client = await seedMember(shop)
  await addMember(shop.db, {
    workspace_id: client.workspace_id,
    user_id: staff.user_id,
    role: 'guest',
    now: shop.clock.now(),
  })
  expect((await loadWorkspace(client.workspace_id)).is_member).toBe(true)
  await expect(changeTerms(client.workspace_id)).rejects.toMatchObject({ status: 403 })
  await expect(changeTerms(staff.workspace_id)).rejects.toMatchObject({ status: 403 })
  await expect(changeTerms(999_999)).rejects.toMatchObject({ status: 404 })
  await changeTerms(client.workspace_id, {}, await seedStaff(shop))
})
