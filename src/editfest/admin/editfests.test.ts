/** Tests for setting up Editfests in the admin. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { enableEditfests } from '../../../testing/builders/editfest.ts'
import { seedClip, seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { downloadForEditfest, enterEditfestCode } from '../contract.ts'
import { changeAdminEditfest, listAdminEditfests, createAdminEditfest } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop, 'platform_admin')
  await enableEditfests(shop)
})
afterAll(() => shop.close())

const dayIn = (days: number) => toDay(shop.clock.now().getTime() + days * DAY_MS)
const editfestInput = () => ({
  name: 'Editfest',
  first_day: dayIn(0),
  last_day: dayIn(0),
  clip_limit: 2,
  max_workspaces: null,
})
const createEditfest = async (code: string) => {
  const { data } = await staff.visitor.call(createAdminEditfest, { body: { ...editfestInput(), code } })
  return data.find(editfest => editfest.code === code.toUpperCase())
}

test('a new Editfest can be entered until the end of its last day, and its usage is counted', async () => {
  const editfest = await createEditfest('one-day')
  expect(editfest).toMatchObject({
    code: 'ONE-DAY',
    entries: 0,
    clips_downloaded: 0,
    first_day: dayIn(0),
    last_day: dayIn(0),
  })
  const { visitor } = await seedMember(shop)
  await visitor.call(enterEditfestCode, { body: { code: 'ONE-DAY' } })
  const { id } = await seedClip(shop)
  await visitor.call(downloadForEditfest, { params: { id: String(id) } })
  const { data } = await staff.visitor.call(listAdminEditfests, {})
  expect(data.find(item => item.id === editfest?.id)).toMatchObject({ entries: 1, clips_downloaded: 1 })
})

test('a code belongs to one Editfest, and its last day may not precede its first', async () => {
  await createEditfest('TWICE')
  await expect(createEditfest('twice')).rejects.toMatchObject({ status: 422, errors: { code: [expect.any(String)] } })
  const body = { ...editfestInput(), code: 'BACKWARDS', last_day: dayIn(-2) }
  await expect(staff.visitor.call(createAdminEditfest, { body })).rejects.toMatchObject({
    errors: { last_day: ['The last day comes before the first.'] },
  })
})

test('a change takes nothing away from the participants', async () => {
  const editfest = await createEditfest('CHANGED')
  const changeEditfest = (
    body: Partial<Omit<ReturnType<typeof editfestInput>, 'max_workspaces'>> & { max_workspaces?: number | null },
  ) =>
    staff.visitor.call(changeAdminEditfest, {
      params: { id: String(editfest?.id) },
      body: { ...editfestInput(), ...body },
    })
  await changeEditfest({ clip_limit: 1 })
  for (let n = 0; n < 2; n += 1)
    await (await seedMember(shop)).visitor.call(enterEditfestCode, { body: { code: 'CHANGED' } })
  await changeEditfest({ clip_limit: 5, last_day: dayIn(9) })
  await expect(changeEditfest({ clip_limit: 4 })).rejects.toMatchObject({
    errors: { clip_limit: ['Those who are in it were given 5 clips.'] },
  })
  await expect(changeEditfest({ clip_limit: 5, max_workspaces: 1 })).rejects.toMatchObject({
    errors: { max_workspaces: ['2 are in it already.'] },
  })
  await expect(changeEditfest({ clip_limit: 5, first_day: dayIn(1), last_day: dayIn(9) })).rejects.toMatchObject({
    status: 422,
  })
})
