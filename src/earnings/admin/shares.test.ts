/** Tests for filmmakers' own shares, through the API and the ledger. */
import { beforeEach, afterEach, expect, test } from 'vitest'

import { getStaffFilmmaker } from '#catalog/admin/filmmakers/contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import { Refusal } from '#platform/http/refusal.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { idParams } from '../../../testing/builders/curation.ts'
import { replayToLedger, seedFilmmaker } from '../../../testing/builders/earnings.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff, signInAgain } from '../../../testing/builders/staff.ts'
import { getEarnings } from '../contract.ts'
import { planShare, withdrawShare } from './contract.ts'

let shop: TestApp
let staff: Buyer
let manager: Awaited<ReturnType<typeof seedFilmmaker>>
let clip: Awaited<ReturnType<typeof seedClip>>
beforeEach(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop, 'platform_admin')
  clip = await seedClip(shop)
  manager = await seedFilmmaker(shop, clip)
})
afterEach(() => shop.close())

const dayIn = (days: number) => toDay(shop.clock.now().getTime() + days * DAY_MS)
const loadShares = async () => {
  const { account } = (await staff.visitor.call(getStaffFilmmaker, idParams(manager.filmmaker_id))).data
  if (!account) throw new Error('Only platform administrators see it.')
  return account.shares
}
const plan = async (basis_points: number | null, starts_on: string, last_id?: number, by = staff) =>
  by.visitor.call(planShare, {
    ...idParams(manager.filmmaker_id),
    body: { basis_points, starts_on, last_id: last_id ?? (await loadShares()).last_id },
  })
const withdraw = async (starts_on: string) =>
  staff.visitor.call(withdrawShare, {
    params: { id: String(manager.filmmaker_id), starts_on },
    body: { last_id: (await loadShares()).last_id },
  })
const sell = async () => {
  await seedOrder(shop, await seedMember(shop), 'paid', { clips: [clip] })
  await replayToLedger(shop)
  const { rows } = {
    rows: await shop.db.selectFrom('ledger_entries').where('account', '=', 'filmmaker').select('cents').execute(),
  }
  return rows.map(({ cents }) => 0 - Number(cents))
}
const messageOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? `${error.status} ${error.message}` : String(error)),
  )

test('a share applies to sales from its day on, and never to those before', async () => {
  expect(await loadShares()).toMatchObject({ basis_points: 5_000, standard_basis_points: 5_000, versions: [] })
  const { data } = await plan(6_250, dayIn(2))
  expect(data.versions).toMatchObject([{ basis_points: 6_250, state: 'planned', set_by: staff.email }])
  expect(await sell()).toEqual([9_950])
  shop.clock.advance(3 * DAY_MS)
  await signInAgain(shop, staff)
  await signInAgain(shop, manager)
  // Replaying every event changes nothing about the first sale.
  expect(await sell()).toEqual([9_950, 12_438])
  expect((await loadShares()).versions).toMatchObject([{ state: 'current' }])
  expect((await manager.visitor.call(getEarnings, {})).data?.basis_points).toBe(6_250)
  const { history } = (await staff.visitor.call(getStaffFilmmaker, idParams(manager.filmmaker_id))).data
  expect(history[0]).toMatchObject({ action: 'share_planned', changes: [{ was: 'standard', is: '62.5%' }] })
})

test('a day that has begun is refused, and the database refuses it too', async () => {
  const text = '422 This day has begun. Past sales keep their share, so choose a later day.'
  expect(await messageOf(plan(7_000, dayIn(0)))).toBe(text)
  expect(await messageOf(plan(7_000, '2020-01-01'))).toBe(text)
  expect(await messageOf(plan(7_000, dayIn(900)))).toBe('422 Please choose a day within two years.')
  expect(await messageOf(plan(10_001, dayIn(2)))).toMatch(/^422 /)
  const now = shop.clock.now()
  const row = { filmmaker_id: manager.filmmaker_id, starts_at: now, filmmaker_basis_points: 9_000, is_withdrawn: false }
  const values = { ...row, set_by: staff.user_id, set_at: now }
  await expect(shop.db.insertInto('filmmaker_splits').values(values).execute()).rejects.toThrow(/check/)
  await plan(7_000, dayIn(2))
  await expect(shop.db.deleteFrom('filmmaker_splits').execute()).rejects.toThrow()
  await expect(shop.db.updateTable('filmmaker_splits').set({ filmmaker_basis_points: 1 }).execute()).rejects.toThrow()
})

test('a planned share is replaced or taken back, one in force is not', async () => {
  await plan(6_000, dayIn(1))
  await plan(6_500, dayIn(1))
  await plan(null, dayIn(5))
  expect((await loadShares()).versions.map(({ basis_points }) => basis_points)).toEqual([null, 6_500])
  await withdraw(dayIn(5))
  expect(await messageOf(withdraw(dayIn(5)))).toBe('409 No share is planned for this day anymore.')
  const day = dayIn(1)
  shop.clock.advance(2 * DAY_MS)
  await signInAgain(shop, staff)
  expect((await loadShares()).basis_points).toBe(6_500)
  expect(await messageOf(withdraw(day))).toMatch(/^409 This share has begun\./)
})

test('of 20 simultaneous changes one is saved, and the others read that the share changed', async () => {
  const { last_id } = await loadShares()
  const results = await Promise.all(Array.from({ length: 20 }, (_, n) => messageOf(plan(5_000 + n, dayIn(2), last_id))))
  expect(results.filter(result => result === 'done')).toHaveLength(1)
  expect(results.filter(result => result.startsWith('409 Somebody else changed this share.'))).toHaveLength(19)
})

test('staff can’t change the share of a filmmaker that they have access to', async () => {
  await shop.db.updateTable('filmmaker_members').set({ user_id: staff.user_id }).execute()
  expect(await messageOf(plan(9_000, dayIn(2)))).toMatch(/^403 You have access to this filmmaker yourself\./)
})
