/** Editfests as our people set them up. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { openEditfests } from '../../testing/builders/editfest.ts'
import { aClip, aMember, type Buyer } from '../../testing/builders/orders.ts'
import { aStaff } from '../../testing/builders/staff.ts'
import { downloadForEditfest, enterEditfestCode } from '../editfest/contract.ts'
import { changeAdminEditfest, listAdminEditfests, makeAdminEditfest } from './editfests-contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop, 'platform_admin')
  await openEditfests(shop)
})
afterAll(() => shop.close())

const day_ms = 86_400_000
const dayIn = (days: number) => new Date(shop.clock.now().getTime() + days * day_ms).toISOString().slice(0, 10)
const facts = () => ({ name: 'Editfest', first_day: dayIn(0), last_day: dayIn(0), clips_each: 2, places: null })
const make = async (code: string) => {
  const { data } = await staff.visitor.call(makeAdminEditfest, { body: { ...facts(), code } })
  return data.find(one => one.code === code.toUpperCase())
}

test('what is set up can be entered on its days, the last one whole, and what is used is counted', async () => {
  const made = await make('one-day')
  expect(made).toMatchObject({ code: 'ONE-DAY', entries: 0, clips_taken: 0, first_day: dayIn(0), last_day: dayIn(0) })
  const { visitor } = await aMember(shop)
  await visitor.call(enterEditfestCode, { body: { code: 'ONE-DAY' } })
  const { id } = await aClip(shop)
  await visitor.call(downloadForEditfest, { params: { id: String(id) } })
  const { data } = await staff.visitor.call(listAdminEditfests, {})
  expect(data.find(one => one.id === made?.id)).toMatchObject({ entries: 1, clips_taken: 1 })
})

test('a code is one Editfest’s alone; days come in order', async () => {
  await make('TWICE')
  await expect(make('twice')).rejects.toMatchObject({ status: 422, errors: { code: [expect.any(String)] } })
  const body = { ...facts(), code: 'BACKWARDS', last_day: dayIn(-2) }
  await expect(staff.visitor.call(makeAdminEditfest, { body })).rejects.toMatchObject({
    errors: { last_day: ['The last day comes before the first.'] },
  })
})

test('a change takes nothing from those who are in it', async () => {
  const made = await make('CHANGED')
  const change = (body: Partial<Omit<ReturnType<typeof facts>, 'places'>> & { places?: number | null }) =>
    staff.visitor.call(changeAdminEditfest, { params: { id: String(made?.id) }, body: { ...facts(), ...body } })
  await change({ clips_each: 1 })
  for (let n = 0; n < 2; n += 1)
    await (await aMember(shop)).visitor.call(enterEditfestCode, { body: { code: 'CHANGED' } })
  await change({ clips_each: 5, last_day: dayIn(9) })
  await expect(change({ clips_each: 4 })).rejects.toMatchObject({
    errors: { clips_each: ['Those who are in it were given 5 clips.'] },
  })
  await expect(change({ clips_each: 5, places: 1 })).rejects.toMatchObject({
    errors: { places: ['2 are in it already.'] },
  })
  await expect(change({ clips_each: 5, first_day: dayIn(1), last_day: dayIn(9) })).rejects.toMatchObject({
    status: 422,
  })
})
