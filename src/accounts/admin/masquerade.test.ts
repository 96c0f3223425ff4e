/** Tests for acting as a client, through the API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { createBoard, listBoards } from '#boards/contract.ts'
import { getClientToken } from '#payments/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { dispatchEvents } from '#platform/jobs/outbox.server.ts'
import { findBrokenRow, selectWorkspaceLog } from '#workspaces/audit.server.ts'
import { getCurrentWorkspace, switchWorkspace } from '#workspaces/contract.ts'
import { getLogoutMasquerade, logoutMasquerade } from '#workspaces/masquerade-contract.ts'
import { endOldMasquerades } from '#workspaces/masquerade.server.ts'
import {
  changeInvite,
  changeMemberRole,
  inviteTeammates,
  transferOwnership,
  removeMember,
  renameWorkspace,
  resendInvite,
  revokeInvite,
} from '#workspaces/team-contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff, setRoles } from '../../../testing/builders/staff.ts'
import { getSession, logout, saveTheme } from '../contract.ts'
import { getPrivacy } from '../privacy/contract.ts'
import { accountsReactions } from '../reactions.server.ts'
import { getTwoStep } from '../two-step/contract.ts'
import { getPerson, listPeople, masqueradeAs, suspendPerson, unsuspendPerson } from './contract.ts'

const undeclared = endpoint('GET', '/test/undeclared', { summary: 'A read', who: 'anyone', reply: z.null() })

let shop: TestApp
let staff: Buyer
let client: Buyer
beforeAll(async () => {
  shop = await openTestApp({}, { probes: [app => serve(app, undeclared, () => ({ data: null }))] })
})
beforeEach(async () => {
  staff = await seedStaff(shop)
  client = await seedMember(shop)
})
afterAll(() => shop.close())

const reason = 'Ticket 3F9A21C7: cannot find an order'
const startMasquerade = (actor: Buyer = staff, target: Buyer = client) =>
  actor.visitor.call(masqueradeAs, { params: { id: String(target.user_id) }, body: { reason } })
const loadSessionUser = async ({ visitor }: Buyer) => (await visitor.call(getSession, {})).data
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : 500),
  )
const listAuditLog = ({ workspace_id }: Buyer) =>
  selectWorkspaceLog(shop.db, workspace_id).orderBy('number').select(['action', 'actor_user_id', 'details']).execute()
const listMasqueradeActions = async ({ user_id }: Buyer) => {
  const rows = await shop.db
    .selectFrom('audit_log')
    .where('actor_user_id', '=', user_id)
    .where('action', 'in', ['masquerade_change', 'masquerade_refusal'])
    .orderBy('id')
    .select(['action', 'details'])
    .execute()
  return rows.map(({ action, details }) => ({
    endpoint: (details as { endpoint: [null, string] }).endpoint[1],
    refused: action === 'masquerade_refusal',
  }))
}

test('support sees the shop as the client does, and is signed in as themselves again afterwards', async () => {
  const token = staff.visitor.cookies.get('session')
  const { data } = await startMasquerade()
  expect(data).toEqual({ client_username: expect.any(String), expires_at: '2026-03-02T11:00:00.000Z' })
  expect(await loadSessionUser(staff)).toMatchObject({
    id: client.user_id,
    email: client.email,
    masquerade: { client_username: data.client_username },
  })
  expect((await staff.visitor.call(getCurrentWorkspace, {})).data.id).toBe(client.workspace_id)
  // The session's permissions changed, so its token did, too.
  expect(staff.visitor.cookies.get('session')).not.toBe(token)
  expect(await loadSessionUser(client)).toMatchObject({ id: client.user_id, masquerade: null })

  expect((await staff.visitor.call(logoutMasquerade, {})).data).toEqual({ ended: true })
  expect(await loadSessionUser(staff)).toMatchObject({ id: staff.user_id, masquerade: null })
  expect((await staff.visitor.call(logoutMasquerade, {})).data).toEqual({ ended: false })
})

test('the old token is invalid once a masquerade has begun or ended', async () => {
  const tokens = [staff.visitor.cookies.get('session') ?? '']
  await startMasquerade()
  tokens.push(staff.visitor.cookies.get('session') ?? '')
  await staff.visitor.call(logoutMasquerade, {})
  for (const token of tokens) {
    const other = shop.visitor()
    other.cookies.set('session', token)
    expect((await other.call(getSession, {})).data).toBe(null)
  }
})

test('every change is recorded with the staff member who made it', async () => {
  await startMasquerade()
  await staff.visitor.call(createBoard, { body: { name: 'For Dana' } })
  await staff.visitor.call(renameWorkspace, { body: { name: 'Renamed by support' } })
  expect(await statusOf(staff.visitor.call(saveTheme, { body: { theme: 'dark' } }))).toBe(403)
  await staff.visitor.call(logoutMasquerade, {})
  expect(await listMasqueradeActions(staff)).toEqual([
    { endpoint: 'POST /api/wishlists', refused: false },
    { endpoint: 'PUT /api/workspaces/name', refused: false },
    { endpoint: 'PUT /api/user/profile/theme', refused: true },
    { endpoint: 'POST /api/auth/logout/masquerade', refused: false },
  ])
  expect(await listAuditLog(client)).toMatchObject([
    { action: 'masquerade.started', actor_user_id: staff.user_id, details: { user_id: client.user_id } },
    { action: 'workspace.renamed', actor_user_id: staff.user_id, details: { as_user_id: client.user_id } },
    { action: 'masquerade.ended', actor_user_id: staff.user_id },
  ])
  expect(await findBrokenRow(shop.db, client.workspace_id)).toBe(null)
  const boards = (await client.visitor.call(listBoards, { query: {} })).data
  expect(boards.map(({ name }) => name)).toEqual(['For Dana'])
})

test('the records cannot be rewritten', async () => {
  await startMasquerade()
  await staff.visitor.call(createBoard, { body: { name: 'Seen' } })
  await expect(shop.db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
  await expect(shop.db.updateTable('audit_log').set({ reason: 'Another' }).execute()).rejects.toThrow('append-only')
})

test('a masquerade ends by itself after an hour, and the log says when', async () => {
  await startMasquerade()
  shop.clock.advance(3_599_000)
  expect(await loadSessionUser(staff)).toMatchObject({ id: client.user_id })
  shop.clock.advance(1_000)
  expect(await loadSessionUser(staff)).toMatchObject({ id: staff.user_id, masquerade: null })
  await endOldMasquerades(shop.db, shop.clock.now())
  expect((await listAuditLog(client)).map(({ action }) => action)).toEqual(['masquerade.started', 'masquerade.ended'])
  // The next one begins whether or not the old one was cleaned up.
  await startMasquerade()
  expect(await loadSessionUser(staff)).toMatchObject({ id: client.user_id })
})

test('a masquerade belongs to one session; other and later sessions of the staff member are unaffected', async () => {
  await startMasquerade()
  const otherSession = await openSessionOf(staff)
  expect((await otherSession.call(getSession, {})).data).toMatchObject({ id: staff.user_id, masquerade: null })
  await staff.visitor.call(logout, {})
  expect(await loadSessionUser(staff)).toBe(null)
  await endOldMasquerades(shop.db, shop.clock.now())
  expect((await listAuditLog(client)).map(({ action }) => action)).toEqual(['masquerade.started', 'masquerade.ended'])
})

test('a masquerade cannot begin within another, nor call staff endpoints', async () => {
  const other = await seedMember(shop)
  await startMasquerade()
  expect(await statusOf(startMasquerade(staff, other))).toBe(403)
  expect(await statusOf(staff.visitor.call(listPeople, { query: {} }))).toBe(403)
  expect(await loadSessionUser(staff)).toMatchObject({ id: client.user_id })
})

test('a masquerade ends at once when the staff member loses their role', async () => {
  await startMasquerade()
  await setRoles(shop, staff.user_id, [1])
  expect(await loadSessionUser(staff)).toMatchObject({ id: staff.user_id })
})

describe('who can be acted as', () => {
  test.each([
    ['support', 'support_staff', [1, 4], 200],
    ['support', 'support_staff', [1, 2], 403],
    ['support', 'support_staff', [1, 3], 403],
    ['support', 'support_staff', [1, 5], 403],
    ['support', 'support_staff', [1, 6], 403],
    ['a platform admin', 'platform_admin', [1, 4], 200],
    ['a platform admin', 'platform_admin', [1, 2], 403],
    ['a platform admin', 'platform_admin', [1, 3], 403],
    ['a platform admin', 'platform_admin', [1, 5], 403],
    ['a platform admin', 'platform_admin', [1, 7], 409],
  ] as const)('%s (%s) as a user with roles %j: %i', async (_, role, roles, status) => {
    const actor = await seedStaff(shop, role)
    await setRoles(shop, client.user_id, [...roles])
    expect(await statusOf(startMasquerade(actor))).toBe(status)
  })

  test('a masquerade as oneself, as nobody or without a reason is refused', async () => {
    const unknownUser = { ...client, user_id: 999_999 }
    expect(await statusOf(startMasquerade(staff, staff))).toBe(409)
    expect(await statusOf(startMasquerade(staff, unknownUser))).toBe(404)
    const params = { id: String(client.user_id) }
    await expect(staff.visitor.call(masqueradeAs, { params, body: { reason: ' ' } })).rejects.toMatchObject({
      status: 422,
      errors: { reason: ['Reason is required'] },
    })
  })

  test('a masquerade ends when the customer gets a staff role', async () => {
    await startMasquerade()
    await setRoles(shop, client.user_id, [1, 5])
    expect(await loadSessionUser(staff)).toMatchObject({ id: staff.user_id, masquerade: null })
  })

  test('the page of a person says whether they can be acted as', async () => {
    const admin = await seedStaff(shop, 'platform_admin')
    const loadPermissions = async ({ user_id }: Buyer) => {
      const { data } = await admin.visitor.call(getPerson, { params: { id: String(user_id) } })
      return [data.is_in_reach, data.can_act_as]
    }
    expect(await loadPermissions(client)).toEqual([true, true])
    expect(await loadPermissions(staff)).toEqual([true, false])
  })
})

test('a masquerade begins in the chosen workspace of the customer and stays there', async () => {
  const otherMember = await seedMember(shop)
  await shop.db
    .insertInto('workspace_members')
    .values({ workspace_id: otherMember.workspace_id, user_id: client.user_id, role: 'guest' })
    .execute()
  const startIn = (workspace_id: number) =>
    staff.visitor.call(masqueradeAs, { params: { id: String(client.user_id) }, body: { reason, workspace_id } })
  expect(await statusOf(startIn(staff.workspace_id))).toBe(404)
  await startIn(otherMember.workspace_id)
  expect((await staff.visitor.call(getCurrentWorkspace, {})).data).toMatchObject({
    id: otherMember.workspace_id,
    role: 'guest',
  })
  expect((await client.visitor.call(getCurrentWorkspace, {})).data.id).toBe(client.workspace_id)
  expect(await statusOf(staff.visitor.call(switchWorkspace, { body: { workspace: client.workspace_id } }))).toBe(403)
  // Removed from it meanwhile: the session returns to the customer's own workspace.
  await shop.db
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', otherMember.workspace_id)
    .where('user_id', '=', client.user_id)
    .execute()
  expect((await staff.visitor.call(getCurrentWorkspace, {})).data.id).toBe(client.workspace_id)
})

test('an endpoint that does not allow masquerades is refused, even when it only reads', async () => {
  expect(await statusOf(staff.visitor.call(undeclared, {}))).toBe(200)
  await startMasquerade()
  expect(await statusOf(staff.visitor.call(undeclared, {}))).toBe(403)
  expect(await statusOf(staff.visitor.call(getTwoStep, {}))).toBe(403)
  expect(await statusOf(staff.visitor.call(getPrivacy, {}))).toBe(403)
  expect(await statusOf(staff.visitor.call(getClientToken, {}))).toBe(403)
  expect((await listMasqueradeActions(staff)).at(0)).toEqual({ endpoint: 'GET /api/test/undeclared', refused: true })
})

test('staff who act as an owner cannot change who belongs to the workspace', async () => {
  await startMasquerade()
  const { user_id, email, visitor } = staff
  const self = { params: { id: String(user_id) } }
  const statuses = await Promise.all(
    [
      visitor.call(inviteTeammates, { body: { invitees: [{ email, role: 'admin' }] } }),
      visitor.call(resendInvite, { params: { id: '1' }, body: {} }),
      visitor.call(changeInvite, { params: { id: '1' }, body: { role: 'admin' } }),
      visitor.call(revokeInvite, { body: { email } }),
      visitor.call(changeMemberRole, { ...self, body: { role: 'admin' } }),
      visitor.call(removeMember, self),
      visitor.call(transferOwnership, { params: { newOwnerId: String(user_id) }, body: { password: 'Footage2026' } }),
    ].map(statusOf),
  )
  expect(statuses).toEqual(statuses.map(() => 403))
  await visitor.call(logoutMasquerade, {})
  const invites = shop.db.selectFrom('workspace_invites').where('workspace_id', '=', client.workspace_id)
  expect(await invites.select('id').execute()).toEqual([])
  const members = shop.db.selectFrom('workspace_members').where('workspace_id', '=', client.workspace_id)
  expect(await members.select('user_id').execute()).toEqual([{ user_id: client.user_id }])
})

test('the GET endpoint for older clients works only from our own pages', async () => {
  await startMasquerade()
  for (const site of ['cross-site', 'same-site', 'none']) {
    const response = await staff.visitor.send('/api/auth/logout/masquerade', {
      method: 'GET',
      headers: { 'sec-fetch-site': site },
    })
    expect(response.status, site).toBe(403)
  }
  expect(await loadSessionUser(staff)).toMatchObject({ id: client.user_id })
  expect((await staff.visitor.call(getLogoutMasquerade, {})).data).toEqual({ ended: true })
  expect(await loadSessionUser(staff)).toMatchObject({ id: staff.user_id })
})

describe('concurrency', () => {
  test('only one of twenty simultaneous masquerades in one session begins', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => seedMember(shop)))
    const copies = clients.map(() => copySession(staff))
    const statuses = await Promise.all(
      clients.map(({ user_id }, i) => {
        const request = copies[i]?.call(masqueradeAs, { params: { id: String(user_id) }, body: { reason } })
        return statusOf(request ?? Promise.reject(new Error('no copy')))
      }),
    )
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.every(status => [200, 401, 403, 409].includes(status))).toBe(true)
    const openMasquerades = shop.db
      .selectFrom('masquerades')
      .where('staff_user_id', '=', staff.user_id)
      .where('ended_at', 'is', null)
    expect(await openMasquerades.select('id').execute()).toHaveLength(1)
  })

  test('twenty staff members act as one client, each is logged once, and the log’s chain is intact', async () => {
    const staffMembers = await Promise.all(Array.from({ length: 20 }, () => seedStaff(shop)))
    expect(await Promise.all(staffMembers.map(actor => statusOf(startMasquerade(actor))))).toEqual(
      staffMembers.map(() => 200),
    )
    expect(await Promise.all(staffMembers.map(actor => statusOf(actor.visitor.call(logoutMasquerade, {}))))).toEqual(
      staffMembers.map(() => 200),
    )
    const log = await listAuditLog(client)
    expect(log).toHaveLength(40)
    for (const { user_id } of staffMembers) expect(log.filter(entry => entry.actor_user_id === user_id)).toHaveLength(2)
    expect(await findBrokenRow(shop.db, client.workspace_id)).toBe(null)
  })

  test('when twenty staff members suspend one client, one succeeds and the others get a conflict', async () => {
    const staffMembers = await Promise.all(Array.from({ length: 20 }, () => seedStaff(shop)))
    const request = { params: { id: String(client.user_id) }, body: { reason } }
    const statuses = await Promise.all(staffMembers.map(actor => statusOf(actor.visitor.call(suspendPerson, request))))
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(19)
    const { data } = await staff.visitor.call(unsuspendPerson, request)
    expect(data.history.map(({ action }) => action)).toEqual(['reinstated', 'suspended'])
  })
})

describe('people', () => {
  test('are found by a part of their name, email or workspace', async () => {
    const find = async (search: string) =>
      (await staff.visitor.call(listPeople, { query: { search } })).data.map(({ id }) => id)
    expect(await find(client.email.slice(2, 14))).toContain(client.user_id)
    expect(await find('nora brandt')).toContain(client.user_id)
    await shop.db
      .updateTable('workspaces')
      .set({ name: 'Übersee 100%' })
      .where('id', '=', client.workspace_id)
      .execute()
    expect(await find('100%')).toEqual([client.user_id])
    expect(await find('%')).toEqual([client.user_id])
    expect(await find('nobody at all')).toEqual([])
  })

  test('a suspended client can only contact support, and can be reinstated', async () => {
    const request = { params: { id: String(client.user_id) }, body: { reason } }
    const { data } = await staff.visitor.call(suspendPerson, request)
    expect(data.roles).toContain(7)
    expect(await statusOf(client.visitor.call(getCurrentWorkspace, {}))).toBe(403)
    expect(await loadSessionUser(client)).toMatchObject({ roles: expect.arrayContaining([7]) })
    await staff.visitor.call(unsuspendPerson, request)
    expect(await statusOf(client.visitor.call(getCurrentWorkspace, {}))).toBe(200)
    expect(await statusOf(staff.visitor.call(unsuspendPerson, request))).toBe(409)
  })

  test('suspension and reinstatement are mailed, unless the state has changed since', async () => {
    const request = { params: { id: String(client.user_id) }, body: { reason } }
    const sendMails = async () => {
      shop.mail.sent.splice(0)
      shop.jobs.sent.splice(0)
      const reactions = accountsReactions(shop.deps)
      await dispatchEvents(shop.db, shop.jobs, reactions, shop.clock.now())
      for (const { name, data } of shop.jobs.sent)
        await reactions.find(item => item.name === name)?.handle(data as never)
      return shop.mail.sent.filter(({ to }) => to === client.email).map(({ subject }) => subject)
    }
    await sendMails()
    await staff.visitor.call(suspendPerson, request)
    expect(await sendMails()).toEqual(['Your Longtake account is suspended'])
    expect(shop.mail.sent[0]?.text).not.toContain(reason)
    await staff.visitor.call(unsuspendPerson, request)
    expect(await sendMails()).toEqual(['Your Longtake account is open again'])
    await staff.visitor.call(suspendPerson, request)
    await staff.visitor.call(unsuspendPerson, request)
    expect(await sendMails()).toEqual(['Your Longtake account is open again'])
  })

  test('nobody suspends themselves or a higher role', async () => {
    const superior = await seedStaff(shop, 'platform_admin')
    for (const [id, message] of [
      [staff.user_id, 'This is your own account. Please ask a colleague.'],
      [superior.user_id, 'Your role does not include changes to this account.'],
    ] as const) {
      const request = { params: { id: String(id) }, body: { reason } }
      await expect(staff.visitor.call(suspendPerson, request)).rejects.toMatchObject({ status: 403, message })
    }
    const { data } = await staff.visitor.call(getPerson, { params: { id: String(superior.user_id) } })
    expect(data.is_in_reach).toBe(false)
  })
})

/** Opens another browser with the same session. */
const copySession = ({ visitor }: Buyer) => {
  const copy = shop.visitor()
  copy.cookies.set('session', visitor.cookies.get('session') ?? '')
  return copy
}

/** Opens another session of the same user. */
const openSessionOf = async ({ user_id }: Buyer) => {
  const { createSession: beginSession } = await import('../session.server.ts')
  const { token } = await beginSession(shop.db, {
    user_id,
    remember: false,
    user_agent: '',
    address: '',
    now: shop.clock.now(),
  })
  const visitor = shop.visitor()
  visitor.cookies.set('session', token)
  return visitor
}
