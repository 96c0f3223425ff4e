import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { WorkspaceRole } from '#platform/actor.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { good_password, newcomer, teammate } from '../../testing/builders/people.ts'
import { brokenAt } from './audit.server.ts'
import { getCurrentWorkspace, listWorkspaces, switchWorkspace } from './contract.ts'
import { mailHandOver } from './mails.server.ts'
import {
  changeMemberRole,
  getWorkspaceOverview,
  listMembers,
  makeOwner,
  removeMember,
  renameWorkspace,
} from './team-contract.ts'
import { openWorkspace } from './workspaces.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'http://localhost:4400' })
})
beforeEach(() => shop.mail.sent.splice(0))
afterAll(() => shop.close())

/** A team of somebody who works in it, with one person for each role asked for. */
const aTeam = async <R extends WorkspaceRole>(...roles: R[]) => {
  const owner = await newcomer(shop)
  const workspace_id = await shop.db
    .transaction()
    .execute(trx => openWorkspace(trx, { name: 'Northlight', owner_user_id: owner.user.id, now: shop.clock.now() }))
  await shop.db.updateTable('current_workspaces').set({ workspace_id }).where('user_id', '=', owner.user.id).execute()
  const people = await Promise.all(roles.map(role => teammate(shop, workspace_id, role)))
  return { owner, workspace_id, people }
}

const rolesIn = async (workspace_id: number) =>
  Object.fromEntries(
    (
      await shop.db
        .selectFrom('workspace_members')
        .where('workspace_id', '=', workspace_id)
        .select(['user_id', 'role'])
        .execute()
    ).map(({ user_id, role }) => [user_id, role]),
  )

const logOf = (workspace_id: number) =>
  shop.db
    .selectFrom('workspace_audit')
    .where('workspace_id', '=', workspace_id)
    .orderBy('number')
    .select(['number', 'action', 'actor_user_id', 'details'])
    .execute()

test('owners and admins rename the workspace; everybody sees the new name', async () => {
  const { owner, people, workspace_id } = await aTeam('admin', 'purchaser')
  const [admin, purchaser] = people
  await admin?.visitor.call(renameWorkspace, { body: { name: '  Lantern Films ' } })
  expect((await purchaser?.visitor.call(getCurrentWorkspace, {}))?.data.name).toBe('Lantern Films')
  await expect(purchaser?.visitor.call(renameWorkspace, { body: { name: 'Mine' } })).rejects.toMatchObject({
    status: 403,
  })
  const names = [owner, ...(admin ? [admin] : [])].map(({ user: { email } }) => ({ name: email, email }))
  expect((await owner.visitor.call(getWorkspaceOverview, {})).data).toEqual({
    name: 'Lantern Films',
    avatar_url: null,
    owner_email: owner.user.email,
    managers: names,
    members_count: 3,
    invites_count: 0,
  })
  expect(await logOf(workspace_id)).toMatchObject([
    { action: 'workspace.renamed', details: { from: 'Northlight', to: 'Lantern Films' } },
  ])
})

test.each([
  ['', 'Workspace name is required'],
  ['   ', 'Workspace name is required'],
  ['x'.repeat(256), 'The workspace name is too long.'],
])('a name like %j is refused', async (name, text) => {
  const { owner } = await aTeam()
  await expect(owner.visitor.call(renameWorkspace, { body: { name } })).rejects.toMatchObject({
    status: 422,
    errors: { name: [text] },
  })
})

test('the team is searched, sorted and paged', async () => {
  const { owner, workspace_id } = await aTeam('guest', 'admin')
  await shop.db
    .updateTable('users')
    .set({ first_name: 'Zoë', last_name: '100%' })
    .where('id', '=', owner.user.id)
    .execute()
  const ask = async (query: Record<string, string>) =>
    (await owner.visitor.call(listMembers, { query })).data.map(({ role }) => role)
  expect(await ask({ sort: 'role' })).toEqual(['owner', 'admin', 'guest'])
  expect((await ask({ sort: 'name' })).at(-1)).toBe('owner')
  expect(await ask({ 'search[query]': 'zoë' })).toEqual(['owner'])
  expect(await ask({ 'search[query]': 'zoë\0' })).toEqual(['owner'])
  expect(await ask({ 'search[query]': '0%' })).toEqual(['owner'])
  expect(await ask({ 'search[query]': 'nobody at all' })).toEqual([])
  for (let more = 0; more < 20; more += 1) await teammate(shop, workspace_id, 'guest')
  const { data, meta } = await owner.visitor.call(listMembers, { query: { page: '2' } })
  expect(data).toHaveLength(3)
  expect(meta.pagination).toEqual({ page: 2, per_page: 20, total: 23, total_pages: 2 })
})

test('the role changes what one may do with the next request', async () => {
  const { owner, people, workspace_id } = await aTeam('admin')
  const [admin] = people
  const id = admin?.user.id ?? 0
  await owner.visitor.call(changeMemberRole, { params: { id: String(id) }, body: { role: 'guest' } })
  await expect(admin?.visitor.call(listMembers, { query: {} })).rejects.toMatchObject({ status: 403 })
  expect(await logOf(workspace_id)).toMatchObject([
    {
      action: 'member.role-changed',
      actor_user_id: owner.user.id,
      details: { user_id: id, from: 'admin', to: 'guest' },
    },
  ])
})

test('an admin changes nobody above: neither the owner nor the way to become one', async () => {
  const { owner, people, workspace_id } = await aTeam('admin', 'guest')
  const [admin, guest] = people
  const before = await rolesIn(workspace_id)
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
  expect(await rolesIn(workspace_id)).toEqual(before)
})

test('whoever is taken out goes on in their own workspace, signed in as before', async () => {
  const { owner, people, workspace_id } = await aTeam('purchaser')
  const [person] = people
  await owner.visitor.call(removeMember, { params: { id: String(person?.user.id) } })
  expect((await person?.visitor.call(getCurrentWorkspace, {}))?.data).toMatchObject({
    name: 'Personal workspace',
    role: 'owner',
  })
  expect((await person?.visitor.call(listWorkspaces, {}))?.data).toHaveLength(1)
  expect(Object.keys(await rolesIn(workspace_id))).toHaveLength(1)
})

test('who chooses a workspace while being taken out of it ends at home, still signed in', async () => {
  const { owner, people, workspace_id } = await aTeam(...Array<'guest'>(20).fill('guest'))
  const home = async (person: typeof owner) =>
    (await person.visitor.call(listWorkspaces, {})).data.find(({ id }) => id !== workspace_id)?.id ?? 0
  await Promise.all(
    people.map(async person => person.visitor.call(switchWorkspace, { body: { workspace: await home(person) } })),
  )
  const chosen = await Promise.all(
    people.map(async person => {
      const removed = owner.visitor.call(removeMember, { params: { id: String(person.user.id) } })
      const choices = Array.from({ length: 3 }, () =>
        person.visitor.call(switchWorkspace, { body: { workspace: workspace_id } }).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      )
      await removed
      return Promise.all(choices)
    }),
  )
  for (const status of chosen.flat()) expect([200, 404]).toContain(status)
  for (const person of people)
    expect((await person.visitor.call(getCurrentWorkspace, {})).data.id).toBe(await home(person))
})

test('everybody can leave, except the last owner', async () => {
  const { owner, people, workspace_id } = await aTeam('guest')
  const [guest] = people
  await guest?.visitor.call(removeMember, { params: { id: String(guest.user.id) } })
  await expect(owner.visitor.call(removeMember, { params: { id: String(owner.user.id) } })).rejects.toMatchObject({
    status: 409,
  })
  await expect(
    owner.visitor.call(changeMemberRole, { params: { id: String(owner.user.id) }, body: { role: 'admin' } }),
  ).rejects.toMatchObject({ status: 409 })
  expect(await rolesIn(workspace_id)).toEqual({ [owner.user.id]: 'owner' })
  expect((await logOf(workspace_id)).map(({ action }) => action)).toEqual(['member.left'])
})

test('handing over asks for the password; both are told; the old owner stays as an admin', async () => {
  const { owner, people, workspace_id } = await aTeam('purchaser')
  const [next] = people
  const params = { newOwnerId: String(next?.user.id) }
  await expect(owner.visitor.call(makeOwner, { params, body: { password: 'Wrong-Horse-1' } })).rejects.toMatchObject({
    status: 422,
    errors: { password: [expect.any(String)] },
  })
  await expect(next?.visitor.call(makeOwner, { params, body: { password: good_password } })).rejects.toMatchObject({
    status: 403,
  })
  const { data } = await owner.visitor.call(makeOwner, { params, body: { password: good_password } })
  expect(data.role).toBe('admin')
  expect(await rolesIn(workspace_id)).toEqual({ [owner.user.id]: 'admin', [next?.user.id ?? 0]: 'owner' })
  const news = { workspace_id, from_user_id: owner.user.id, to_user_id: next?.user.id ?? 0 }
  const event = await shop.db
    .selectFrom('events')
    .where('name', '=', 'workspace.handed_over')
    .orderBy('id', 'desc')
    .select('payload')
    .executeTakeFirstOrThrow()
  expect(event.payload).toEqual(news)
  await mailHandOver(shop.deps, news, 'to')
  await mailHandOver(shop.deps, news, 'from')
  expect(shop.mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
    [next?.user.email, 'Northlight has a new owner'],
    [owner.user.email, 'Northlight has a new owner'],
  ])
})

test('who hands the own workspace over gets a new own one', async () => {
  const owner = await newcomer(shop)
  const { id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const next = await teammate(shop, id, 'admin')
  const params = { newOwnerId: String(next.user.id) }
  await owner.visitor.call(makeOwner, { params, body: { password: good_password } })
  const { data } = await owner.visitor.call(listWorkspaces, {})
  expect(data.map(workspace => [workspace.role, workspace.id === id])).toEqual([
    ['owner', false],
    ['admin', true],
  ])
})

test('people of another workspace are as good as none', async () => {
  const [{ owner }, { owner: other, workspace_id }] = [await aTeam(), await aTeam('guest')]
  const before = await rolesIn(workspace_id)
  const params = { id: String(other.user.id) }
  const asked = await Promise.allSettled([
    owner.visitor.call(changeMemberRole, { params, body: { role: 'guest' } }),
    owner.visitor.call(removeMember, { params }),
    owner.visitor.call(makeOwner, { params: { newOwnerId: params.id }, body: { password: good_password } }),
  ])
  expect(asked.map(one => one.status === 'rejected' && (one.reason as { status: number }).status)).toEqual([
    404, 404, 404,
  ])
  expect(await rolesIn(workspace_id)).toEqual(before)
})

test('the log cannot be edited, and an edit behind its back is found', async () => {
  const { owner, people, workspace_id } = await aTeam('guest')
  const params = { id: String(people[0]?.user.id) }
  for (const role of ['admin', 'purchaser', 'guest'] as const)
    await owner.visitor.call(changeMemberRole, { params, body: { role } })
  expect(await brokenAt(shop.db, workspace_id)).toBeNull()
  const edit = () =>
    shop.db
      .updateTable('workspace_audit')
      .set({ actor_user_id: 1 })
      .where('workspace_id', '=', workspace_id)
      .where('number', '=', 2)
      .execute()
  await expect(edit()).rejects.toThrow(/append-only/)
  await shop.database.exec('alter table workspace_audit disable trigger workspace_audit_append_only')
  await edit()
  await shop.database.exec('alter table workspace_audit enable trigger workspace_audit_append_only')
  expect(await brokenAt(shop.db, workspace_id)).toBe(2)
})

test('two owners who demote each other twenty times over leave one owner', async () => {
  const { owner, people, workspace_id } = await aTeam('owner')
  const [other] = people
  const demote = async (by: typeof owner | undefined, whom: typeof owner | undefined) =>
    by?.visitor.call(changeMemberRole, { params: { id: String(whom?.user.id) }, body: { role: 'guest' } })
  await Promise.allSettled(Array.from({ length: 10 }).flatMap(() => [demote(owner, other), demote(other, owner)]))
  expect(Object.values(await rolesIn(workspace_id)).toSorted()).toEqual(['guest', 'owner'])
  expect(await brokenAt(shop.db, workspace_id)).toBeNull()
})

test('handed over to twenty people at once, it goes to one of them', async () => {
  const { owner, people, workspace_id } = await aTeam(...Array<'guest'>(20).fill('guest'))
  const settled = await Promise.allSettled(
    people.map(({ user }) =>
      owner.visitor.call(makeOwner, { params: { newOwnerId: String(user.id) }, body: { password: good_password } }),
    ),
  )
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(Object.values(await rolesIn(workspace_id)).filter(role => role === 'owner')).toHaveLength(1)
})

test('renamed by twenty sessions at once, one after the other: each in the log begins where the one before ended', async () => {
  const { workspace_id, people } = await aTeam(...Array.from({ length: 20 }, () => 'admin' as const))
  await Promise.all(people.map(({ visitor }, at) => visitor.call(renameWorkspace, { body: { name: `Lantern ${at}` } })))
  const renames = (await logOf(workspace_id)).filter(({ action }) => action === 'workspace.renamed')
  expect(renames).toHaveLength(20)
  let before = 'Northlight'
  for (const { details } of renames) {
    const { from, to } = details as { from: string; to: string }
    expect(from).toBe(before)
    before = to
  }
  const shown = await Promise.all(people.map(({ visitor }) => visitor.call(getWorkspaceOverview, {})))
  expect(new Set(shown.map(({ data }) => data.name))).toEqual(new Set([before]))
  expect(await brokenAt(shop.db, workspace_id)).toBe(null)
})
