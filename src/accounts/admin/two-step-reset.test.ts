/** Tests for the reset of a person's two-step sign-in, which takes two staff members. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'
import { Refusal } from '#platform/http/refusal.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { good_password } from '../../../testing/builders/people.ts'
import { seedStaff, giveRoles, setRoles, signInAgain } from '../../../testing/builders/staff.ts'
import { registerWithAuthenticator } from '../../../testing/builders/two-step.ts'
import { getSession, login } from '../contract.ts'
import { accountsReactions } from '../reactions.server.ts'
import { approveTwoStepReset, getPerson, requestTwoStepReset, withdrawTwoStepReset } from './contract.ts'

const reason = 'Lost the phone, ticket 3F9A21C7'

let shop: TestApp
let support: Buyer
let admin: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  support = await seedStaff(shop)
  admin = await seedStaff(shop, 'platform_admin')
})
afterAll(() => shop.close())

const steps = { request: requestTwoStepReset, approve: approveTwoStepReset, withdraw: withdrawTwoStepReset }
const callStep = (actor: Buyer, step: keyof typeof steps, user_id: number) =>
  actor.visitor.call(steps[step], { params: { id: String(user_id) }, body: { reason } })
const statusOf = (actor: Buyer, step: keyof typeof steps, user_id: number) =>
  callStep(actor, step, user_id).then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : error),
  )
const countFactors = async (user_id: number) => {
  const tables = ['authenticator_apps', 'recovery_codes'] as const
  const rows = await Promise.all(
    tables.map(table => shop.db.selectFrom(table).where('user_id', '=', user_id).select('user_id').execute()),
  )
  return rows.flat().length
}
const listEvents = async (user_id: number, change: string) =>
  (await shop.db.selectFrom('events').where('name', '=', 'user.two_step_changed').select('payload').execute())
    .map(({ payload }) => payload as { user_id: number; change: string })
    .filter(payload => payload.user_id === user_id && payload.change === change)
const loadMail = async (user_id: number, change: string) => {
  const [event] = await listEvents(user_id, change)
  await accountsReactions(shop.deps)
    .find(({ name }) => name === 'accounts.mail-two-step')
    ?.handle(event as never)
  return shop.mail.sent.at(-1)
}

test('one staff member requests a reset, another approves it, and the owner gets a mail at both steps', async () => {
  const { user, visitor } = await registerWithAuthenticator(shop)
  const { data: requested } = await callStep(support, 'request', user.id)
  expect(requested.two_step).toMatchObject({
    is_on: true,
    reset: { requested_by: support.email, reason, can_approve: false },
  })
  expect(await loadMail(user.id, 'reset_requested')).toMatchObject({
    to: user.email,
    subject: 'Longtake: A reset of your two-step sign-in was requested',
  })
  expect(await countFactors(user.id)).toBeGreaterThan(0)
  const { data: person } = await admin.visitor.call(getPerson, { params: { id: String(user.id) } })
  expect(person.two_step.reset?.can_approve).toBe(true)

  const { data: approved } = await callStep(admin, 'approve', user.id)
  expect(approved.two_step).toEqual({ is_on: false, reset: null })
  expect(await countFactors(user.id)).toBe(0)
  expect(await loadMail(user.id, 'reset')).toMatchObject({
    to: user.email,
    subject: 'Longtake: Your two-step sign-in was reset',
  })
  expect((await visitor.call(getSession, {})).data).toBeNull()
  const visitorAfterReset = shop.visitor()
  const { data } = await visitorAfterReset.call(login, { body: { login: user.email, password: good_password } })
  expect(data).toMatchObject({ id: user.id })
  expect(approved.history.slice(0, 2)).toMatchObject([
    { action: 'two_step_reset_approved', reason, staff_email: admin.email },
    { action: 'two_step_reset_requested', reason, staff_email: support.email },
  ])
})

test('nobody approves their own request, support cannot approve at all, and both can withdraw a request', async () => {
  const { user } = await registerWithAuthenticator(shop)
  expect(await statusOf(admin, 'approve', user.id)).toBe(409)
  expect(await statusOf(admin, 'request', user.id)).toBe(200)
  expect(await statusOf(support, 'request', user.id)).toBe(409)
  expect(await statusOf(admin, 'approve', user.id)).toBe(403)
  expect(await statusOf(support, 'approve', user.id)).toBe(404)
  expect(await statusOf(support, 'withdraw', user.id)).toBe(200)
  expect(await statusOf(await seedStaff(shop, 'platform_admin'), 'approve', user.id)).toBe(409)
  expect(await countFactors(user.id)).toBeGreaterThan(0)
})

test('two platform admins reset the second step of a third one', async () => {
  const { user } = await registerWithAuthenticator(shop)
  await setRoles(shop, user.id, [1, 2])
  expect(await statusOf(admin, 'request', user.id)).toBe(200)
  expect(await statusOf(admin, 'approve', user.id)).toBe(403)
  const { data } = await admin.visitor.call(getPerson, { params: { id: String(user.id) } })
  expect(data).toMatchObject({ can_recover: true, is_in_reach: false })
  expect(await statusOf(await seedStaff(shop, 'platform_admin'), 'approve', user.id)).toBe(200)
  expect(await countFactors(user.id)).toBe(0)
})

test('a reset cannot be requested for oneself, for a higher role, or without a second step', async () => {
  const { user, visitor } = await registerWithAuthenticator(shop)
  await setRoles(shop, user.id, [1, 2])
  expect(await statusOf(support, 'request', user.id)).toBe(403)
  const self = { visitor, user_id: user.id, email: user.email, workspace_id: 0 }
  expect(await statusOf(self, 'request', user.id)).toBe(403)
  await setRoles(shop, user.id, [1, 3])
  expect(await statusOf(support, 'request', user.id)).toBe(403)
  expect(await statusOf(admin, 'request', support.user_id)).toBe(409)
})

test('a request expires after a day, and can be requested again', async () => {
  const { user } = await registerWithAuthenticator(shop)
  await callStep(support, 'request', user.id)
  shop.clock.advance(24 * 3_600_000)
  const [approver, colleague] = [await seedStaff(shop, 'platform_admin'), await seedStaff(shop)]
  expect(await statusOf(approver, 'approve', user.id)).toBe(409)
  const { data } = await callStep(colleague, 'request', user.id)
  expect(data.two_step.reset?.requested_by).toBe(colleague.email)
  expect(await statusOf(approver, 'approve', user.id)).toBe(200)
})

test('twenty simultaneous approvals reset it once', async () => {
  const { user } = await registerWithAuthenticator(shop)
  await callStep(await seedStaff(shop), 'request', user.id)
  const admins = await Promise.all(Array.from({ length: 20 }, () => seedStaff(shop, 'platform_admin')))
  const statuses = await Promise.all(admins.map(actor => statusOf(actor, 'approve', user.id)))
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  expect(statuses.filter(status => status === 409)).toHaveLength(19)
  expect(await listEvents(user.id, 'reset')).toHaveLength(1)
  const entries = await shop.db
    .selectFrom('audit_log')
    .where('subject_key', '=', String(user.id))
    .where('action', '=', 'two_step_reset_approved')
    .select('id')
    .execute()
  expect(entries).toHaveLength(1)
})

test('accounts related to the requester by a staff role cannot approve for 30 days', async () => {
  const { user } = await registerWithAuthenticator(shop)
  const [giver, colleague] = [await seedStaff(shop, 'platform_admin'), await seedStaff(shop, 'platform_admin')]
  const second = await seedMember(shop)
  await giveRoles(shop, giver, second, ['platform_admin'])
  for (const [requester, approver] of [
    [giver, second],
    [second, giver],
  ] as const) {
    await callStep(requester, 'request', user.id)
    await expect(callStep(approver, 'approve', user.id)).rejects.toMatchObject({
      status: 403,
      message: expect.stringMatching(/got a staff role from each other.* 30 days/),
    })
    const { data } = await approver.visitor.call(getPerson, { params: { id: String(user.id) } })
    expect(data.two_step.reset).toMatchObject({ can_approve: false, approval_refusal: expect.any(String) })
    await callStep(colleague, 'withdraw', user.id)
  }
  expect(await countFactors(user.id)).toBeGreaterThan(0)
  shop.clock.advance(30 * DAY_MS)
  for (const member of [giver, second]) await signInAgain(shop, member)
  await callStep(giver, 'request', user.id)
  expect(await statusOf(second, 'approve', user.id)).toBe(200)
})
