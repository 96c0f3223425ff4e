/** Tests for creating filmmakers in the admin, through the API. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { uniqueWord } from '../../../../testing/builders/curation.ts'
import type { Buyer } from '../../../../testing/builders/orders.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
import { getCatalogChoices } from '../contract.ts'
import { createStaffFilmmaker } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

const create = (name: string) =>
  staff.visitor.call(createStaffFilmmaker, { body: { name, location: 'Oslo', bio: 'Films ice.' } })

test('a new filmmaker can be chosen at once, and the audit log has who created it', async () => {
  const name = `Ines ${uniqueWord()}`
  const { data } = await create(name)
  const { data: choices } = await staff.visitor.call(getCatalogChoices, {})
  expect(choices.filmmakers).toContainEqual({ id: data.id, name })
  const { data: log } = await staff.visitor.call(listStaffAuditLog, {
    query: { about: 'filmmaker', key: String(data.id) },
  })
  expect(log[0]).toMatchObject({ action: 'created', staff_email: staff.email, about_name: name })
  expect(log[0]?.changes).toContainEqual({ field: 'location', was: 'none', is: 'Oslo' })
})

test('of twenty sessions that create the same filmmaker, one does, and the others read who has the name', async () => {
  const name = `Same ${uniqueWord()}`
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => create(name)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({
        status: 422,
        errors: { name: [`There is a filmmaker “${name}” already.`] },
      })
  await expect(create(' ')).rejects.toMatchObject({ status: 422, errors: { name: ['Name is required'] } })
})
