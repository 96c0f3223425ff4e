/** Tests for the people of a filmmaker: invited, accepted, removed. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getSession } from '#accounts/contract.ts'
import { createStaffFilmmaker, getStaffFilmmaker } from '#catalog/admin/filmmakers/contract.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { idParams, uniqueWord } from '../../../testing/builders/curation.ts'
import { assignPassword, mailFilmmakerInvite, replayToLedger } from '../../../testing/builders/earnings.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { good_password as password, registerConfirmedPerson, registerPerson } from '../../../testing/builders/people.ts'
import { seedStaff, setRoles, signInAgain } from '../../../testing/builders/staff.ts'
import { acceptFilmmakerInvite, getEarnings, getFilmmakerInvite, savePayoutSettings } from '../contract.ts'
import * as contract from './contract.ts'

const { customer, platform_admin, filmmaker: filmmakerRole, suspended } = platformRoles

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop, 'platform_admin')
})
afterAll(() => shop.close())

const messageOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? `${error.status} ${error.message}` : String(error)),
  )
const createFilmmaker = async () => {
  const body = { name: `Ibex ${uniqueWord()}`, location: '', bio: '' }
  return (await staff.visitor.call(createStaffFilmmaker, { body })).data
}
const send = (filmmaker_id: number, email: string, by = staff) =>
  by.visitor.call(contract.inviteToFilmmaker, { ...idParams(filmmaker_id), body: { email } })
const invite = async (filmmaker_id: number, email: string) => {
  await send(filmmaker_id, email)
  return mailFilmmakerInvite(shop)
}
const ines = { first_name: 'Ines', last_name: 'Marlow', password }
const accept = (token: string, body: Partial<typeof ines> = ines, visitor: Visitor = shop.visitor()) =>
  visitor.call(acceptFilmmakerInvite, { params: { token }, body })
const loadAccount = async (filmmaker_id: number) =>
  (await staff.visitor.call(getStaffFilmmaker, idParams(filmmaker_id))).data.account
const removePerson = (filmmaker_id: number, user_id: number, by = staff) =>
  by.visitor.call(contract.removePerson, {
    params: { id: String(filmmaker_id), user_id: String(user_id) },
    body: { reason: 'Left the company' },
  })

test('an invited person registers by the mailed link, sees the earnings at once, and nothing after the removal', async () => {
  const clip = await seedClip(shop)
  await seedOrder(shop, await seedMember(shop), 'paid', { clips: [clip] })
  await replayToLedger(shop)
  const [row] = (await staff.visitor.call(contract.listFilmmakerBalances, {})).data
  expect(row).toMatchObject({ balance: { unformatted: 9_950 }, people: [], has_payee: false })
  const [id, name] = [row?.id ?? 0, row?.name ?? '']
  expect(await loadAccount(id)).toMatchObject({ people: [], invites: [], balance: { unformatted: 9_950 } })

  const token = await invite(id, 'ines@marlow.example')
  expect(shop.mail.sent.at(-1)).toMatchObject({
    to: 'ines@marlow.example',
    subject: expect.stringContaining(`invites you to ${name}`),
  })
  expect(await loadAccount(id)).toMatchObject({ invites: [{ email: 'ines@marlow.example', is_expired: false }] })
  const visitor = shop.visitor()
  expect((await visitor.call(getFilmmakerInvite, { params: { token } })).data).toMatchObject({
    email: 'ines@marlow.example',
    filmmaker: name,
    has_account: false,
    signed_in_as: null,
  })
  const { data: user } = await accept(token, ines, visitor)
  expect(user).toMatchObject({ email_verified: true, roles: [customer, filmmakerRole] })
  expect((await visitor.call(getEarnings, {})).data?.balance.unformatted).toBe(9_950)
  expect(await loadAccount(id)).toMatchObject({
    people: [{ id: user.id, name: 'Ines Marlow', linked_by: staff.email }],
    invites: [],
  })
  expect(await messageOf(accept(token))).toBe('410 This invite was accepted already. Please log in.')

  await assignPassword(shop, { user_id: user.id })
  const payee = { payee_name: 'Ines Marlow', paypal_email: 'ines@marlow.example' }
  await visitor.call(savePayoutSettings, { body: { ...payee, password } })
  expect((await loadAccount(id))?.has_payee).toBe(true)
  await removePerson(id, user.id)
  await expect(visitor.call(getEarnings, {})).rejects.toMatchObject({ status: 404 })
  // The payout details of a removed person no longer count.
  expect(await loadAccount(id)).toMatchObject({ people: [], has_payee: false })
  const { data: log } = await staff.visitor.call(listStaffAuditLog, { query: { about: 'filmmaker', key: String(id) } })
  expect(log.map(({ action, reason }) => [action, reason])).toEqual([
    ['member_unlinked', 'Left the company'],
    ['member_linked', 'Accepted an invite'],
    ['person_invited', ''],
  ])
  expect(log[2]?.changes).toEqual([
    expect.objectContaining({ field: 'invite', was: 'none', is: 'ines@marlow.example' }),
  ])
})

test('an account with the invited email has to be signed in and confirmed', async () => {
  const { id } = await createFilmmaker()
  const person = await registerConfirmedPerson(shop)
  const token = await invite(id, person.user.email)
  expect((await shop.visitor().call(getFilmmakerInvite, { params: { token } })).data.has_account).toBe(true)
  expect(await messageOf(accept(token))).toBe('401 Please log in to your account first.')
  const other = await registerConfirmedPerson(shop)
  expect(await messageOf(accept(token, {}, other.visitor))).toBe(
    `409 This invite is for ${person.user.email}. Please log out first.`,
  )
  const session = person.visitor.cookies.get('session')
  const { data } = await accept(token, {}, person.visitor)
  expect(data.roles).toEqual([customer, filmmakerRole])
  // New rights, new token.
  expect(person.visitor.cookies.get('session')).not.toBe(session)
  expect((await person.visitor.call(getSession, {})).data?.id).toBe(data.id)

  const unconfirmed = await registerPerson(shop)
  const second = await invite(id, unconfirmed.user.email)
  expect(await messageOf(accept(second, {}, unconfirmed.visitor))).toMatch(/^409 Confirm your email address first\./)
})

test('20 sessions accept an invite at once: one membership, and a sentence for the others', async () => {
  const { id } = await createFilmmaker()
  const token = await invite(id, 'many@marlow.example')
  const results = await Promise.all(Array.from({ length: 20 }, () => messageOf(accept(token))))
  expect(results.filter(result => result === 'done')).toHaveLength(1)
  expect(results.filter(result => /^(401|409|410|422) /.test(result))).toHaveLength(19)
  expect((await loadAccount(id))?.people).toMatchObject([{ email: 'many@marlow.example' }])
  const entries = await shop.db
    .selectFrom('audit_log')
    .where('subject_type', '=', 'filmmaker')
    .where('subject_key', '=', String(id))
    .where('action', '=', 'member_linked')
    .select('id')
    .execute()
  expect(entries).toHaveLength(1)
})

test('20 admins invite the same email at once: one invite', async () => {
  const { id } = await createFilmmaker()
  const results = await Promise.all(Array.from({ length: 20 }, () => messageOf(send(id, 'once@marlow.example'))))
  expect(results.filter(result => result === 'done')).toHaveLength(1)
  expect((await loadAccount(id))?.invites).toHaveLength(1)
})

test('a link stops working when it is replaced, revoked or expired, or its sender leaves', async () => {
  const { id } = await createFilmmaker()
  const email = 'late@marlow.example'
  const first = await invite(id, email)
  expect(await messageOf(send(id, email.toUpperCase()))).toBe(
    '422 This email is invited to a filmmaker already. Send the invite again, or revoke it.',
  )
  const [pending] = (await loadAccount(id))?.invites ?? []
  const params = { id: String(id), invite_id: String(pending?.id) }
  const foreign = { ...params, id: String((await createFilmmaker()).id) }
  const resend = (target: typeof params) => staff.visitor.call(contract.resendFilmmakerInvite, { params: target })
  expect(await messageOf(resend(foreign))).toMatch(/^404 /)
  await resend(params)
  const second = await mailFilmmakerInvite(shop)
  expect(await messageOf(accept(first))).toBe('404 This link is unknown, or a later mail has replaced it.')
  await staff.visitor.call(contract.revokeFilmmakerInvite, { params })
  expect(await messageOf(accept(second))).toMatch(/^404 /)
  expect(await messageOf(staff.visitor.call(contract.revokeFilmmakerInvite, { params }))).toMatch(/^404 /)

  const third = await invite(id, email)
  await setRoles(shop, staff.user_id, [customer])
  expect(await messageOf(accept(third))).toContain(
    '410 The person who sent this invite no longer administers the shop.',
  )
  await setRoles(shop, staff.user_id, [customer, platform_admin])
  shop.clock.advance(7 * DAY_MS)
  expect(await messageOf(accept(third))).toBe('410 This invite has expired. Please ask for a new one.')
  // An expired invite doesn't block another one.
  await signInAgain(shop, staff)
  const { history: before } = (await staff.visitor.call(getStaffFilmmaker, { params: { id: String(id) } })).data
  expect(await messageOf(accept(await invite(id, email)))).toBe('done')
  const { history } = (await staff.visitor.call(getStaffFilmmaker, { params: { id: String(id) } })).data
  const countRevoked = (entries: typeof history) => entries.filter(({ action }) => action === 'invite_revoked').length
  expect(countRevoked(history)).toBe(countRevoked(before) + 1)
})

test('an invite that a colleague sends again stays its inviter’s while they administer the shop', async () => {
  const { id } = await createFilmmaker()
  const inviter = await seedStaff(shop, 'platform_admin')
  const body = { email: 'resent@marlow.example' }
  await inviter.visitor.call(contract.inviteToFilmmaker, { params: { id: String(id) }, body })
  const [pending] = (await loadAccount(id))?.invites ?? []
  const params = { id: String(id), invite_id: String(pending?.id) }
  const inviterAfterResend = async () => {
    await staff.visitor.call(contract.resendFilmmakerInvite, { params })
    return (await loadAccount(id))?.invites[0]?.invited_by
  }
  expect(await inviterAfterResend()).toBe(inviter.email)
  await setRoles(shop, inviter.user_id, [customer])
  expect(await inviterAfterResend()).toBe(staff.email)
})

test('one’s own account, a suspended one and one with another filmmaker can’t have access', async () => {
  const [one, another] = [await createFilmmaker(), await createFilmmaker()]
  expect(await messageOf(send(one.id, staff.email))).toBe('403 This is your own account. Please ask a colleague.')
  expect(await messageOf(send(999_999, 'x@marlow.example'))).toMatch(/^404 /)
  const person = await registerConfirmedPerson(shop)
  const token = await invite(one.id, person.user.email)
  await setRoles(shop, person.user.id, [customer, suspended])
  expect(await messageOf(accept(token, {}, person.visitor))).not.toBe('done')
  await setRoles(shop, person.user.id, [customer])
  // Linked elsewhere in the meantime.
  const link = { user_id: person.user.id, filmmaker_id: another.id, linked_at: shop.clock.now() }
  await shop.db.insertInto('filmmaker_members').values(link).execute()
  expect(await messageOf(accept(token, {}, person.visitor))).toBe(
    `409 Your account has access to “${another.name}”, and an account is for one filmmaker. Please ask for an invite to another email.`,
  )
  expect(await messageOf(send(another.id, person.user.email))).toBe('422 This person has access already.')
  // The role of a filmmaker isn't taken from oneself.
  await shop.db
    .updateTable('filmmaker_members')
    .set({ user_id: staff.user_id })
    .where('user_id', '=', person.user.id)
    .execute()
  expect(await messageOf(removePerson(another.id, staff.user_id))).toMatch(/^403 /)
})

test('only platform administrators see people and money', async () => {
  const { id } = await createFilmmaker()
  for (const role of ['support_staff', 'collection_admin'] as const) {
    const { visitor } = await seedStaff(shop, role)
    expect((await visitor.call(getStaffFilmmaker, idParams(id))).data.account).toBe(null)
  }
})
