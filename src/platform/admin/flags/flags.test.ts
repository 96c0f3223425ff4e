/** Tests for changing flags in the admin: named people and workspaces, a share, and the history. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { seedMember, type Buyer } from '../../../../testing/builders/orders.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
import { FLAG_CACHE_MS } from '../../flags/flag-table.server.ts'
import { listAdminFlags, setAdminFlag } from './contract.ts'

let shop: TestApp
let staff: Buyer
let client: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop, 'platform_admin')
  client = await seedMember(shop)
})
afterAll(() => shop.close())

const params = { key: 'client-errors' } as const
const off = { is_on: false, share: 0, emails: [], workspace_ids: [] }
const setFlag = (body: Partial<typeof off> | object) =>
  staff.visitor.call(setAdminFlag, { params, body: { ...off, ...body } as typeof off })

test('a change shows names and its author, and takes effect when the cache expires', async () => {
  const { data } = await setFlag({
    is_on: true,
    share: 25,
    emails: [client.email.toUpperCase(), ` ${client.email} `],
    workspace_ids: [client.workspace_id],
  })
  expect(data).toMatchObject({
    is_on: true,
    share: 25,
    people: [{ id: client.user_id, email: client.email }],
    workspaces: [{ id: client.workspace_id, name: expect.any(String) }],
  })
  expect(data.history).toEqual([
    {
      at: shop.clock.now().toISOString(),
      email: staff.email,
      after: { is_on: true, share: 25, people: 1, workspaces: 1 },
    },
  ])
  shop.clock.advance(FLAG_CACHE_MS)
  const asClient = { device_id: null, user_id: client.user_id, workspace_id: null }
  expect(await shop.flags.isOn(params.key, asClient)).toBe(true)
  const { data: single } = await setFlag({ is_on: true, emails: [client.email] })
  expect(single.people).toEqual([{ id: client.user_id, email: client.email }])
  await setFlag({})
  shop.clock.advance(FLAG_CACHE_MS)
  expect(await shop.flags.isOn(params.key, asClient)).toBe(false)
  const { data: flags } = await staff.visitor.call(listAdminFlags, {})
  expect(flags.find(({ key }) => key === params.key)).toMatchObject({ is_on: false, people: [], workspaces: [] })
})

test.each([
  [{ emails: ['nobody@example.com'] }, { emails: ['There is no account with the email nobody@example.com.'] }],
  [{ workspace_ids: [999_999] }, { workspace_ids: ['There is no workspace 999999.'] }],
  [{ share: 101 }, { share: ['The share is a whole number between 0 and 100.'] }],
  [{ share: 2.5 }, { share: ['The share is a whole number between 0 and 100.'] }],
])('%o is refused with a message, and nothing is recorded', async (body, errors) => {
  const changes = () => shop.db.selectFrom('audit_log').select('id').execute()
  const before = await changes()
  await expect(setFlag(body)).rejects.toMatchObject({ status: 422, errors })
  expect(await changes()).toEqual(before)
})

test('an unknown flag is not found', async () => {
  const response = await staff.visitor.send('/api/admin/flags/nothing', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(off),
  })
  expect(response.status).toBe(404)
})
