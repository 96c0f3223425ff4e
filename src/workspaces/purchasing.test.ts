/** Who buys: what the person's own record says, and what their abilities say. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { actAs, aStaff, setRoles } from '../../testing/builders/staff.ts'
import { getSession } from '../accounts/contract.ts'
import { workspaceRoles } from '../platform/actor.ts'
import { getAbilities, switchWorkspace } from './contract.ts'
import { addMember } from './workspaces.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/** [what the person reads of themselves, what the abilities say]; the second of the suspended is refused. */
const buys = async ({ visitor }: Buyer) =>
  Promise.all([
    visitor.call(getSession, {}).then(({ data }) => data?.can_purchase),
    visitor.call(getAbilities, {}).then(
      ({ data }) => data.can_purchase,
      () => 'refused',
    ),
  ])

test.each(workspaceRoles)('%s', async role => {
  const buying = role === 'owner' || role === 'admin' || role === 'purchaser'
  expect(await buys(await aMember(shop, role))).toEqual([buying, buying])
})

test('it is the workspace that one is in that counts', async () => {
  const [person, team] = [await aMember(shop, 'owner'), await aMember(shop, 'owner')]
  const { workspace_id } = team
  await addMember(shop.db, { workspace_id, user_id: person.user_id, role: 'asset_manager', now: shop.clock.now() })
  expect(await buys(person)).toEqual([true, true])
  await person.visitor.call(switchWorkspace, { body: { workspace: workspace_id } })
  expect(await buys(person)).toEqual([false, false])
  // Who acts as somebody sees what that person sees there.
  const staff = await aStaff(shop)
  await actAs(shop, staff, person.user_id)
  expect(await buys(staff)).toEqual([false, false])
})

test('the suspended buy nothing', async () => {
  const person = await aMember(shop, 'owner')
  await setRoles(shop, person.user_id, [1, 7])
  expect((await buys(person))[0]).toBe(false)
})
