/** Two of the staff reset a person's second step together; neither can alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { good_password } from '../../testing/builders/people.ts'
import { aStaff, giveRoles, setRoles, signInAgain } from '../../testing/builders/staff.ts'
import { withApp } from '../../testing/builders/two-step.ts'
import { getSession, login } from '../accounts/contract.ts'
import { accountsReactions } from '../accounts/reactions.server.ts'
import { Refusal } from '../platform/refusal.ts'
import { approveTwoStepReset, getPerson, requestTwoStepReset, withdrawTwoStepReset } from './contract.ts'

const reason = 'Lost the phone, ticket 3F9A21C7'

let shop: TestApp
let support: Buyer
let admin: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  support = await aStaff(shop)
  admin = await aStaff(shop, 'platform_admin')
})
afterAll(() => shop.close())

const steps = { request: requestTwoStepReset, approve: approveTwoStepReset, withdraw: withdrawTwoStepReset }
const take = (by: Buyer, step: keyof typeof steps, user_id: number) =>
  by.visitor.call(steps[step], { params: { id: String(user_id) }, body: { reason } })
const statusOf = (by: Buyer, step: keyof typeof steps, user_id: number) =>
  take(by, step, user_id).then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : error),
  )
const factorsOf = async (user_id: number) => {
  const tables = ['authenticator_apps', 'recovery_codes'] as const
  const rows = await Promise.all(
    tables.map(table => shop.db.selectFrom(table).where('user_id', '=', user_id).select('user_id').execute()),
  )
  return rows.flat().length
}
const eventsOf = async (user_id: number, change: string) =>
  (await shop.db.selectFrom('events').where('name', '=', 'user.two_step_changed').select('payload').execute())
    .map(({ payload }) => payload as { user_id: number; change: string })
    .filter(one => one.user_id === user_id && one.change === change)
const subjectOf = async (user_id: number, change: string) => {
  const [event] = await eventsOf(user_id, change)
  await accountsReactions(shop.deps)
    .find(({ name }) => name === 'accounts.mail-two-step')
    ?.react(event as never)
  return shop.mail.sent.at(-1)
}

test('one of the staff requests a reset, another approves it; the owner gets a mail at both steps', async () => {
  const { user, visitor } = await withApp(shop)
  const { data: asked } = await take(support, 'request', user.id)
  expect(asked.two_step).toMatchObject({
    is_on: true,
    reset: { requested_by: support.email, reason, can_approve: false },
  })
  expect(await subjectOf(user.id, 'reset_requested')).toMatchObject({
    to: user.email,
    subject: 'Longtake: A reset of your two-step sign-in was requested',
  })
  expect(await factorsOf(user.id)).toBeGreaterThan(0)
  const { data: seen } = await admin.visitor.call(getPerson, { params: { id: String(user.id) } })
  expect(seen.two_step.reset?.can_approve).toBe(true)

  const { data: done } = await take(admin, 'approve', user.id)
  expect(done.two_step).toEqual({ is_on: false, reset: null })
  expect(await factorsOf(user.id)).toBe(0)
  expect(await subjectOf(user.id, 'reset')).toMatchObject({
    to: user.email,
    subject: 'Longtake: Your two-step sign-in was reset',
  })
  expect((await visitor.call(getSession, {})).data).toBeNull()
  const again = shop.visitor()
  const { data } = await again.call(login, { body: { login: user.email, password: good_password } })
  expect(data).toMatchObject({ id: user.id })
  expect(done.history.slice(0, 2)).toMatchObject([
    { action: 'Approved the reset of two-step sign-in', reason, staff_email: admin.email },
    { action: 'Requested a reset of two-step sign-in', reason, staff_email: support.email },
  ])
})

test('nobody approves their own request, nor is support enough; both can withdraw it', async () => {
  const { user } = await withApp(shop)
  expect(await statusOf(admin, 'approve', user.id)).toBe(409)
  expect(await statusOf(admin, 'request', user.id)).toBe(200)
  expect(await statusOf(support, 'request', user.id)).toBe(409)
  expect(await statusOf(admin, 'approve', user.id)).toBe(403)
  expect(await statusOf(support, 'approve', user.id)).toBe(404)
  expect(await statusOf(support, 'withdraw', user.id)).toBe(200)
  expect(await statusOf(await aStaff(shop, 'platform_admin'), 'approve', user.id)).toBe(409)
  expect(await factorsOf(user.id)).toBeGreaterThan(0)
})

test('nobody requests it for themselves, for a higher role, or for an account without a second step', async () => {
  const { user, visitor } = await withApp(shop)
  await setRoles(shop, user.id, [1, 2])
  expect(await statusOf(support, 'request', user.id)).toBe(403)
  expect(await statusOf(admin, 'request', user.id)).toBe(403)
  const self = { visitor, user_id: user.id, email: user.email, workspace_id: 0 }
  expect(await statusOf(self, 'request', user.id)).toBe(403)
  await setRoles(shop, user.id, [1, 3])
  expect(await statusOf(support, 'request', user.id)).toBe(403)
  expect(await statusOf(admin, 'request', support.user_id)).toBe(409)
})

test('a request expires after a day, and can be made again', async () => {
  const { user } = await withApp(shop)
  await take(support, 'request', user.id)
  shop.clock.advance(24 * 3_600_000)
  const [later, colleague] = [await aStaff(shop, 'platform_admin'), await aStaff(shop)]
  expect(await statusOf(later, 'approve', user.id)).toBe(409)
  const { data } = await take(colleague, 'request', user.id)
  expect(data.two_step.reset?.requested_by).toBe(colleague.email)
  expect(await statusOf(later, 'approve', user.id)).toBe(200)
})

test('twenty approvals at once reset it once', async () => {
  const { user } = await withApp(shop)
  await take(await aStaff(shop), 'request', user.id)
  const admins = await Promise.all(Array.from({ length: 20 }, () => aStaff(shop, 'platform_admin')))
  const statuses = await Promise.all(admins.map(one => statusOf(one, 'approve', user.id)))
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  expect(statuses.filter(status => status === 409)).toHaveLength(19)
  expect(await eventsOf(user.id, 'reset')).toHaveLength(1)
  const entries = await shop.db
    .selectFrom('staff_changes')
    .where('about_key', '=', String(user.id))
    .where('action', '=', 'Approved the reset of two-step sign-in')
    .select('id')
    .execute()
  expect(entries).toHaveLength(1)
})

test('an account that got its staff role from the requester, or gave them theirs, cannot approve for 30 days', async () => {
  const { user } = await withApp(shop)
  const [giver, colleague] = [await aStaff(shop, 'platform_admin'), await aStaff(shop, 'platform_admin')]
  const second = await aMember(shop)
  await giveRoles(shop, giver, second, ['platform_admin'])
  for (const [requester, approver] of [
    [giver, second],
    [second, giver],
  ] as const) {
    await take(requester, 'request', user.id)
    await expect(take(approver, 'approve', user.id)).rejects.toMatchObject({
      status: 403,
      message: expect.stringMatching(/got a staff role from each other.* 30 days/),
    })
    const { data } = await approver.visitor.call(getPerson, { params: { id: String(user.id) } })
    expect(data.two_step.reset).toMatchObject({ can_approve: false, approval_refusal: expect.any(String) })
    await take(colleague, 'withdraw', user.id)
  }
  expect(await factorsOf(user.id)).toBeGreaterThan(0)
  shop.clock.advance(30 * 86_400_000)
  for (const one of [giver, second]) await signInAgain(shop, one)
  await take(giver, 'request', user.id)
  expect(await statusOf(second, 'approve', user.id)).toBe(200)
})
