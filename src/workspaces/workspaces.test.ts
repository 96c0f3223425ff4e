import { afterAll, beforeAll, expect, test } from 'vitest'

import { login } from '#accounts/contract.ts'
import { workspaceRoles } from '#platform/actor.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { registerPerson, registerTeammate } from '../../testing/builders/people.ts'
import {
  getAbilities,
  getCurrentWorkspace,
  listWorkspaces,
  listWorkspaceUsers,
  saveWorkspaceBilling,
  switchWorkspace,
} from './contract.ts'
import { setCurrentWorkspace, createWorkspace } from './workspaces.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const createTeam = (name: string, owner_user_id: number) =>
  shop.db.transaction().execute(trx => createWorkspace(trx, { name, owner_user_id, now: shop.clock.now() }))

test('a new user has a personal workspace, owns it and works in it', async () => {
  const { visitor, user } = await registerPerson(shop)
  const { data: current } = await visitor.call(getCurrentWorkspace, {})
  expect(current).toMatchObject({ name: 'Personal workspace', role: 'owner', avatar_url: null })
  const { data: all } = await visitor.call(listWorkspaces, {})
  expect(all).toEqual([{ ...current, owner_email: user.email }])
  const personal = await shop.db.selectFrom('workspaces').select('id').where('personal_user_id', '=', user.id).execute()
  expect(personal).toEqual([{ id: current.id }])
})

test('a user cannot have a second personal workspace', async () => {
  const { user } = await registerPerson(shop)
  const second = shop.db.insertInto('workspaces').values({ name: 'Another', personal_user_id: user.id }).execute()
  await expect(second).rejects.toThrow(/unique/)
})

test('the current workspace must be one of the user’s', async () => {
  const { user } = await registerPerson(shop)
  const { user: otherUser } = await registerPerson(shop)
  const workspace_id = await createTeam('Northlight', otherUser.id)
  const update = shop.db
    .updateTable('current_workspaces')
    .set({ workspace_id })
    .where('user_id', '=', user.id)
    .execute()
  await expect(update).rejects.toThrow(/foreign key/)
})

test('workspaces are listed with their owners, the personal one first', async () => {
  const owner = await registerPerson(shop)
  const workspace_id = await createTeam('Aurora Pictures', owner.user.id)
  const member = await registerTeammate(shop, workspace_id, 'purchaser')
  const { data } = await member.visitor.call(listWorkspaces, {})
  expect(data.map(({ name, role, owner_email }) => ({ name, role, owner_email }))).toEqual([
    { name: 'Personal workspace', role: 'owner', owner_email: member.user.email },
    { name: 'Aurora Pictures', role: 'purchaser', owner_email: owner.user.email },
  ])
})

test('switching changes the current workspace and the role', async () => {
  const owner = await registerPerson(shop)
  const member = await registerTeammate(shop, await createTeam('Northlight', owner.user.id), 'guest')
  const [personal] = (await member.visitor.call(listWorkspaces, {})).data
  expect((await member.visitor.call(getCurrentWorkspace, {})).data.role).toBe('guest')
  const { data } = await member.visitor.call(switchWorkspace, { body: { workspace: personal?.id ?? 0 } })
  expect(data).toEqual((await member.visitor.call(getCurrentWorkspace, {})).data)
  expect(data.role).toBe('owner')
})

test('switching to another user’s workspace gets 404 and changes nothing', async () => {
  const [person, otherPerson] = [await registerPerson(shop), await registerPerson(shop)]
  const otherWorkspaceId = (await otherPerson.visitor.call(getCurrentWorkspace, {})).data.id
  await setCurrentWorkspace(shop.db, otherPerson.user.id, await createTeam('Northlight', otherPerson.user.id))
  const loadCurrentWorkspaces = async () => [
    (await person.visitor.call(getCurrentWorkspace, {})).data,
    (await otherPerson.visitor.call(getCurrentWorkspace, {})).data,
  ]
  const before = await loadCurrentWorkspaces()
  for (const workspace of [otherWorkspaceId, 999_999])
    await expect(person.visitor.call(switchWorkspace, { body: { workspace } })).rejects.toMatchObject({ status: 404 })
  expect(await loadCurrentWorkspaces()).toEqual(before)
})

test('a user who was removed from their current workspace gets their personal one at the next login', async () => {
  const owner = await registerPerson(shop)
  const workspace_id = await createTeam('Northlight', owner.user.id)
  const { user, password } = await registerTeammate(shop, workspace_id, 'admin')
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

test('a login keeps the current workspace', async () => {
  const owner = await registerPerson(shop)
  const workspace_id = await createTeam('Northlight', owner.user.id)
  const { user, password } = await registerTeammate(shop, workspace_id, 'admin')
  const visitor = shop.visitor()
  await visitor.call(login, { body: { login: user.email, password } })
  expect((await visitor.call(getCurrentWorkspace, {})).data.id).toBe(workspace_id)
})

test('managers of the team see all members, others see themselves and, with billing access, the billing contact', async () => {
  const owner = await registerPerson(shop)
  await registerPerson(shop)
  const workspace_id = await createTeam('Northlight', owner.user.id)
  const [admin, purchaser, manager, guest] = await Promise.all(
    (['admin', 'purchaser', 'asset_manager', 'guest'] as const).map(role => registerTeammate(shop, workspace_id, role)),
  )
  if (!admin || !purchaser || !manager || !guest) throw new Error('Expected four teammates.')
  const listUserIds = async ({ visitor }: typeof admin) =>
    (await visitor.call(listWorkspaceUsers, {})).data.map(({ id }) => id).toSorted((a, b) => a - b)
  const allIds = [owner, admin, purchaser, manager, guest].map(({ user }) => user.id).toSorted((a, b) => a - b)
  expect(await listUserIds(admin)).toEqual(allIds)
  expect(await listUserIds(purchaser)).toEqual([purchaser.user.id])
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
  expect(await listUserIds(purchaser)).toEqual([admin.user.id, purchaser.user.id].toSorted((a, b) => a - b))
  expect(await listUserIds(manager)).toEqual([manager.user.id])
  expect(await listUserIds(guest)).toEqual([guest.user.id])
})

test.each(workspaceRoles)('%s gets the abilities of the role in the current workspace', async role => {
  const owner = await registerPerson(shop)
  const { visitor } = await registerTeammate(shop, await createTeam('Northlight', owner.user.id), role)
  const { data } = await visitor.call(getAbilities, {})
  expect(data.can_purchase).toBe(['owner', 'admin', 'purchaser'].includes(role))
  expect(data.can_change_billing_settings).toBe(['owner', 'admin'].includes(role))
  expect(data.can_access_admin).toBe(false)
})

test('a visitor without an account has no abilities and no workspace', async () => {
  const visitor = shop.visitor()
  expect(Object.values((await visitor.call(getAbilities, {})).data)).not.toContain(true)
  for (const endpoint of [listWorkspaces, getCurrentWorkspace, listWorkspaceUsers])
    await expect(visitor.call(endpoint, {})).rejects.toMatchObject({ status: 401 })
})
