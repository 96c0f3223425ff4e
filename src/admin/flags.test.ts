/** Flags, changed by our own people: named people and workspaces, a share, and who did what. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { aStaff } from '../../testing/builders/staff.ts'
import { flags_kept_ms } from '../platform/flag-table.server.ts'
import { listAdminFlags, setAdminFlag } from './flags-contract.ts'

let shop: TestApp
let staff: Buyer
let client: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop, 'platform_admin')
  client = await aMember(shop)
})
afterAll(() => shop.close())

const params = { key: 'client-errors' } as const
const off = { is_on: false, share: 0, emails: [], workspace_ids: [] }
const set = (body: Partial<typeof off> | object) =>
  staff.visitor.call(setAdminFlag, { params, body: { ...off, ...body } as typeof off })

test('what was chosen is shown with names, and with who chose it; it holds within seconds', async () => {
  const { data } = await set({
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
  shop.clock.advance(flags_kept_ms)
  const asClient = { device_id: null, user_id: client.user_id, workspace_id: null }
  expect(await shop.flags.isOn(params.key, asClient)).toBe(true)
  const { data: alone } = await set({ is_on: true, emails: [client.email] })
  expect(alone.people).toEqual([{ id: client.user_id, email: client.email }])
  await set({})
  shop.clock.advance(flags_kept_ms)
  expect(await shop.flags.isOn(params.key, asClient)).toBe(false)
  const { data: all } = await staff.visitor.call(listAdminFlags, {})
  expect(all.find(({ key }) => key === params.key)).toMatchObject({ is_on: false, people: [], workspaces: [] })
})

test.each([
  [{ emails: ['nobody@example.com'] }, { emails: ['There is no account with the email nobody@example.com.'] }],
  [{ workspace_ids: [999_999] }, { workspace_ids: ['There is no workspace 999999.'] }],
  [{ share: 101 }, { share: ['The share is a whole number between 0 and 100.'] }],
  [{ share: 2.5 }, { share: ['The share is a whole number between 0 and 100.'] }],
])('%o is refused with a text, and nothing is written down', async (body, errors) => {
  const changes = () => shop.db.selectFrom('flag_changes').select('id').execute()
  const before = await changes()
  await expect(set(body)).rejects.toMatchObject({ status: 422, errors })
  expect(await changes()).toEqual(before)
})

test('a flag that there is not has no door', async () => {
  const answer = await staff.visitor.send('/api/admin/flags/nothing', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(off),
  })
  expect(answer.status).toBe(404)
})
