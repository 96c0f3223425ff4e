/** Tests for linking people to filmmakers. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { assignPassword, replayToLedger } from '../../../testing/builders/earnings.ts'
import { seedClip, seedMember, seedOrder } from '../../../testing/builders/orders.ts'
import { good_password } from '../../../testing/builders/people.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { getEarnings, savePayoutSettings } from '../contract.ts'
import { linkPerson, listFilmmakerBalances, unlinkPerson } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

test('a linked person sees the earnings at once and nothing after the unlinking, and the log has both', async () => {
  const clip = await seedClip(shop)
  await seedOrder(shop, await seedMember(shop), 'paid', { clips: [clip] })
  await replayToLedger(shop)
  const [staff, person] = [await seedStaff(shop, 'platform_admin'), await seedMember(shop)]
  const [row] = (await staff.visitor.call(listFilmmakerBalances, {})).data
  expect(row).toMatchObject({ balance: { unformatted: 9_950 }, people: [], has_payee: false })
  const params = { id: String(row?.id) }

  const { data } = await staff.visitor.call(linkPerson, { params, body: { email: person.email } })
  expect(data[0]?.people).toEqual([{ id: person.user_id, email: person.email }])
  expect((await person.visitor.call(getEarnings, {})).data?.balance.unformatted).toBe(9_950)
  const payee = { payee_name: 'Ines Marlow', paypal_email: 'ines@marlow.example' }
  await assignPassword(shop, person)
  await person.visitor.call(savePayoutSettings, { body: { ...payee, password: good_password } })
  expect((await staff.visitor.call(listFilmmakerBalances, {})).data[0]?.has_payee).toBe(true)

  await staff.visitor.call(unlinkPerson, { params: { ...params, user_id: String(person.user_id) } })
  await expect(person.visitor.call(getEarnings, {})).rejects.toMatchObject({ status: 404 })
  // The payout details of an unlinked person no longer count.
  expect((await staff.visitor.call(listFilmmakerBalances, {})).data[0]?.has_payee).toBe(false)
  const log = await shop.db.selectFrom('audit_log').where('subject_type', '=', 'filmmaker').select('action').execute()
  expect(log.map(({ action }) => action)).toEqual(['member_linked', 'member_unlinked'])
  const { data: entries } = await staff.visitor.call(listStaffAuditLog, { query: { about: 'filmmaker' } })
  expect(entries.map(({ action }) => action)).toEqual(['member_unlinked', 'member_linked'])
})

test('an unknown email, an unknown filmmaker and one’s own account are refused', async () => {
  const staff = await seedStaff(shop, 'platform_admin')
  const [row] = (await staff.visitor.call(listFilmmakerBalances, {})).data
  const params = { id: String(row?.id) }
  const linkEmail = (email: string, target = params) =>
    staff.visitor.call(linkPerson, { params: target, body: { email } })
  await expect(linkEmail('nobody@example.com')).rejects.toMatchObject({ status: 422 })
  await expect(linkEmail((await seedMember(shop)).email, { id: '999999' })).rejects.toMatchObject({ status: 404 })
  await expect(linkEmail(staff.email)).rejects.toMatchObject({ status: 403 })
})
