/** Tests for the staff: invites by mail, the last administrator, leaving, and unlocking a login. */
import { afterEach, beforeEach, expect, test } from 'vitest'

import { changeRoles, leaveStaff, unlockPerson } from '#accounts/admin/contract.ts'
import { getSession, login } from '#accounts/contract.ts'
import { requestDeletion } from '#accounts/privacy/contract.ts'
import { getTwoStep } from '#accounts/two-step/contract.ts'
import { DAY_MS } from '#platform/clock.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { seedMember } from '../../../testing/builders/orders.ts'
import { good_password as password, registerConfirmedPerson } from '../../../testing/builders/people.ts'
import { seedOwner } from '../../../testing/builders/setup.ts'
import { seedStaff, setRoles, signInAgain } from '../../../testing/builders/staff.ts'
import { setupReactions } from '../reactions.server.ts'
import {
  acceptStaffInvite,
  getStaffInvite,
  inviteStaff,
  listStaff,
  resendStaffInvite,
  revokeStaffInvite,
} from './contract.ts'

const { customer, platform_admin, support_staff, collection_admin } = platformRoles

let shop: TestApp
let owner: Visitor
let owner_id: number
beforeEach(async () => {
  // Staff set up the shop before it opens.
  shop = await openTestApp({ DEMO: '0' }, { unopened: true })
  const { visitor, user } = await seedOwner(shop)
  owner = visitor
  owner_id = user.id
})
afterEach(() => shop.close())

const reason = 'Joins support on Monday'
const messageOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? `${error.status} ${error.message}` : String(error)),
  )
/** Runs the reaction that mails the last invite, and returns the token of its link. */
const mailLink = async (): Promise<string> => {
  const { payload } = await shop.db
    .selectFrom('events')
    .where('name', '=', 'staff.invited')
    .orderBy('id', 'desc')
    .select('payload')
    .limit(1)
    .executeTakeFirstOrThrow()
  await setupReactions(shop.deps)[0]?.handle(payload as never)
  return /\/staff-invite\/([\w-]{43})/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[1] ?? ''
}
const invite = async (email: string, roles: (2 | 3 | 5)[] = [support_staff]) => {
  await owner.call(inviteStaff, { body: { email, roles } })
  return mailLink()
}
const ben = { first_name: 'Ben', last_name: 'Okri', password }
const accept = (token: string, body = ben, visitor = shop.visitor()) =>
  visitor.call(acceptStaffInvite, { params: { token }, body })
const countAdmins = async () =>
  (await shop.db.selectFrom('users').select('platform_roles').execute()).filter(user =>
    user.platform_roles.includes(platform_admin),
  ).length

test('an invite makes an account with its roles, which adds a second step without another mail', async () => {
  const token = await invite('ben@example.com', [support_staff, collection_admin])
  expect(shop.mail.sent.at(-1)).toMatchObject({
    to: 'ben@example.com',
    subject: 'Longtake: Ada Byron invites you to the staff',
  })
  const visitor = shop.visitor()
  expect((await visitor.call(getStaffInvite, { params: { token } })).data).toMatchObject({
    email: 'ben@example.com',
    roles: ['Support', 'Collections'],
    invited_by: 'Ada Byron',
    has_account: false,
    signed_in_as: null,
  })
  expect((await owner.call(listStaff, {})).data.invites).toMatchObject([
    { email: 'ben@example.com', roles: [3, 5], is_expired: false },
  ])
  await accept(token, ben, visitor)
  const { data: user } = await visitor.call(getSession, {})
  expect(user).toMatchObject({ email: 'ben@example.com', email_verified: true, roles: [customer, 3, 5] })
  expect((await visitor.call(getTwoStep, {})).data).toMatchObject({ is_required: true, needs_email_code: false })
  expect((await owner.call(listStaff, {})).data).toMatchObject({
    members: [
      { email: 'ada@example.com', has_two_step: true },
      { email: 'ben@example.com', name: 'Ben Okri', has_two_step: false },
    ],
    invites: [],
  })
  expect(await messageOf(accept(token))).toBe('410 This invite was accepted already. Please log in.')
  const entries = await shop.db
    .selectFrom('audit_log')
    .where('log', '=', 'staff')
    .orderBy('id')
    .select(['actor_user_id', 'action', 'details'])
    .execute()
  expect(entries.slice(1)).toEqual([
    { actor_user_id: owner_id, action: 'staff_invited', details: { roles: ['', 'Support, Collections'] } },
    { actor_user_id: owner_id, action: 'roles_changed', details: { roles: ['', 'Support, Collections'] } },
  ])
})

test('an account with the invited email has to be signed in, and keeps its other roles', async () => {
  const person = await registerConfirmedPerson(shop)
  const token = await invite(person.user.email)
  expect((await shop.visitor().call(getStaffInvite, { params: { token } })).data.has_account).toBe(true)
  expect(await messageOf(accept(token))).toBe('401 Please log in to your account first.')
  const other = await registerConfirmedPerson(shop)
  expect(await messageOf(accept(token, ben, other.visitor))).toBe(
    `409 This invite is for ${person.user.email}. Please log out first.`,
  )
  const session = person.visitor.cookies.get('session')
  const { data } = await person.visitor.call(acceptStaffInvite, { params: { token }, body: {} })
  expect(data.roles).toEqual([customer, support_staff])
  // New rights, new token.
  expect(person.visitor.cookies.get('session')).not.toBe(session)
  expect((await person.visitor.call(getTwoStep, {})).data.needs_email_code).toBe(false)
})

test('20 browsers accept an invite at once: one account, and a sentence for the others', async () => {
  const token = await invite('ben@example.com')
  const results = await Promise.all(Array.from({ length: 20 }, () => messageOf(accept(token))))
  expect(results.filter(result => result === 'done')).toHaveLength(1)
  expect(results.filter(result => /^(401|410|422) /.test(result))).toHaveLength(19)
  const users = await shop.db.selectFrom('users').where('email', '=', 'ben@example.com').select('id').execute()
  expect(users).toHaveLength(1)
})

test('a link stops working when it is replaced, revoked or expired, or its sender leaves', async () => {
  const first = await invite('ben@example.com')
  expect(await messageOf(owner.call(inviteStaff, { body: { email: 'BEN@example.com', roles: [2] } }))).toBe(
    '422 This email is invited already. Send the invite again, or revoke it.',
  )
  const [pending] = (await owner.call(listStaff, {})).data.invites
  const params = { id: String(pending?.id) }
  await owner.call(resendStaffInvite, { params })
  const second = await mailLink()
  expect(await messageOf(accept(first))).toBe('404 This link is unknown, or a later mail has replaced it.')
  await owner.call(revokeStaffInvite, { params })
  expect(await messageOf(accept(second))).toMatch(/^404 /)
  expect(await messageOf(owner.call(revokeStaffInvite, { params }))).toMatch(/^404 /)

  const third = await invite('ben@example.com')
  await setRoles(shop, owner_id, [customer])
  expect(await messageOf(accept(third))).toContain(
    '410 The person who sent this invite no longer administers the shop.',
  )
  await setRoles(shop, owner_id, [customer, platform_admin])
  shop.clock.advance(7 * DAY_MS)
  expect(await messageOf(accept(third))).toBe('410 This invite has expired. Please ask for a new one.')
  // An expired invite doesn't block another one.
  await signInAgain(shop, { visitor: owner, user_id: owner_id } as never)
  const revocations = async () =>
    (await shop.db.selectFrom('audit_log').where('action', '=', 'staff_invite_revoked').select('id').execute()).length
  const before = await revocations()
  expect(await messageOf(accept(await invite('ben@example.com')))).toBe('done')
  expect(await revocations()).toBe(before + 1)
})

test('an invite that a colleague sends again stays its inviter’s while they administer the shop', async () => {
  const colleague = await seedAdmin()
  await invite('ben@example.com')
  const [pending] = (await owner.call(listStaff, {})).data.invites
  const params = { id: String(pending?.id) }
  const inviterAfterResend = async () => {
    await colleague.visitor.call(resendStaffInvite, { params })
    const { invited_by } = await shop.db.selectFrom('staff_invites').select('invited_by').executeTakeFirstOrThrow()
    return invited_by
  }
  expect(await inviterAfterResend()).toBe(owner_id)
  await setRoles(shop, owner_id, [customer])
  expect(await inviterAfterResend()).toBe(colleague.user_id)
})

test('nobody accepts their own invite', async () => {
  const token = await invite('later@example.com')
  await shop.db.updateTable('users').set({ email: 'later@example.com' }).where('id', '=', owner_id).execute()
  expect(await messageOf(owner.call(acceptStaffInvite, { params: { token }, body: {} }))).toMatch(
    /^403 You can’t accept/,
  )
})

test('a new account needs a name and a password that is not weak, and a mistake uses nothing up', async () => {
  const token = await invite('ben@example.com')
  await expect(accept(token, {} as never)).rejects.toMatchObject({
    status: 422,
    errors: { first_name: expect.anything(), last_name: expect.anything(), password: expect.anything() },
  })
  expect(await messageOf(accept(token, { ...ben, password: 'Password1' }))).toContain(
    '422 This password is too common.',
  )
  expect(await messageOf(accept(token))).toBe('done')
})

test('the only platform admin can neither leave, nor delete the account, nor be removed', async () => {
  const refusal = /^409 This is the only platform admin\./
  expect(await messageOf(owner.call(leaveStaff, { body: { reason } }))).toMatch(refusal)
  expect(await messageOf(owner.call(requestDeletion, { body: { password } as never }))).toMatch(refusal)
  const second = await seedStaff(shop, 'platform_admin')
  await shop.db
    .insertInto('account_deletions')
    .values({
      user_id: second.user_id,
      requested_at: shop.clock.now(),
      due_at: new Date(shop.clock.now().getTime() + DAY_MS),
    })
    .execute()
  // Somebody who will be gone doesn't count.
  expect(await messageOf(owner.call(leaveStaff, { body: { reason } }))).toMatch(refusal)
  await shop.db.deleteFrom('account_deletions').execute()
  await owner.call(leaveStaff, { body: { reason } })
  expect(await messageOf(owner.call(listStaff, {}))).toBe('403 This shop isn’t open yet.')
  expect(await countAdmins()).toBe(1)
})

test('of 20 platform admins who leave at once one stays, and so it is when they remove each other', async () => {
  const admins = await Promise.all(Array.from({ length: 20 }, () => seedAdmin()))
  await Promise.all(admins.map(({ visitor }) => messageOf(visitor.call(leaveStaff, { body: { reason } }))))
  await messageOf(owner.call(leaveStaff, { body: { reason } }))
  expect(await countAdmins()).toBe(1)

  await setRoles(shop, owner_id, [customer])
  const ring = await Promise.all(Array.from({ length: 20 }, () => seedAdmin()))
  await shop.db
    .updateTable('users')
    .set({ platform_roles: [customer] })
    .where(
      'id',
      'in',
      admins.map(({ user_id }) => user_id),
    )
    .execute()
  await Promise.all(
    ring.map(({ visitor }, index) => {
      const next = ring[(index + 1) % ring.length]
      const params = { id: String(next?.user_id) }
      return messageOf(visitor.call(changeRoles, { params, body: { roles: [], seen: [2], reason } }))
    }),
  )
  expect(await countAdmins()).toBeGreaterThanOrEqual(1)
})

/** With a second step, as the shop requires. */
const seedAdmin = async () => {
  const admin = await seedStaff(shop, 'platform_admin')
  await shop.db
    .insertInto('passkeys')
    .values({
      user_id: admin.user_id,
      credential_id: `key-${admin.user_id}`,
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      name: 'Key',
      created_at: shop.clock.now(),
    } as never)
    .execute()
  return admin
}

test('staff unlock a login that wrong passwords locked, with a reason for the log', async () => {
  const limited = await openTestApp({ RATE_LIMITS: '1' })
  try {
    const admin = await seedStaff(limited, 'platform_admin')
    const support = await seedStaff(limited)
    const person = await registerConfirmedPerson(limited)
    const { email, id } = person.user
    const tryLogin = (word: string) =>
      limited
        .visitor()
        .call(login, { body: { login: email, password: word } })
        .then(
          () => 200,
          (error: unknown) => (error instanceof Refusal ? error.status : error),
        )
    const unlock = (actor = support, user_id = id) =>
      messageOf(actor.visitor.call(unlockPerson, { params: { id: String(user_id) }, body: { reason } }))
    expect(await unlock()).toBe('409 This login isn’t locked.')
    await limited.db
      .insertInto('login_attempts')
      .values(await lockedCounters(limited, email))
      .execute()
    expect(await tryLogin(password)).toBe(429)
    expect(await unlock()).toBe('done')
    expect(await tryLogin(password)).not.toBe(429)
    expect(await unlock(support, admin.user_id)).toMatch(/^403/)
    expect(await unlock(admin, admin.user_id)).toMatch(/^403 This is your own account\./)
    const { action } = await limited.db
      .selectFrom('audit_log')
      .where('subject_key', '=', String(id))
      .select('action')
      .executeTakeFirstOrThrow()
    expect(action).toBe('unlocked')
  } finally {
    await limited.close()
  }
})

/** The counter of the test's address, as 10 wrong passwords leave it. */
const lockedCounters = async (app: TestApp, email: string) => {
  const { hashToken } = await import('#platform/ids.server.ts')
  return {
    counter_hash: hashToken(`from:127.0.0.1:${email}`.toLowerCase()),
    account_hash: hashToken(email.toLowerCase()),
    attempts: 10,
    window_started_at: app.clock.now(),
  }
}

test('a customer’s session is no way into the staff: invites are for platform admins only', async () => {
  const member = await seedMember(shop)
  const support = await seedStaff(shop)
  for (const visitor of [shop.visitor(), member.visitor, support.visitor])
    expect(await messageOf(visitor.call(inviteStaff, { body: { email: 'x@example.com', roles: [2] } }))).toMatch(
      /^(401|403|404) /,
    )
})
