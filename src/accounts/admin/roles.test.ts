/** Tests for platform roles and affiliations: who assigns them, and their immediate effect. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listUnreleased } from '#catalog/unreleased-contract.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { dispatchEvents } from '#platform/jobs/outbox.server.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import type { Affiliation } from '../affiliations.ts'
import { getSession } from '../contract.ts'
import { accountsReactions } from '../reactions.server.ts'
import { changeAffiliations, changeRoles, getPerson, masqueradeAs, listPeople, suspendPerson } from './contract.ts'

const { customer, platform_admin, support_staff, collection_admin, partner_preview } = platformRoles
const reason = 'Joins support on Monday'

let shop: TestApp
let admin: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  admin = await seedStaff(shop, 'platform_admin')
})
afterAll(() => shop.close())

type AssignableRoleId = (typeof platformRoles)[
  | 'platform_admin'
  | 'support_staff'
  | 'collection_admin'
  | 'partner_preview']

const changeRolesAs = (
  actor: Buyer,
  { user_id }: Pick<Buyer, 'user_id'>,
  roles: AssignableRoleId[],
  seen: AssignableRoleId[] = [],
) => actor.visitor.call(changeRoles, { params: { id: String(user_id) }, body: { roles, seen, reason } })
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : error),
  )
const rolesOf = async ({ user_id }: Pick<Buyer, 'user_id'>) =>
  (
    await shop.db.selectFrom('users').where('id', '=', user_id).select('platform_roles').executeTakeFirstOrThrow()
  ).platform_roles.toSorted((a, b) => a - b)

/** Creates a person whose email is confirmed. */
const createPerson = async () => {
  const person = await seedMember(shop)
  await shop.db
    .updateTable('users')
    .set({ email_verified_at: shop.clock.now() })
    .where('id', '=', person.user_id)
    .execute()
  return person
}

test('a new role opens its endpoints at once, is mailed and logged, and closes them when it is removed', async () => {
  const person = await createPerson()
  expect(await statusOf(person.visitor.call(listPeople, {}))).toBe(404)
  const { data } = await changeRolesAs(admin, person, [support_staff, collection_admin])
  expect(await rolesOf(person)).toEqual([customer, support_staff, collection_admin])
  expect(data.history[0]).toMatchObject({
    action: 'roles_changed',
    reason,
    staff_email: admin.email,
    changes: [{ field: 'roles', was: 'none', is: 'Support, Collections' }],
  })
  expect(await statusOf(person.visitor.call(listPeople, {}))).toBe(200)
  const reactions = accountsReactions(shop.deps)
  await dispatchEvents(shop.db, shop.jobs, reactions, shop.clock.now())
  for (const { name, data } of shop.jobs.sent.splice(0))
    await reactions.find(item => item.name === name)?.handle(data as never)
  expect(shop.mail.sent.filter(({ to }) => to === person.email)).toEqual([
    expect.objectContaining({
      subject: 'What you may do on Longtake has changed',
      text: expect.stringContaining('Support, Collections') as string,
    }),
  ])
  await changeRolesAs(admin, person, [collection_admin], [support_staff, collection_admin])
  expect(await rolesOf(person)).toEqual([customer, collection_admin])
  expect(await statusOf(person.visitor.call(listPeople, {}))).toBe(404)
})

test('a partner sees unreleased footage and nothing of the admin, until the role is removed or the account suspended', async () => {
  const person = await createPerson()
  const preview = () => statusOf(person.visitor.call(listUnreleased, {}))
  expect(await preview()).toBe(404)
  await changeRolesAs(admin, person, [partner_preview])
  expect(await preview()).toBe(200)
  expect(await statusOf(person.visitor.call(listPeople, {}))).toBe(404)
  await admin.visitor.call(suspendPerson, { params: { id: String(person.user_id) }, body: { reason } })
  expect(await preview()).toBe(403)
})

test('only platform admins change roles, and nobody their own', async () => {
  const support = await seedStaff(shop)
  const person = await createPerson()
  expect(await statusOf(changeRolesAs(support, person, [support_staff]))).toBe(404)
  expect(await statusOf(changeRolesAs(admin, admin, [], [platform_admin]))).toBe(403)
  const canChangeRoles = async (actor: Buyer, { user_id }: Buyer) =>
    (await actor.visitor.call(getPerson, { params: { id: String(user_id) } })).data.can_change_roles
  expect(await canChangeRoles(admin, person)).toBe(true)
  expect(await canChangeRoles(admin, admin)).toBe(false)
  expect(await canChangeRoles(support, person)).toBe(false)
})

test('a colleague’s change is not overwritten, and saving the same roles is refused', async () => {
  const person = await createPerson()
  await changeRolesAs(admin, person, [support_staff])
  expect(await statusOf(changeRolesAs(admin, person, [collection_admin], []))).toBe(409)
  expect(await statusOf(changeRolesAs(admin, person, [support_staff], [support_staff]))).toBe(409)
  expect(await rolesOf(person)).toEqual([customer, support_staff])
})

test('suspended, deleted and unconfirmed accounts get no roles', async () => {
  const suspended = await seedMember(shop)
  await admin.visitor.call(suspendPerson, { params: { id: String(suspended.user_id) }, body: { reason } })
  const unconfirmed = await seedMember(shop)
  await shop.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', unconfirmed.user_id).execute()
  for (const person of [suspended, unconfirmed])
    expect(await statusOf(changeRolesAs(admin, person, [support_staff]))).toBe(409)
  expect(await statusOf(changeRolesAs(admin, { user_id: 999_999 }, [support_staff]))).toBe(404)
})

test('a role that cannot be assigned, or a missing reason, is refused with a text', async () => {
  const person = await seedMember(shop)
  const request = { params: { id: String(person.user_id) } }
  for (const roles of [[customer], [platformRoles.suspended], [99]])
    expect(
      await statusOf(
        admin.visitor.call(changeRoles, { ...request, body: { roles: roles as AssignableRoleId[], seen: [], reason } }),
      ),
    ).toBe(422)
  await expect(
    admin.visitor.call(changeRoles, { ...request, body: { roles: [support_staff], seen: [], reason: ' ' } }),
  ).rejects.toMatchObject({ status: 422, errors: { reason: [expect.any(String)] } })
})

test('only one of twenty simultaneous changes of a person succeeds', async () => {
  const person = await createPerson()
  const admins = await Promise.all(Array.from({ length: 20 }, () => seedStaff(shop, 'platform_admin')))
  const statuses = await Promise.all(admins.map(actor => statusOf(changeRolesAs(actor, person, [support_staff]))))
  expect(statuses.toSorted((a, b) => Number(a) - Number(b))).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
})

test('when two admins remove each other’s role at once, one of them keeps it', async () => {
  for (let round = 0; round < 20; round++) {
    const admins = await Promise.all([seedStaff(shop, 'platform_admin'), seedStaff(shop, 'platform_admin')])
    const [first, second] = admins
    const statuses = await Promise.all([
      statusOf(changeRolesAs(first, second, [], [platform_admin])),
      statusOf(changeRolesAs(second, first, [], [platform_admin])),
    ])
    const remainingRoles = await Promise.all(admins.map(rolesOf))
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(remainingRoles.filter(roles => roles.includes(platform_admin))).toHaveLength(1)
  }
})

const changeAffiliationsAs = (
  actor: Buyer,
  { user_id }: Pick<Buyer, 'user_id'>,
  newAffiliations: Affiliation[],
  seen: Affiliation[] = [],
) =>
  actor.visitor.call(changeAffiliations, {
    params: { id: String(user_id) },
    body: { affiliations: newAffiliations, seen, reason: 'Recommends us' },
  })

test('support sets affiliations, the session has them at once, and the log says what they were', async () => {
  const support = await seedStaff(shop)
  const person = await createPerson()
  const { data } = await changeAffiliationsAs(support, person, ['filmmaker_manager', 'ambassador'])
  expect(data.affiliations).toEqual(['ambassador', 'filmmaker_manager'])
  expect(data.history[0]).toMatchObject({
    action: 'affiliations_changed',
    reason: 'Recommends us',
    staff_email: support.email,
    changes: [{ field: 'affiliations', was: 'none', is: 'Ambassador, Filmmaker manager' }],
  })
  expect((await person.visitor.call(getSession, {})).data).toMatchObject({
    isAmbassador: true,
    isFilmmakerManager: true,
    isOwner: false,
  })
  await changeAffiliationsAs(support, person, [], ['ambassador', 'filmmaker_manager'])
  expect((await person.visitor.call(getSession, {})).data).toMatchObject({ isAmbassador: false })
})

test('nobody sets affiliations without a staff role, for themselves, or for somebody with a higher role', async () => {
  const support = await seedStaff(shop)
  const person = await createPerson()
  expect(await statusOf(changeAffiliationsAs(person, person, ['ambassador']))).toBe(404)
  expect(await statusOf(changeAffiliationsAs(support, support, ['ambassador']))).toBe(403)
  expect(await statusOf(changeAffiliationsAs(support, admin, ['ambassador']))).toBe(403)
  // A staff member who acts as a customer reaches no admin page.
  await support.visitor.call(masqueradeAs, { params: { id: String(person.user_id) }, body: { reason } })
  expect(await statusOf(changeAffiliationsAs(support, await createPerson(), ['ambassador']))).toBe(403)
})

test('twenty simultaneous changes of the same affiliations change them once', async () => {
  const staff = await Promise.all(Array.from({ length: 20 }, () => seedStaff(shop)))
  const person = await createPerson()
  const statuses = await Promise.all(
    staff.map(member => statusOf(changeAffiliationsAs(member, person, ['ambassador']))),
  )
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  expect(statuses.filter(status => status === 409)).toHaveLength(19)
})
