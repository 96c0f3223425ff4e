/** Acting as a client, through the real door. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { aStaff, setRoles } from '../../testing/builders/staff.ts'
import { getSession, logout, saveTheme } from '../accounts/contract.ts'
import { getPrivacy } from '../accounts/privacy/contract.ts'
import { accountsReactions } from '../accounts/reactions.server.ts'
import { getTwoStep } from '../accounts/two-step/contract.ts'
import { createBoard, listBoards } from '../boards/contract.ts'
import { getClientToken } from '../payments/contract.ts'
import { endpoint } from '../platform/endpoint.ts'
import { dispatch } from '../platform/outbox.server.ts'
import { Refusal } from '../platform/refusal.ts'
import { serve } from '../platform/serve.server.ts'
import { brokenAt } from '../workspaces/audit.server.ts'
import { getCurrentWorkspace, switchWorkspace } from '../workspaces/contract.ts'
import { getLogoutMasquerade, logoutMasquerade } from '../workspaces/masquerade-contract.ts'
import { endOldMasquerades } from '../workspaces/masquerade.server.ts'
import {
  changeInvite,
  changeMemberRole,
  inviteTeammates,
  makeOwner,
  removeMember,
  renameWorkspace,
  resendInvite,
  revokeInvite,
} from '../workspaces/team-contract.ts'
import { getPerson, listPeople, masqueradeAs, suspendPerson, unsuspendPerson } from './contract.ts'

const undeclared = endpoint('GET', '/test/undeclared', { summary: 'A read', who: 'anyone', reply: z.null() })

let shop: TestApp
let staff: Buyer
let client: Buyer
beforeAll(async () => {
  shop = await openTestApp({}, { probes: [app => serve(app, undeclared, () => ({ data: null }))] })
})
beforeEach(async () => {
  staff = await aStaff(shop)
  client = await aMember(shop)
})
afterAll(() => shop.close())

const reason = 'Ticket 3F9A21C7: cannot find an order'
const begin = (by: Buyer = staff, whom: Buyer = client) =>
  by.visitor.call(masqueradeAs, { params: { id: String(whom.user_id) }, body: { reason } })
const whoIs = async ({ visitor }: Buyer) => (await visitor.call(getSession, {})).data
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : 500),
  )
const logOf = ({ workspace_id }: Buyer) =>
  shop.db
    .selectFrom('workspace_audit')
    .where('workspace_id', '=', workspace_id)
    .orderBy('number')
    .select(['action', 'actor_user_id', 'details'])
    .execute()
const actionsOf = ({ user_id }: Buyer) =>
  shop.db
    .selectFrom('masquerade_actions as a')
    .innerJoin('masquerades as m', 'm.id', 'a.masquerade_id')
    .where('m.staff_user_id', '=', user_id)
    .orderBy('a.id')
    .select(['a.endpoint', 'a.refused'])
    .execute()

test('support sees the shop as the client does, and is support again afterwards', async () => {
  const token = staff.visitor.cookies.get('session')
  const { data } = await begin()
  expect(data).toEqual({ client_username: expect.any(String), expires_at: '2026-03-02T11:00:00.000Z' })
  expect(await whoIs(staff)).toMatchObject({
    id: client.user_id,
    email: client.email,
    masquerade: { client_username: data.client_username },
  })
  expect((await staff.visitor.call(getCurrentWorkspace, {})).data.id).toBe(client.workspace_id)
  // What one may do changed, and so did the session's token.
  expect(staff.visitor.cookies.get('session')).not.toBe(token)
  expect(await whoIs(client)).toMatchObject({ id: client.user_id, masquerade: null })

  expect((await staff.visitor.call(logoutMasquerade, {})).data).toEqual({ ended: true })
  expect(await whoIs(staff)).toMatchObject({ id: staff.user_id, masquerade: null })
  expect((await staff.visitor.call(logoutMasquerade, {})).data).toEqual({ ended: false })
})

test('the old token opens nothing once a masquerade began or ended', async () => {
  const tokens = [staff.visitor.cookies.get('session') ?? '']
  await begin()
  tokens.push(staff.visitor.cookies.get('session') ?? '')
  await staff.visitor.call(logoutMasquerade, {})
  for (const token of tokens) {
    const other = shop.visitor()
    other.cookies.set('session', token)
    expect((await other.call(getSession, {})).data).toBe(null)
  }
})

test('everything that is changed is written down with who really did it', async () => {
  await begin()
  await staff.visitor.call(createBoard, { body: { name: 'For Dana' } })
  await staff.visitor.call(renameWorkspace, { body: { name: 'Renamed by support' } })
  expect(await statusOf(staff.visitor.call(saveTheme, { body: { theme: 'dark' } }))).toBe(403)
  await staff.visitor.call(logoutMasquerade, {})
  expect(await actionsOf(staff)).toEqual([
    { endpoint: 'POST /api/wishlists', refused: false },
    { endpoint: 'PUT /api/workspaces/name', refused: false },
    { endpoint: 'PUT /api/user/profile/theme', refused: true },
    { endpoint: 'POST /api/auth/logout/masquerade', refused: false },
  ])
  expect(await logOf(client)).toMatchObject([
    { action: 'masquerade.began', actor_user_id: staff.user_id, details: { user_id: client.user_id } },
    { action: 'workspace.renamed', actor_user_id: staff.user_id, details: { as_user_id: client.user_id } },
    { action: 'masquerade.ended', actor_user_id: staff.user_id },
  ])
  expect(await brokenAt(shop.db, client.workspace_id)).toBe(null)
  const boards = (await client.visitor.call(listBoards, { query: {} })).data
  expect(boards.map(({ name }) => name)).toEqual(['For Dana'])
})

test('what was done cannot be rewritten', async () => {
  await begin()
  await staff.visitor.call(createBoard, { body: { name: 'Seen' } })
  await expect(shop.db.deleteFrom('masquerade_actions').execute()).rejects.toThrow('append-only')
  await expect(shop.db.updateTable('staff_actions').set({ reason: 'Another' }).execute()).rejects.toThrow('append-only')
})

test('an hour later it is over by itself, and the log says when', async () => {
  await begin()
  shop.clock.advance(3_599_000)
  expect(await whoIs(staff)).toMatchObject({ id: client.user_id })
  shop.clock.advance(1_000)
  expect(await whoIs(staff)).toMatchObject({ id: staff.user_id, masquerade: null })
  await endOldMasquerades(shop.db, shop.clock.now())
  expect((await logOf(client)).map(({ action }) => action)).toEqual(['masquerade.began', 'masquerade.ended'])
  // The next begins whether or not that was tidied up.
  await begin()
  expect(await whoIs(staff)).toMatchObject({ id: client.user_id })
})

test('it belongs to one session: another of the same person, and one after a logout, are their own', async () => {
  await begin()
  const elsewhere = await aSessionOf(staff)
  expect((await elsewhere.call(getSession, {})).data).toMatchObject({ id: staff.user_id, masquerade: null })
  await staff.visitor.call(logout, {})
  expect(await whoIs(staff)).toBe(null)
  await endOldMasquerades(shop.db, shop.clock.now())
  expect((await logOf(client)).map(({ action }) => action)).toEqual(['masquerade.began', 'masquerade.ended'])
})

test('no masquerade within another, and no staff doors', async () => {
  const other = await aMember(shop)
  await begin()
  expect(await statusOf(begin(staff, other))).toBe(403)
  expect(await statusOf(staff.visitor.call(listPeople, { query: {} }))).toBe(403)
  expect(await whoIs(staff)).toMatchObject({ id: client.user_id })
})

test('somebody whose role is taken away is themselves at once', async () => {
  await begin()
  await setRoles(shop, staff.user_id, [1])
  expect(await whoIs(staff)).toMatchObject({ id: staff.user_id })
})

describe('whom one may act as', () => {
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
  ] as const)('%s (%s) as somebody with roles %j: %i', async (_, role, roles, status) => {
    const by = await aStaff(shop, role)
    await setRoles(shop, client.user_id, [...roles])
    expect(await statusOf(begin(by))).toBe(status)
  })

  test('not oneself, not nobody, and not without a reason', async () => {
    const nobody = { ...client, user_id: 999_999 }
    expect(await statusOf(begin(staff, staff))).toBe(409)
    expect(await statusOf(begin(staff, nobody))).toBe(404)
    const params = { id: String(client.user_id) }
    await expect(staff.visitor.call(masqueradeAs, { params, body: { reason: ' ' } })).rejects.toMatchObject({
      status: 422,
      errors: { reason: ['Reason is required'] },
    })
  })

  test('a customer who is given a role meanwhile is not acted as any longer', async () => {
    await begin()
    await setRoles(shop, client.user_id, [1, 5])
    expect(await whoIs(staff)).toMatchObject({ id: staff.user_id, masquerade: null })
  })

  test('the page of a person says so', async () => {
    const admin = await aStaff(shop, 'platform_admin')
    const reachOf = async ({ user_id }: Buyer) => {
      const { data } = await admin.visitor.call(getPerson, { params: { id: String(user_id) } })
      return [data.is_in_reach, data.can_act_as]
    }
    expect(await reachOf(client)).toEqual([true, true])
    expect(await reachOf(staff)).toEqual([true, false])
  })
})

test('a masquerade begins in whichever of the customer’s workspaces is chosen, and stays there', async () => {
  const second = await aMember(shop)
  await shop.db
    .insertInto('workspace_members')
    .values({ workspace_id: second.workspace_id, user_id: client.user_id, role: 'guest' })
    .execute()
  const beginIn = (workspace_id: number) =>
    staff.visitor.call(masqueradeAs, { params: { id: String(client.user_id) }, body: { reason, workspace_id } })
  expect(await statusOf(beginIn(staff.workspace_id))).toBe(404)
  await beginIn(second.workspace_id)
  expect((await staff.visitor.call(getCurrentWorkspace, {})).data).toMatchObject({
    id: second.workspace_id,
    role: 'guest',
  })
  expect((await client.visitor.call(getCurrentWorkspace, {})).data.id).toBe(client.workspace_id)
  expect(await statusOf(staff.visitor.call(switchWorkspace, { body: { workspace: client.workspace_id } }))).toBe(403)
  // Removed from it meanwhile: back to where the customer is.
  await shop.db
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', second.workspace_id)
    .where('user_id', '=', client.user_id)
    .execute()
  expect((await staff.visitor.call(getCurrentWorkspace, {})).data.id).toBe(client.workspace_id)
})

test('an endpoint whose declaration does not allow it is refused, also when it only reads', async () => {
  expect(await statusOf(staff.visitor.call(undeclared, {}))).toBe(200)
  await begin()
  expect(await statusOf(staff.visitor.call(undeclared, {}))).toBe(403)
  expect(await statusOf(staff.visitor.call(getTwoStep, {}))).toBe(403)
  expect(await statusOf(staff.visitor.call(getPrivacy, {}))).toBe(403)
  expect(await statusOf(staff.visitor.call(getClientToken, {}))).toBe(403)
  expect((await actionsOf(staff)).at(0)).toEqual({ endpoint: 'GET /api/test/undeclared', refused: true })
})

test('staff who act as an owner cannot change who belongs to the workspace', async () => {
  await begin()
  const { user_id, email, visitor } = staff
  const mine = { params: { id: String(user_id) } }
  const statuses = await Promise.all(
    [
      visitor.call(inviteTeammates, { body: { invitees: [{ email, role: 'admin' }] } }),
      visitor.call(resendInvite, { params: { id: '1' }, body: {} }),
      visitor.call(changeInvite, { params: { id: '1' }, body: { role: 'admin' } }),
      visitor.call(revokeInvite, { body: { email } }),
      visitor.call(changeMemberRole, { ...mine, body: { role: 'admin' } }),
      visitor.call(removeMember, mine),
      visitor.call(makeOwner, { params: { newOwnerId: String(user_id) }, body: { password: 'Footage2026' } }),
    ].map(statusOf),
  )
  expect(statuses).toEqual(statuses.map(() => 403))
  await visitor.call(logoutMasquerade, {})
  const invites = shop.db.selectFrom('workspace_invites').where('workspace_id', '=', client.workspace_id)
  expect(await invites.select('id').execute()).toEqual([])
  const members = shop.db.selectFrom('workspace_members').where('workspace_id', '=', client.workspace_id)
  expect(await members.select('user_id').execute()).toEqual([{ user_id: client.user_id }])
})

test('the GET of older clients acts for our own pages alone', async () => {
  await begin()
  for (const site of ['cross-site', 'same-site', 'none']) {
    const answer = await staff.visitor.send('/api/auth/logout/masquerade', {
      method: 'GET',
      headers: { 'sec-fetch-site': site },
    })
    expect(answer.status, site).toBe(403)
  }
  expect(await whoIs(staff)).toMatchObject({ id: client.user_id })
  expect((await staff.visitor.call(getLogoutMasquerade, {})).data).toEqual({ ended: true })
  expect(await whoIs(staff)).toMatchObject({ id: staff.user_id })
})

describe('at once', () => {
  test('of twenty beginnings in one session one counts', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => aMember(shop)))
    const copies = clients.map(() => copyOf(staff))
    const statuses = await Promise.all(
      clients.map(({ user_id }, i) => {
        const work = copies[i]?.call(masqueradeAs, { params: { id: String(user_id) }, body: { reason } })
        return statusOf(work ?? Promise.reject(new Error('no copy')))
      }),
    )
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.every(status => [200, 401, 403, 409].includes(status))).toBe(true)
    const open = shop.db
      .selectFrom('masquerades')
      .where('staff_user_id', '=', staff.user_id)
      .where('ended_at', 'is', null)
    expect(await open.select('id').execute()).toHaveLength(1)
  })

  test('twenty of us act as one client, each in the log once, whose chain holds', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => aStaff(shop)))
    expect(await Promise.all(all.map(by => statusOf(begin(by))))).toEqual(all.map(() => 200))
    expect(await Promise.all(all.map(by => statusOf(by.visitor.call(logoutMasquerade, {}))))).toEqual(
      all.map(() => 200),
    )
    const log = await logOf(client)
    expect(log).toHaveLength(40)
    for (const { user_id } of all) expect(log.filter(row => row.actor_user_id === user_id)).toHaveLength(2)
    expect(await brokenAt(shop.db, client.workspace_id)).toBe(null)
  })

  test('twenty of us suspend one client: it is done once, and told the others', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => aStaff(shop)))
    const wish = { params: { id: String(client.user_id) }, body: { reason } }
    const statuses = await Promise.all(all.map(by => statusOf(by.visitor.call(suspendPerson, wish))))
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(19)
    const { data } = await staff.visitor.call(unsuspendPerson, wish)
    expect(data.history.map(({ action }) => action)).toEqual(['Let in again', 'Suspended'])
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

  test('who is suspended finds every door closed but ours, and comes in again', async () => {
    const wish = { params: { id: String(client.user_id) }, body: { reason } }
    const { data } = await staff.visitor.call(suspendPerson, wish)
    expect(data.roles).toContain(7)
    expect(await statusOf(client.visitor.call(getCurrentWorkspace, {}))).toBe(403)
    expect(await whoIs(client)).toMatchObject({ roles: expect.arrayContaining([7]) })
    await staff.visitor.call(unsuspendPerson, wish)
    expect(await statusOf(client.visitor.call(getCurrentWorkspace, {}))).toBe(200)
    expect(await statusOf(staff.visitor.call(unsuspendPerson, wish))).toBe(409)
  })

  test('whoever is suspended is told by mail, and again when let in; never what has changed since', async () => {
    const wish = { params: { id: String(client.user_id) }, body: { reason } }
    const mailed = async () => {
      shop.mail.sent.splice(0)
      shop.jobs.sent.splice(0)
      const reactions = accountsReactions(shop.deps)
      await dispatch(shop.db, shop.jobs, reactions, shop.clock.now())
      for (const { name, data } of shop.jobs.sent) await reactions.find(one => one.name === name)?.react(data as never)
      return shop.mail.sent.filter(({ to }) => to === client.email).map(({ subject }) => subject)
    }
    await mailed()
    await staff.visitor.call(suspendPerson, wish)
    expect(await mailed()).toEqual(['Your Longtake account is suspended'])
    expect(shop.mail.sent[0]?.text).not.toContain(reason)
    await staff.visitor.call(unsuspendPerson, wish)
    expect(await mailed()).toEqual(['Your Longtake account is open again'])
    await staff.visitor.call(suspendPerson, wish)
    await staff.visitor.call(unsuspendPerson, wish)
    expect(await mailed()).toEqual(['Your Longtake account is open again'])
  })

  test('nobody suspends those above them or themselves', async () => {
    const above = await aStaff(shop, 'platform_admin')
    for (const [id, message] of [
      [staff.user_id, 'This is your own account. Please ask a colleague.'],
      [above.user_id, 'Your role does not include changes to this account.'],
    ] as const) {
      const wish = { params: { id: String(id) }, body: { reason } }
      await expect(staff.visitor.call(suspendPerson, wish)).rejects.toMatchObject({ status: 403, message })
    }
    const { data } = await staff.visitor.call(getPerson, { params: { id: String(above.user_id) } })
    expect(data.is_in_reach).toBe(false)
  })
})

/** Another browser with the same session. */
const copyOf = ({ visitor }: Buyer) => {
  const copy = shop.visitor()
  copy.cookies.set('session', visitor.cookies.get('session') ?? '')
  return copy
}

/** Another session of the same person. */
const aSessionOf = async ({ user_id }: Buyer) => {
  const { beginSession } = await import('../accounts/session.server.ts')
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
