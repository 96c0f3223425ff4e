/** Whether a user can purchase, in the session and in the abilities. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedMember, type Buyer } from '../../testing/builders/orders.ts'
import { startMasquerade, seedStaff, setRoles } from '../../testing/builders/staff.ts'
import { getSession } from '../accounts/contract.ts'
import { workspaceRoles } from '../platform/actor.ts'
import { getAbilities, switchWorkspace } from './contract.ts'
import { addMember } from './workspaces.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

/** Returns [`can_purchase` of the session, `can_purchase` of the abilities]. The abilities of suspended users are refused. */
const loadCanPurchase = async ({ visitor }: Buyer) =>
  Promise.all([
    visitor.call(getSession, {}).then(({ data }) => data?.can_purchase),
    visitor.call(getAbilities, {}).then(
      ({ data }) => data.can_purchase,
      () => 'refused',
    ),
  ])

test.each(workspaceRoles)('%s: the session and the abilities agree on purchasing', async role => {
  const canPurchase = role === 'owner' || role === 'admin' || role === 'purchaser'
  expect(await loadCanPurchase(await seedMember(shop, role))).toEqual([canPurchase, canPurchase])
})

test('the role in the current workspace decides', async () => {
  const [person, team] = [await seedMember(shop, 'owner'), await seedMember(shop, 'owner')]
  const { workspace_id } = team
  await addMember(shop.db, { workspace_id, user_id: person.user_id, role: 'asset_manager', now: shop.clock.now() })
  expect(await loadCanPurchase(person)).toEqual([true, true])
  await person.visitor.call(switchWorkspace, { body: { workspace: workspace_id } })
  expect(await loadCanPurchase(person)).toEqual([false, false])
  // A masquerade has the abilities of the client.
  const staff = await seedStaff(shop)
  await startMasquerade(shop, staff, person.user_id)
  expect(await loadCanPurchase(staff)).toEqual([false, false])
})

test('suspended users cannot purchase', async () => {
  const person = await seedMember(shop, 'owner')
  await setRoles(shop, person.user_id, [1, 7])
  expect((await loadCanPurchase(person))[0]).toBe(false)
})
