/** Roles on the whole platform: who gives them to whom, and what becomes of it at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { aStaff } from '../../testing/builders/staff.ts'
import type { Affiliation } from '../accounts/affiliations.ts'
import { getSession } from '../accounts/contract.ts'
import { accountsReactions } from '../accounts/reactions.server.ts'
import { listUnreleased } from '../catalog/unreleased-contract.ts'
import { dispatch } from '../platform/outbox.server.ts'
import { Refusal } from '../platform/refusal.ts'
import { platformRoles } from '../workspaces/policy.ts'
import { changeAffiliations, changeRoles, getPerson, masqueradeAs, listPeople, suspendPerson } from './contract.ts'

const { customer, platform_admin, support_staff, collection_admin, partner_preview } = platformRoles
const reason = 'Joins support on Monday'

let shop: TestApp
let admin: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  admin = await aStaff(shop, 'platform_admin')
})
afterAll(() => shop.close())

type Role = (typeof platformRoles)['platform_admin' | 'support_staff' | 'collection_admin' | 'partner_preview']

const change = (by: Buyer, { user_id }: Pick<Buyer, 'user_id'>, roles: Role[], seen: Role[] = []) =>
  by.visitor.call(changeRoles, { params: { id: String(user_id) }, body: { roles, seen, reason } })
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : error),
  )
const rolesOf = async ({ user_id }: Pick<Buyer, 'user_id'>) =>
  (
    await shop.db.selectFrom('users').where('id', '=', user_id).select('platform_roles').executeTakeFirstOrThrow()
  ).platform_roles.toSorted((a, b) => a - b)

/** Whose email is confirmed. */
const aPerson = async () => {
  const person = await aMember(shop)
  await shop.db
    .updateTable('users')
    .set({ email_verified_at: shop.clock.now() })
    .where('id', '=', person.user_id)
    .execute()
  return person
}

test('a role opens its doors at once, is told by mail and logged, and closes them when it is taken', async () => {
  const person = await aPerson()
  expect(await statusOf(person.visitor.call(listPeople, {}))).toBe(404)
  const { data } = await change(admin, person, [support_staff, collection_admin])
  expect(await rolesOf(person)).toEqual([customer, support_staff, collection_admin])
  expect(data.history[0]).toMatchObject({
    action: 'Changed roles',
    reason,
    staff_email: admin.email,
    changes: [{ field: 'roles', was: 'none', is: 'Support, Collections' }],
  })
  expect(await statusOf(person.visitor.call(listPeople, {}))).toBe(200)
  const reactions = accountsReactions(shop.deps)
  await dispatch(shop.db, shop.jobs, reactions, shop.clock.now())
  for (const { name, data } of shop.jobs.sent.splice(0))
    await reactions.find(one => one.name === name)?.react(data as never)
  expect(shop.mail.sent.filter(({ to }) => to === person.email)).toEqual([
    expect.objectContaining({
      subject: 'What you may do on Longtake has changed',
      text: expect.stringContaining('Support, Collections') as string,
    }),
  ])
  await change(admin, person, [collection_admin], [support_staff, collection_admin])
  expect(await rolesOf(person)).toEqual([customer, collection_admin])
  expect(await statusOf(person.visitor.call(listPeople, {}))).toBe(404)
})

test('a partner sees footage before its release and nothing of the admin, until the role or the account is taken', async () => {
  const person = await aPerson()
  const preview = () => statusOf(person.visitor.call(listUnreleased, {}))
  expect(await preview()).toBe(404)
  await change(admin, person, [partner_preview])
  expect(await preview()).toBe(200)
  expect(await statusOf(person.visitor.call(listPeople, {}))).toBe(404)
  await admin.visitor.call(suspendPerson, { params: { id: String(person.user_id) }, body: { reason } })
  expect(await preview()).toBe(403)
})

test('only platform admins give roles, and nobody their own', async () => {
  const support = await aStaff(shop)
  const person = await aPerson()
  expect(await statusOf(change(support, person, [support_staff]))).toBe(404)
  expect(await statusOf(change(admin, admin, [], [platform_admin]))).toBe(403)
  const facts = async (by: Buyer, { user_id }: Buyer) =>
    (await by.visitor.call(getPerson, { params: { id: String(user_id) } })).data.can_change_roles
  expect(await facts(admin, person)).toBe(true)
  expect(await facts(admin, admin)).toBe(false)
  expect(await facts(support, person)).toBe(false)
})

test('what a colleague did meanwhile is not undone, and no change is none', async () => {
  const person = await aPerson()
  await change(admin, person, [support_staff])
  expect(await statusOf(change(admin, person, [collection_admin], []))).toBe(409)
  expect(await statusOf(change(admin, person, [support_staff], [support_staff]))).toBe(409)
  expect(await rolesOf(person)).toEqual([customer, support_staff])
})

test('the suspended, the deleted and those whose email nobody confirmed get none', async () => {
  const suspended = await aMember(shop)
  await admin.visitor.call(suspendPerson, { params: { id: String(suspended.user_id) }, body: { reason } })
  const unconfirmed = await aMember(shop)
  await shop.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', unconfirmed.user_id).execute()
  for (const person of [suspended, unconfirmed])
    expect(await statusOf(change(admin, person, [support_staff]))).toBe(409)
  expect(await statusOf(change(admin, { user_id: 999_999 }, [support_staff]))).toBe(404)
})

test('what is not a role that can be given is refused with a reason', async () => {
  const person = await aMember(shop)
  const wish = { params: { id: String(person.user_id) } }
  for (const roles of [[customer], [platformRoles.suspended], [99]])
    expect(
      await statusOf(admin.visitor.call(changeRoles, { ...wish, body: { roles: roles as Role[], seen: [], reason } })),
    ).toBe(422)
  await expect(
    admin.visitor.call(changeRoles, { ...wish, body: { roles: [support_staff], seen: [], reason: ' ' } }),
  ).rejects.toMatchObject({ status: 422, errors: { reason: [expect.any(String)] } })
})

test('of twenty who change one person at once, one does', async () => {
  const person = await aPerson()
  const all = await Promise.all(Array.from({ length: 20 }, () => aStaff(shop, 'platform_admin')))
  const statuses = await Promise.all(all.map(by => statusOf(change(by, person, [support_staff]))))
  expect(statuses.toSorted((a, b) => Number(a) - Number(b))).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
})

test('of two who take each other’s role at once, one keeps it', async () => {
  for (let round = 0; round < 20; round++) {
    const two = await Promise.all([aStaff(shop, 'platform_admin'), aStaff(shop, 'platform_admin')])
    const [one, other] = two
    const statuses = await Promise.all([
      statusOf(change(one, other, [], [platform_admin])),
      statusOf(change(other, one, [], [platform_admin])),
    ])
    const left = await Promise.all(two.map(rolesOf))
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(left.filter(roles => roles.includes(platform_admin))).toHaveLength(1)
  }
})

const affiliate = (by: Buyer, { user_id }: Pick<Buyer, 'user_id'>, chosen: Affiliation[], seen: Affiliation[] = []) =>
  by.visitor.call(changeAffiliations, {
    params: { id: String(user_id) },
    body: { affiliations: chosen, seen, reason: 'Recommends us' },
  })

test('support sets affiliations, the session tells them at once, and the log says what they were', async () => {
  const support = await aStaff(shop)
  const person = await aPerson()
  const { data } = await affiliate(support, person, ['filmmaker_manager', 'ambassador'])
  expect(data.affiliations).toEqual(['ambassador', 'filmmaker_manager'])
  expect(data.history[0]).toMatchObject({
    action: 'Changed affiliations',
    reason: 'Recommends us',
    staff_email: support.email,
    changes: [{ field: 'affiliations', was: 'none', is: 'Ambassador, Filmmaker manager' }],
  })
  expect((await person.visitor.call(getSession, {})).data).toMatchObject({
    isAmbassador: true,
    isFilmmakerManager: true,
    isOwner: false,
  })
  await affiliate(support, person, [], ['ambassador', 'filmmaker_manager'])
  expect((await person.visitor.call(getSession, {})).data).toMatchObject({ isAmbassador: false })
})

test('nobody sets affiliations without the role for it, of themselves, or of those above', async () => {
  const support = await aStaff(shop)
  const person = await aPerson()
  expect(await statusOf(affiliate(person, person, ['ambassador']))).toBe(404)
  expect(await statusOf(affiliate(support, support, ['ambassador']))).toBe(403)
  expect(await statusOf(affiliate(support, admin, ['ambassador']))).toBe(403)
  // Acting as somebody, staff reach no admin page.
  await support.visitor.call(masqueradeAs, { params: { id: String(person.user_id) }, body: { reason } })
  expect(await statusOf(affiliate(support, await aPerson(), ['ambassador']))).toBe(403)
})

test('affiliations changed twenty times at once with the same view of them change once', async () => {
  const staff = await Promise.all(Array.from({ length: 20 }, () => aStaff(shop)))
  const person = await aPerson()
  const statuses = await Promise.all(staff.map(one => statusOf(affiliate(one, person, ['ambassador']))))
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  expect(statuses.filter(status => status === 409)).toHaveLength(19)
})
