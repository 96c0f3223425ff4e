/** Our people link somebody to a filmmaker, and take it back. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { givePassword, tellLedger } from '../../../testing/builders/earnings.ts'
import { aClip, aMember, anOrder } from '../../../testing/builders/orders.ts'
import { good_password } from '../../../testing/builders/people.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { getEarnings, savePayoutSettings } from '../../earnings/contract.ts'
import { listStaffLog } from '../log/contract.ts'
import { linkPerson, listStaffFilmmakers, unlinkPerson } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

test('who is linked finds their earnings at once, and nothing once that is taken back; the log has both', async () => {
  const clip = await aClip(shop)
  await anOrder(shop, await aMember(shop), 'paid', { clips: [clip] })
  await tellLedger(shop)
  const [staff, person] = [await aStaff(shop, 'platform_admin'), await aMember(shop)]
  const [row] = (await staff.visitor.call(listStaffFilmmakers, {})).data
  expect(row).toMatchObject({ balance: { unformatted: 9_950 }, people: [], has_payee: false })
  const params = { id: String(row?.id) }

  const { data } = await staff.visitor.call(linkPerson, { params, body: { email: person.email } })
  expect(data[0]?.people).toEqual([{ id: person.user_id, email: person.email }])
  expect((await person.visitor.call(getEarnings, {})).data?.balance.unformatted).toBe(9_950)
  const payee = { payee_name: 'Ines Marlow', paypal_email: 'ines@marlow.example' }
  await givePassword(shop, person)
  await person.visitor.call(savePayoutSettings, { body: { ...payee, password: good_password } })
  expect((await staff.visitor.call(listStaffFilmmakers, {})).data[0]?.has_payee).toBe(true)

  await staff.visitor.call(unlinkPerson, { params: { ...params, user_id: String(person.user_id) } })
  await expect(person.visitor.call(getEarnings, {})).rejects.toMatchObject({ status: 404 })
  // Nothing is paid to them any more.
  expect((await staff.visitor.call(listStaffFilmmakers, {})).data[0]?.has_payee).toBe(false)
  const log = await shop.db.selectFrom('staff_changes').where('about', '=', 'filmmaker').select('action').execute()
  expect(log.map(({ action }) => action)).toEqual(['Linked', 'Unlinked'])
  const { data: told } = await staff.visitor.call(listStaffLog, { query: { about: 'filmmaker' } })
  expect(told.map(({ action }) => action)).toEqual(['Unlinked', 'Linked'])
})

test('an address that nobody has, a filmmaker that is not there, and one’s own account are refused', async () => {
  const staff = await aStaff(shop, 'platform_admin')
  const [row] = (await staff.visitor.call(listStaffFilmmakers, {})).data
  const params = { id: String(row?.id) }
  const link = (email: string, to = params) => staff.visitor.call(linkPerson, { params: to, body: { email } })
  await expect(link('nobody@example.com')).rejects.toMatchObject({ status: 422 })
  await expect(link((await aMember(shop)).email, { id: '999999' })).rejects.toMatchObject({ status: 404 })
  await expect(link(staff.email)).rejects.toMatchObject({ status: 403 })
})
