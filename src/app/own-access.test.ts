/** The people of a filmmaker in the admin: nobody removes their own access, so their row has no button for it. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { linkFilmmaker } from '#earnings/people.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedFilmmaker } from '../../testing/builders/earnings.ts'
import { seedClip } from '../../testing/builders/orders.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
// Loads the pages before the app opens, which may not take long.
import '../../testing/server-build.ts'
import { pages } from './pages.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({}, { probes: [(app, deps) => void app.register(pages, deps)] })
})
afterAll(() => shop.close())

test('an administrator who has access to a filmmaker sees the button beside others, not beside themselves', async () => {
  const other = await seedFilmmaker(shop, await seedClip(shop))
  const staff = await seedStaff(shop, 'platform_admin')
  const { user_id } = staff
  const link = { user_id, filmmaker_id: other.filmmaker_id, now: shop.clock.now() }
  await shop.db.transaction().execute(trx => linkFilmmaker(trx, link))
  const page = await staff.visitor.send(`/admin/filmmakers/${other.filmmaker_id}`, { method: 'GET' })
  const text = await page.text()
  expect(text).toContain(`href="/admin/people/${user_id}"`)
  expect(text.match(/aria-label="Remove access of /g)).toHaveLength(1)
})
