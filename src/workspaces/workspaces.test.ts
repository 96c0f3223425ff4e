import { afterAll, beforeAll, expect, test } from 'vitest'

import { login } from '#accounts/contract.ts'
import { workspaceRoles } from '#platform/actor.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { newcomer, teammate } from '../../testing/builders/people.ts'
import {
  getAbilities,
  getCurrentWorkspace,
  listWorkspaces,
  listWorkspaceUsers,
  saveWorkspaceBilling,
  switchWorkspace,
} from './contract.ts'
import { chooseWorkspace, openWorkspace } from './workspaces.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const team = (name: string, owner_user_id: number) =>
  shop.db.transaction().execute(trx => openWorkspace(trx, { name, owner_user_id, now: shop.clock.now() }))

test('everybody new has a workspace of their own, works in it and owns it', async () => {
  const { visitor, user } = await newcomer(shop)
  const { data: current } = await visitor.call(getCurrentWorkspace, {})
  expect(current).toMatchObject({ name: 'Personal workspace', role: 'owner', avatar_url: null })
  const { data: all } = await visitor.call(listWorkspaces, {})
  expect(all).toEqual([{ ...current, owner_email: user.email }])
  const own = await shop.db.selectFrom('workspaces').select('id').where('personal_user_id', '=', user.id).execute()
  expect(own).toEqual([{ id: current.id }])
})

test('a second own workspace cannot come to be', async () => {
  const { user } = await newcomer(shop)
  const second = shop.db.insertInto('workspaces').values({ name: 'Another', personal_user_id: user.id }).execute()
  await expect(second).rejects.toThrow(/unique/)
})

test('one works only where one is a member', async () => {
  const { user } = await newcomer(shop)
  const { user: other } = await newcomer(shop)
  const workspace_id = await team('Northlight', other.id)
  const forced = shop.db
    .updateTable('current_workspaces')
    .set({ workspace_id })
    .where('user_id', '=', user.id)
    .execute()
  await expect(forced).rejects.toThrow(/foreign key/)
})

test('workspaces are listed with their owner, the own one first', async () => {
  const owner = await newcomer(shop)
  const workspace_id = await team('Aurora Pictures', owner.user.id)
  const member = await teammate(shop, workspace_id, 'purchaser')
  const { data } = await member.visitor.call(listWorkspaces, {})
  expect(data.map(({ name, role, owner_email }) => ({ name, role, owner_email }))).toEqual([
    { name: 'Personal workspace', role: 'owner', owner_email: member.user.email },
    { name: 'Aurora Pictures', role: 'purchaser', owner_email: owner.user.email },
  ])
})

test('switching changes where one works, and with which role', async () => {
  const owner = await newcomer(shop)
  const member = await teammate(shop, await team('Northlight', owner.user.id), 'guest')
  const [own] = (await member.visitor.call(listWorkspaces, {})).data
  expect((await member.visitor.call(getCurrentWorkspace, {})).data.role).toBe('guest')
  const { data } = await member.visitor.call(switchWorkspace, { body: { workspace: own?.id ?? 0 } })
  expect(data).toEqual((await member.visitor.call(getCurrentWorkspace, {})).data)
  expect(data.role).toBe('owner')
})

test('a workspace of others is as good as none, and nobody is moved', async () => {
  const [mine, theirs] = [await newcomer(shop), await newcomer(shop)]
  const elsewhere = (await theirs.visitor.call(getCurrentWorkspace, {})).data.id
  await chooseWorkspace(shop.db, theirs.user.id, await team('Northlight', theirs.user.id))
  const places = async () => [
    (await mine.visitor.call(getCurrentWorkspace, {})).data,
    (await theirs.visitor.call(getCurrentWorkspace, {})).data,
  ]
  const before = await places()
  for (const workspace of [elsewhere, 999_999])
    await expect(mine.visitor.call(switchWorkspace, { body: { workspace } })).rejects.toMatchObject({ status: 404 })
  expect(await places()).toEqual(before)
})

test('whoever was taken out of the team they worked in lands in their own at the next login', async () => {
  const owner = await newcomer(shop)
  const workspace_id = await team('Northlight', owner.user.id)
  const { user, password } = await teammate(shop, workspace_id, 'admin')
  await shop.db
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user.id)
    .execute()
  const visitor = shop.visitor()
  await visitor.call(login, { body: { login: user.email, password } })
  expect((await visitor.call(getCurrentWorkspace, {})).data).toMatchObject({
    name: 'Personal workspace',
    role: 'owner',
  })
})

test('logging in does not move anybody', async () => {
  const owner = await newcomer(shop)
  const workspace_id = await team('Northlight', owner.user.id)
  const { user, password } = await teammate(shop, workspace_id, 'admin')
  const visitor = shop.visitor()
  await visitor.call(login, { body: { login: user.email, password } })
  expect((await visitor.call(getCurrentWorkspace, {})).data.id).toBe(workspace_id)
})

test('the users of a workspace: all for those who manage the team, else oneself and, for buyers, the billing contact', async () => {
  const owner = await newcomer(shop)
  await newcomer(shop)
  const workspace_id = await team('Northlight', owner.user.id)
  const [admin, purchaser, manager, guest] = await Promise.all(
    (['admin', 'purchaser', 'asset_manager', 'guest'] as const).map(role => teammate(shop, workspace_id, role)),
  )
  if (!admin || !purchaser || !manager || !guest) throw new Error('Four teammates were made.')
  const users = async ({ visitor }: typeof admin) =>
    (await visitor.call(listWorkspaceUsers, {})).data.map(({ id }) => id).toSorted((a, b) => a - b)
  const all = [owner, admin, purchaser, manager, guest].map(({ user }) => user.id).toSorted((a, b) => a - b)
  expect(await users(admin)).toEqual(all)
  expect(await users(purchaser)).toEqual([purchaser.user.id])
  const region = await shop.db.selectFrom('country_regions').select('id').where('code', '=', 'CA').executeTakeFirst()
  await admin.visitor.call(saveWorkspaceBilling, {
    body: {
      company_name: 'Northlight',
      billing_contact_user_id: admin.user.id,
      address: '1 Pier',
      address2: '',
      city: 'Oakland',
      postal_code: '94607',
      country_id: 41,
      region: '',
      country_region_id: region?.id ?? null,
    },
  })
  expect(await users(purchaser)).toEqual([admin.user.id, purchaser.user.id].toSorted((a, b) => a - b))
  expect(await users(manager)).toEqual([manager.user.id])
  expect(await users(guest)).toEqual([guest.user.id])
})

test.each(workspaceRoles)('%s gets the abilities of the role in the current workspace', async role => {
  const owner = await newcomer(shop)
  const { visitor } = await teammate(shop, await team('Northlight', owner.user.id), role)
  const { data } = await visitor.call(getAbilities, {})
  expect(data.can_purchase).toBe(['owner', 'admin', 'purchaser'].includes(role))
  expect(data.can_change_billing_settings).toBe(['owner', 'admin'].includes(role))
  expect(data.can_access_admin).toBe(false)
})

test('a guest of the shop may do nothing, and has no workspace', async () => {
  const visitor = shop.visitor()
  expect(Object.values((await visitor.call(getAbilities, {})).data)).not.toContain(true)
  for (const endpoint of [listWorkspaces, getCurrentWorkspace, listWorkspaceUsers])
    await expect(visitor.call(endpoint, {})).rejects.toMatchObject({ status: 401 })
})
