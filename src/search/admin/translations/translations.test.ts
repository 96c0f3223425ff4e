/** Words of other languages through the staff API. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listClips } from '#catalog/contract.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { saveTestClips } from '../../../../testing/builders/catalog.ts'
import type { Buyer } from '../../../../testing/builders/orders.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
import { deleteTranslation, listTranslations, saveTranslation } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
  await saveTestClips(shop, [{ name: 'Quokka at noon' }, { name: 'Forest path' }])
})
afterAll(() => shop.close())

const searchNames = async (q: string) => {
  // Search results are cached for two seconds (decision 9).
  shop.clock.advance(2_000)
  return (await shop.visitor().call(listClips, { query: { q } })).data.map(({ name }) => name)
}

test('a word works from the next search, and stops working as soon as it is deleted', async () => {
  const body = { language: 'de', term: 'Kurzschwanzkänguru', english: 'quokka' } as const
  expect(await searchNames('kurzschwanzkänguru')).toEqual([])
  await staff.visitor.call(saveTranslation, { body })
  expect(await searchNames('Kurzschwanzkänguru')).toEqual(['Quokka at noon'])
  const { data } = await staff.visitor.call(listTranslations, { query: { search: 'kurzschwanz', language: 'de' } })
  expect(data).toEqual([{ ...body, term: 'kurzschwanzkänguru' }])
  await staff.visitor.call(deleteTranslation, { body })
  expect(await searchNames('kurzschwanzkänguru')).toEqual([])
  const { data: log } = await staff.visitor.call(listStaffAuditLog, {
    query: { about: 'translation', key: 'de: kurzschwanzkänguru' },
  })
  expect(log.map(({ action }) => action)).toEqual(['removed', 'created'])
})

test('the shop has words to begin with, and what isn’t there can’t be deleted', async () => {
  expect(await searchNames('wald')).toEqual(['Forest path'])
  const missing = { language: 'fr', term: 'xyzzy', english: 'quokka' } as const
  await expect(staff.visitor.call(deleteTranslation, { body: missing })).rejects.toMatchObject({ status: 404 })
})

test.each([
  [{ language: 'xx', term: 'wald', english: 'forest' }, 'language'],
  [{ language: 'de', term: '', english: 'forest' }, 'term'],
  [{ language: 'de', term: 'wald', english: '"; drop' }, 'english'],
])('%j is refused with a message', async (body, field) => {
  await expect(
    staff.visitor.call(saveTranslation, { body: body as { language: 'de'; term: string; english: string } }),
  ).rejects.toMatchObject({ status: 422, errors: { [field]: expect.arrayContaining([expect.any(String)]) } })
})
