import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { WorkspaceRole } from '#platform/actor.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { good_password, registerPerson, registerTeammate } from '../../testing/builders/people.ts'
import { findBrokenRow, selectWorkspaceLog } from './audit.server.ts'
import { getCurrentWorkspace, listWorkspaces, switchWorkspace } from './contract.ts'
import { mailOwnershipTransfer } from './mails.server.ts'
import {
  changeMemberRole,
  getWorkspaceOverview,
  listMembers,
  transferOwnership,
  removeMember,
  renameWorkspace,
} from './team-contract.ts'
import { createWorkspace } from './workspaces.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'http://localhost:4400' })
})
beforeEach(() => shop.mail.sent.splice(0))
afterAll(() => shop.close())

/** Creates a workspace with an owner and one member for each role. */
const createTeam = async <R extends WorkspaceRole>(...roles: R[]) => {
  const owner = await registerPerson(shop)
  const workspace_id = await shop.db
    .transaction()
    .execute(trx => createWorkspace(trx, { name: 'Northlight', owner_user_id: owner.user.id, now: shop.clock.now() }))
  await shop.db.updateTable('current_workspaces').set({ workspace_id }).where('user_id', '=', owner.user.id).execute()
  const people = await Promise.all(roles.map(role => registerTeammate(shop, workspace_id, role)))
  return { owner, workspace_id, people }
}

const loadRoles = async (workspace_id: number) =>
  Object.fromEntries(
    (
      await shop.db
        .selectFrom('workspace_members')
        .where('workspace_id', '=', workspace_id)
        .select(['user_id', 'role'])
        .execute()
    ).map(({ user_id, role }) => [user_id, role]),
  )

const loadAuditLog = (workspace_id: number) =>
  selectWorkspaceLog(shop.db, workspace_id)
    .orderBy('number')
    .select(['number', 'action', 'actor_user_id', 'details'])
    .execute()

test('owners and admins can rename the workspace, and everyone sees the new name', async () => {
  const { owner, people, workspace_id } = await createTeam('admin', 'purchaser')
  const [admin, purchaser] = people
  await admin?.visitor.call(renameWorkspace, { body: { name: '  Lantern Films ' } })
  expect((await purchaser?.visitor.call(getCurrentWorkspace, {}))?.data.name).toBe('Lantern Films')
  await expect(purchaser?.visitor.call(renameWorkspace, { body: { name: 'Mine' } })).rejects.toMatchObject({
    status: 403,
  })
  const expectedManagers = [owner, ...(admin ? [admin] : [])].map(({ user: { email } }) => ({ name: email, email }))
  expect((await owner.visitor.call(getWorkspaceOverview, {})).data).toEqual({
    name: 'Lantern Films',
    avatar_url: null,
    owner_email: owner.user.email,
    managers: expectedManagers,
    members_count: 3,
    invites_count: 0,
  })
  expect(await loadAuditLog(workspace_id)).toMatchObject([
    { action: 'workspace.renamed', details: { from: 'Northlight', to: 'Lantern Films' } },
  ])
})

test.each([
  ['', 'Workspace name is required'],
  ['   ', 'Workspace name is required'],
  ['x'.repeat(256), 'The workspace name is too long.'],
])('the name %j is refused', async (name, text) => {
  const { owner } = await createTeam()
  await expect(owner.visitor.call(renameWorkspace, { body: { name } })).rejects.toMatchObject({
    status: 422,
    errors: { name: [text] },
  })
})

test('the team can be searched, sorted and paged', async () => {
  const { owner, workspace_id } = await createTeam('guest', 'admin')
  await shop.db
    .updateTable('users')
    .set({ first_name: 'Zoë', last_name: '100%' })
    .where('id', '=', owner.user.id)
    .execute()
  const listRoles = async (query: Record<string, string>) =>
    (await owner.visitor.call(listMembers, { query })).data.map(({ role }) => role)
  expect(await listRoles({ sort: 'role' })).toEqual(['owner', 'admin', 'guest'])
  expect((await listRoles({ sort: 'name' })).at(-1)).toBe('owner')
  expect(await listRoles({ 'search[query]': 'zoë' })).toEqual(['owner'])
  expect(await listRoles({ 'search[query]': 'zoë\0' })).toEqual(['owner'])
  expect(await listRoles({ 'search[query]': '0%' })).toEqual(['owner'])
  expect(await listRoles({ 'search[query]': 'nobody at all' })).toEqual([])
  for (let i = 0; i < 20; i += 1) await registerTeammate(shop, workspace_id, 'guest')
  const { data, meta } = await owner.visitor.call(listMembers, { query: { page: '2' } })
  expect(data).toHaveLength(3)
  expect(meta.pagination).toEqual({ page: 2, per_page: 20, total: 23, total_pages: 2 })
})

test('a new role takes effect with the next request', async () => {
  const { owner, people, workspace_id } = await createTeam('admin')
  const [admin] = people
  const id = admin?.user.id ?? 0
  await owner.visitor.call(changeMemberRole, { params: { id: String(id) }, body: { role: 'guest' } })
  await expect(admin?.visitor.call(listMembers, { query: {} })).rejects.toMatchObject({ status: 403 })
  expect(await loadAuditLog(workspace_id)).toMatchObject([
    {
      action: 'member.role-changed',
      actor_user_id: owner.user.id,
      details: { user_id: id, from: 'admin', to: 'guest' },
    },
  ])
})

test('an admin cannot change the owner, and nobody can assign the owner role', async () => {
  const { owner, people, workspace_id } = await createTeam('admin', 'guest')
  const [admin, guest] = people
  const before = await loadRoles(workspace_id)
  const params = { id: String(owner.user.id) }
  await expect(admin?.visitor.call(changeMemberRole, { params, body: { role: 'guest' } })).rejects.toMatchObject({
    status: 403,
  })
  await expect(admin?.visitor.call(removeMember, { params })).rejects.toMatchObject({ status: 403 })
  await expect(
    owner.visitor.call(changeMemberRole, {
      params: { id: String(guest?.user.id) },
      body: { role: 'owner' as never },
    }),
  ).rejects.toMatchObject({ status: 422 })
  expect(await loadRoles(workspace_id)).toEqual(before)
})

test('a removed member stays signed in and works in their personal workspace', async () => {
  const { owner, people, workspace_id } = await createTeam('purchaser')
  const [person] = people
  await owner.visitor.call(removeMember, { params: { id: String(person?.user.id) } })
  expect((await person?.visitor.call(getCurrentWorkspace, {}))?.data).toMatchObject({
    name: 'Personal workspace',
    role: 'owner',
  })
  expect((await person?.visitor.call(listWorkspaces, {}))?.data).toHaveLength(1)
  expect(Object.keys(await loadRoles(workspace_id))).toHaveLength(1)
})

test('members who switch to a workspace during their removal end in their personal workspace, still signed in', async () => {
  const { owner, people, workspace_id } = await createTeam(...Array<'guest'>(20).fill('guest'))
  const findPersonalWorkspace = async (person: typeof owner) =>
    (await person.visitor.call(listWorkspaces, {})).data.find(({ id }) => id !== workspace_id)?.id ?? 0
  await Promise.all(
    people.map(async person =>
      person.visitor.call(switchWorkspace, { body: { workspace: await findPersonalWorkspace(person) } }),
    ),
  )
  const statuses = await Promise.all(
    people.map(async person => {
      const removal = owner.visitor.call(removeMember, { params: { id: String(person.user.id) } })
      const switches = Array.from({ length: 3 }, () =>
        person.visitor.call(switchWorkspace, { body: { workspace: workspace_id } }).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      )
      await removal
      return Promise.all(switches)
    }),
  )
  for (const status of statuses.flat()) expect([200, 404]).toContain(status)
  for (const person of people)
    expect((await person.visitor.call(getCurrentWorkspace, {})).data.id).toBe(await findPersonalWorkspace(person))
})

test('every member can leave, except the last owner', async () => {
  const { owner, people, workspace_id } = await createTeam('guest')
  const [guest] = people
  await guest?.visitor.call(removeMember, { params: { id: String(guest.user.id) } })
  await expect(owner.visitor.call(removeMember, { params: { id: String(owner.user.id) } })).rejects.toMatchObject({
    status: 409,
  })
  await expect(
    owner.visitor.call(changeMemberRole, { params: { id: String(owner.user.id) }, body: { role: 'admin' } }),
  ).rejects.toMatchObject({ status: 409 })
  expect(await loadRoles(workspace_id)).toEqual({ [owner.user.id]: 'owner' })
  expect((await loadAuditLog(workspace_id)).map(({ action }) => action)).toEqual(['member.left'])
})

test('a transfer of ownership requires the password, mails both users and makes the former owner an admin', async () => {
  const { owner, people, workspace_id } = await createTeam('purchaser')
  const [newOwner] = people
  const params = { newOwnerId: String(newOwner?.user.id) }
  await expect(
    owner.visitor.call(transferOwnership, { params, body: { password: 'Wrong-Horse-1' } }),
  ).rejects.toMatchObject({
    status: 422,
    errors: { password: [expect.any(String)] },
  })
  await expect(
    newOwner?.visitor.call(transferOwnership, { params, body: { password: good_password } }),
  ).rejects.toMatchObject({
    status: 403,
  })
  const { data } = await owner.visitor.call(transferOwnership, { params, body: { password: good_password } })
  expect(data.role).toBe('admin')
  expect(await loadRoles(workspace_id)).toEqual({ [owner.user.id]: 'admin', [newOwner?.user.id ?? 0]: 'owner' })
  const transfer = { workspace_id, from_user_id: owner.user.id, to_user_id: newOwner?.user.id ?? 0 }
  const event = await shop.db
    .selectFrom('events')
    .where('name', '=', 'workspace.transferred')
    .orderBy('id', 'desc')
    .select('payload')
    .executeTakeFirstOrThrow()
  expect(event.payload).toEqual(transfer)
  await mailOwnershipTransfer(shop.deps, transfer, 'to')
  await mailOwnershipTransfer(shop.deps, transfer, 'from')
  expect(shop.mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
    [newOwner?.user.email, 'Northlight has a new owner'],
    [owner.user.email, 'Northlight has a new owner'],
  ])
})

test('a user who transfers their personal workspace gets a new one', async () => {
  const owner = await registerPerson(shop)
  const { id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const newOwner = await registerTeammate(shop, id, 'admin')
  const params = { newOwnerId: String(newOwner.user.id) }
  await owner.visitor.call(transferOwnership, { params, body: { password: good_password } })
  const { data } = await owner.visitor.call(listWorkspaces, {})
  expect(data.map(workspace => [workspace.role, workspace.id === id])).toEqual([
    ['owner', false],
    ['admin', true],
  ])
})

test('members of another workspace are not found', async () => {
  const [{ owner }, { owner: otherOwner, workspace_id }] = [await createTeam(), await createTeam('guest')]
  const before = await loadRoles(workspace_id)
  const params = { id: String(otherOwner.user.id) }
  const results = await Promise.allSettled([
    owner.visitor.call(changeMemberRole, { params, body: { role: 'guest' } }),
    owner.visitor.call(removeMember, { params }),
    owner.visitor.call(transferOwnership, { params: { newOwnerId: params.id }, body: { password: good_password } }),
  ])
  expect(results.map(result => result.status === 'rejected' && (result.reason as { status: number }).status)).toEqual([
    404, 404, 404,
  ])
  expect(await loadRoles(workspace_id)).toEqual(before)
})

test('the audit log cannot be edited, and an edit in the database is detected', async () => {
  const { owner, people, workspace_id } = await createTeam('guest')
  const params = { id: String(people[0]?.user.id) }
  for (const role of ['admin', 'purchaser', 'guest'] as const)
    await owner.visitor.call(changeMemberRole, { params, body: { role } })
  expect(await findBrokenRow(shop.db, workspace_id)).toBeNull()
  const edit = () =>
    shop.db
      .updateTable('audit_log')
      .set({ actor_user_id: 1 })
      .where('subject_key', '=', String(workspace_id))
      .where('number', '=', 2)
      .execute()
  await expect(edit()).rejects.toThrow(/append-only/)
  await shop.database.exec('alter table audit_log disable trigger audit_log_append_only')
  await edit()
  await shop.database.exec('alter table audit_log enable trigger audit_log_append_only')
  expect(await findBrokenRow(shop.db, workspace_id)).toBe(2)
})

test('two owners who demote each other at the same time leave one owner', async () => {
  const { owner, people, workspace_id } = await createTeam('owner')
  const [otherOwner] = people
  const demote = async (actor: typeof owner | undefined, target: typeof owner | undefined) =>
    actor?.visitor.call(changeMemberRole, { params: { id: String(target?.user.id) }, body: { role: 'guest' } })
  await Promise.allSettled(
    Array.from({ length: 10 }).flatMap(() => [demote(owner, otherOwner), demote(otherOwner, owner)]),
  )
  expect(Object.values(await loadRoles(workspace_id)).toSorted()).toEqual(['guest', 'owner'])
  expect(await findBrokenRow(shop.db, workspace_id)).toBeNull()
})

test('twenty simultaneous transfers of ownership make one owner', async () => {
  const { owner, people, workspace_id } = await createTeam(...Array<'guest'>(20).fill('guest'))
  const results = await Promise.allSettled(
    people.map(({ user }) =>
      owner.visitor.call(transferOwnership, {
        params: { newOwnerId: String(user.id) },
        body: { password: good_password },
      }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(Object.values(await loadRoles(workspace_id)).filter(role => role === 'owner')).toHaveLength(1)
})

test('twenty simultaneous renames run one after the other, and the log entries are continuous', async () => {
  const { workspace_id, people } = await createTeam(...Array.from({ length: 20 }, () => 'admin' as const))
  await Promise.all(
    people.map(({ visitor }, index) => visitor.call(renameWorkspace, { body: { name: `Lantern ${index}` } })),
  )
  const renames = (await loadAuditLog(workspace_id)).filter(({ action }) => action === 'workspace.renamed')
  expect(renames).toHaveLength(20)
  let previousName = 'Northlight'
  for (const { details } of renames) {
    const { from, to } = details as { from: string; to: string }
    expect(from).toBe(previousName)
    previousName = to
  }
  const overviews = await Promise.all(people.map(({ visitor }) => visitor.call(getWorkspaceOverview, {})))
  expect(new Set(overviews.map(({ data }) => data.name))).toEqual(new Set([previousName]))
  expect(await findBrokenRow(shop.db, workspace_id)).toBe(null)
})
