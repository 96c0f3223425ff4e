import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { login } from '#accounts/contract.ts'
import { accountsReactions } from '#accounts/reactions.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import { dispatchEvents } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import {
  confirmEmail,
  registerConfirmedPerson,
  registerPerson,
  registerTeammate,
  signUp,
} from '../../testing/builders/people.ts'
import { findBrokenRow } from './audit.server.ts'
import { getCurrentWorkspace, switchWorkspace } from './contract.ts'
import { mailInvite } from './mails.server.ts'
import { workspacesReactions } from './reactions.server.ts'
import type { AssignableWorkspaceRole } from './roles.ts'
import {
  acceptInvite,
  changeInvite,
  changeMemberRole,
  copyInviteLink,
  inviteTeammates,
  listMembers,
  readInvite,
  removeMember,
  resendInvite,
  revokeInvite,
} from './team-contract.ts'
import { addMember } from './workspaces.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'http://localhost:4400' })
})
beforeEach(async () => {
  shop.mail.sent.splice(0)
  // Removes the unsent events of earlier tests.
  await shop.db.deleteFrom('events').execute()
})
afterAll(() => shop.close())

const uniqueEmail = () => `${randomUUID()}@people.example`
type InvitePerson = Awaited<ReturnType<typeof registerPerson>>

const inviteOne = async (inviter: InvitePerson, email: string, role: AssignableWorkspaceRole = 'purchaser') => {
  const { data } = await inviter.visitor.call(inviteTeammates, { body: { invitees: [{ email, role }] } })
  if (!data[0]) throw new Error('Expected an invite.')
  return data[0]
}

/** Runs the reactions to the recorded events. */
const sendMails = async () => {
  shop.jobs.sent.splice(0)
  const reactions = workspacesReactions(shop.deps)
  await dispatchEvents(shop.db, shop.jobs, reactions, shop.clock.now())
  for (const { name, data } of shop.jobs.sent)
    await reactions.find(reaction => reaction.name === name)?.handle(data as never)
}

const extractToken = (text: string | undefined) =>
  new URL(/http\S+invite_token=[\w-]+/.exec(text ?? '')?.[0] ?? '').searchParams.get('invite_token') ?? ''
const lastMailedToken = () => extractToken(shop.mail.sent.at(-1)?.text)

const accept = (visitor: Visitor, invite_token: string) => visitor.call(acceptInvite, { body: { invite_token } })

test('an invite is mailed, opened by its link and accepted by its recipient, who then works there with its role', async () => {
  const owner = await registerPerson(shop)
  const email = uniqueEmail()
  await inviteOne(owner, email.toUpperCase())
  await sendMails()
  expect(shop.mail.sent).toMatchObject([{ to: email.toUpperCase(), subject: 'Join Personal workspace on Longtake' }])
  const token = lastMailedToken()
  expect((await shop.visitor().call(readInvite, { params: { id: token } })).data).toEqual({
    email: email.toUpperCase(),
    workspace_name: 'Personal workspace',
    role: 'purchaser',
    is_mailed: true,
  })
  const guest = await registerPerson(shop, email)
  const { data } = await accept(guest.visitor, token)
  expect(data).toMatchObject({ id: (await owner.visitor.call(getCurrentWorkspace, {})).data.id, role: 'purchaser' })
  expect((await guest.visitor.call(getCurrentWorkspace, {})).data).toEqual(data)
  const { data: members } = await owner.visitor.call(listMembers, { query: {} })
  expect(members.map(({ kind }) => kind)).toEqual(['member', 'member'])
  expect(await findBrokenRow(shop.db, data.id)).toBeNull()
})

test('no plain token is in the database or in the queue', async () => {
  const owner = await registerPerson(shop)
  await inviteOne(owner, uniqueEmail())
  await sendMails()
  const rows = await shop.db.selectFrom('workspace_invite_tokens').selectAll().execute()
  const storedRows = JSON.stringify([rows, shop.jobs.sent, await shop.db.selectFrom('events').selectAll().execute()])
  expect(lastMailedToken()).toHaveLength(43)
  expect(storedRows).not.toContain(lastMailedToken())
})

test('the mail is sent once, however often the reaction runs, and retried after a mail server failure', async () => {
  const owner = await registerPerson(shop)
  const { id } = await inviteOne(owner, uniqueEmail())
  const failingDeps = { ...shop.deps, mail: { ...shop.mail, send: () => Promise.reject(new Error('no answer')) } }
  const run = (deps = shop.deps) => mailInvite(deps, id)
  await expect(run(failingDeps)).rejects.toThrow('no answer')
  await Promise.all(Array.from({ length: 20 }, () => run()))
  expect(shop.mail.sent).toHaveLength(1)
})

test('an invite works once', async () => {
  const owner = await registerPerson(shop)
  const email = uniqueEmail()
  await inviteOne(owner, email)
  await sendMails()
  const guest = await registerPerson(shop, email)
  const joined = await accept(guest.visitor, lastMailedToken())
  // A repeated request by the member changes nothing.
  expect(await accept(guest.visitor, lastMailedToken())).toEqual(joined)
  const { data: members } = await owner.visitor.call(listMembers, { query: {} })
  const self = members.find(member => member.kind === 'member' && member.email === email)
  await owner.visitor.call(removeMember, { params: { id: String(self?.id) } })
  await expect(accept(guest.visitor, lastMailedToken())).rejects.toMatchObject({ status: 410 })
  await expect(shop.visitor().call(readInvite, { params: { id: lastMailedToken() } })).rejects.toMatchObject({
    status: 410,
  })
})

test('an invite is for one email, and an attempt by another user does not use it', async () => {
  const owner = await registerPerson(shop)
  const email = uniqueEmail()
  await inviteOne(owner, email)
  await sendMails()
  const stranger = await registerPerson(shop)
  await expect(accept(stranger.visitor, lastMailedToken())).rejects.toMatchObject({ status: 403 })
  expect((await stranger.visitor.call(getCurrentWorkspace, {})).data.role).toBe('owner')
  await accept((await registerPerson(shop, email)).visitor, lastMailedToken())
})

test('an invite expires after seven days; resending it adds seven days and replaces the link', async () => {
  const owner = await registerPerson(shop)
  const email = uniqueEmail()
  const { id } = await inviteOne(owner, email)
  await sendMails()
  const first = lastMailedToken()
  shop.clock.advance(7 * DAY_MS)
  // The session has expired, too.
  await owner.visitor.call(login, { body: { login: owner.user.email, password: owner.password } })
  await expect(shop.visitor().call(readInvite, { params: { id: first } })).rejects.toMatchObject({ status: 410 })
  expect((await owner.visitor.call(listMembers, { query: { 'search[query]': email } })).data[0]?.is_expired).toBe(true)
  const params = { id: String(id) }
  await expect(owner.visitor.call(copyInviteLink, { params })).rejects.toMatchObject({ status: 410 })
  await owner.visitor.call(resendInvite, { params, body: { role: 'guest' } })
  await sendMails()
  expect(shop.mail.sent).toHaveLength(2)
  await expect(shop.visitor().call(readInvite, { params: { id: first } })).rejects.toMatchObject({ status: 404 })
  const guest = await registerPerson(shop, email)
  expect((await accept(guest.visitor, lastMailedToken())).data.role).toBe('guest')
})

test('an expired invite that a new one replaces is in the log as revoked', async () => {
  const owner = await registerPerson(shop)
  const email = uniqueEmail()
  const { id } = await inviteOne(owner, email)
  shop.clock.advance(7 * DAY_MS)
  await owner.visitor.call(login, { body: { login: owner.user.email, password: owner.password } })
  await inviteOne(owner, email)
  const entries = await shop.db
    .selectFrom('audit_log')
    .where('action', '=', 'invite.revoked')
    .where(sql<boolean>`details->>'invite_id' = ${String(id)}`)
    .select('id')
    .execute()
  expect(entries).toHaveLength(1)
})

test('a copied link works in addition to the mailed link; both stop working when the invite is revoked', async () => {
  const owner = await registerPerson(shop)
  const email = uniqueEmail()
  const { id } = await inviteOne(owner, email)
  await sendMails()
  const { link } = (await owner.visitor.call(copyInviteLink, { params: { id: String(id) } })).data
  expect(link).toMatch(/^http:\/\/localhost:4400\/\?invite_token=/)
  for (const token of [lastMailedToken(), extractToken(link)])
    await shop.visitor().call(readInvite, { params: { id: token } })
  await owner.visitor.call(revokeInvite, { body: { email } })
  const guest = await registerPerson(shop, email)
  for (const token of [lastMailedToken(), extractToken(link)])
    await expect(accept(guest.visitor, token)).rejects.toMatchObject({ status: 410 })
})

const allReactions = () => [...workspacesReactions(shop.deps), ...accountsReactions(shop.deps)]
const runReactions = async () => {
  shop.jobs.sent.splice(0)
  await dispatchEvents(shop.db, shop.jobs, allReactions(), shop.clock.now())
  for (const { name, data } of shop.jobs.sent)
    await allReactions()
      .find(reaction => reaction.name === name)
      ?.handle(data as never)
}

test('a user who registers by the mailed link has their name in the team, a confirmed email and no onboarding', async () => {
  const owner = await registerPerson(shop)
  const email = uniqueEmail()
  await inviteOne(owner, email)
  await sendMails()
  const invite_token = lastMailedToken()
  const visitor = shop.visitor()
  const user = await signUp(shop, visitor, {
    email,
    first_name: 'Ada',
    last_name: 'Byron',
    invite_token,
  })
  expect(user).toMatchObject({
    first_name: 'Ada',
    last_name: 'Byron',
    email_verified: true,
    has_completed_onboarding: true,
  })
  expect((await accept(visitor, invite_token)).data.role).toBe('purchaser')
  const { data: members } = await owner.visitor.call(listMembers, { query: { 'search[query]': email } })
  expect(members).toMatchObject([{ kind: 'member', first_name: 'Ada', last_name: 'Byron' }])
  shop.mail.sent.splice(0)
  await runReactions()
  const text = shop.mail.sent
    .filter(({ to }) => to === email)
    .map(mail => mail.text)
    .join()
  expect(text).not.toContain('/verify-email/')
})

test('a copied link gives no access until the email is confirmed, and then grants its role', async () => {
  const owner = await registerPerson(shop)
  const { id: workspace_id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const email = uniqueEmail()
  const { id } = await inviteOne(owner, email, 'admin')
  await sendMails()
  const { link } = (await owner.visitor.call(copyInviteLink, { params: { id: String(id) } })).data
  const invite_token = extractToken(link)
  expect((await shop.visitor().call(readInvite, { params: { id: invite_token } })).data.is_mailed).toBe(false)
  // An account that was created before its email was confirmed.
  const { visitor, user } = await registerPerson(shop, email)
  await expect(accept(visitor, invite_token)).rejects.toMatchObject({
    status: 409,
    message: 'Please confirm your email first to join Personal workspace.',
  })
  const loadMembership = () =>
    shop.db
      .selectFrom('workspace_members')
      .where('workspace_id', '=', workspace_id)
      .where('user_id', '=', user.id)
      .select('role')
      .execute()
  expect(user.email_verified).toBe(false)
  expect(await loadMembership()).toEqual([])
  await expect(visitor.call(switchWorkspace, { body: { workspace: workspace_id } })).rejects.toMatchObject({
    status: 404,
  })
  await confirmEmail(shop, user)
  await runReactions()
  expect(await loadMembership()).toEqual([{ role: 'admin' }])
  expect((await visitor.call(getCurrentWorkspace, {})).data).toMatchObject({ id: workspace_id, role: 'admin' })
  expect(await findBrokenRow(shop.db, workspace_id)).toBeNull()
})

test('a claimed invite that is revoked before the email is confirmed gives no access', async () => {
  const owner = await registerPerson(shop)
  const email = uniqueEmail()
  const { id } = await inviteOne(owner, email, 'admin')
  const { link } = (await owner.visitor.call(copyInviteLink, { params: { id: String(id) } })).data
  const guest = await registerPerson(shop, email)
  await expect(accept(guest.visitor, extractToken(link))).rejects.toMatchObject({ status: 409 })
  await owner.visitor.call(revokeInvite, { body: { email } })
  await confirmEmail(shop, guest.user)
  await runReactions()
  expect((await guest.visitor.call(getCurrentWorkspace, {})).data.role).toBe('owner')
})

test('a workspace can mail one email five times a day, even when the invite is revoked and sent again', async () => {
  const owner = await registerConfirmedPerson(shop)
  const email = uniqueEmail()
  const { id } = await inviteOne(owner, email)
  const resend = () => owner.visitor.call(resendInvite, { params: { id: String(id) }, body: {} })
  await resend()
  await resend()
  await owner.visitor.call(revokeInvite, { body: { email } })
  const secondInvite = await inviteOne(owner, email)
  await owner.visitor.call(resendInvite, { params: { id: String(secondInvite.id) }, body: {} })
  await owner.visitor.call(revokeInvite, { body: { email } })
  await expect(inviteOne(owner, email.toUpperCase())).rejects.toMatchObject({ status: 429 })
  await inviteOne(owner, uniqueEmail())
  shop.clock.advance(DAY_MS)
  await owner.visitor.call(login, { body: { login: owner.user.email, password: owner.password } })
  await inviteOne(owner, email)
})

test('inviters with an unconfirmed email can send three invitations a day', async () => {
  const owner = await registerPerson(shop)
  for (let times = 0; times < 3; times += 1) await inviteOne(owner, uniqueEmail())
  await expect(inviteOne(owner, uniqueEmail())).rejects.toMatchObject({
    status: 409,
    message: 'Please confirm your email first: until then a workspace can send 3 invitations a day.',
  })
  await confirmEmail(shop, owner.user)
  await inviteOne(owner, uniqueEmail())
})

test('a login or registration with an invite joins the workspace, and accepting the invite again returns the workspace', async () => {
  const owner = await registerPerson(shop)
  const { data: team } = await owner.visitor.call(getCurrentWorkspace, {})
  const member = await registerPerson(shop)
  await inviteOne(owner, member.user.email)
  await sendMails()
  const body = { login: member.user.email, password: member.password, invite_token: lastMailedToken() }
  await member.visitor.call(login, { body })
  expect((await member.visitor.call(getCurrentWorkspace, {})).data).toMatchObject({ id: team.id, role: 'purchaser' })
  expect((await accept(member.visitor, lastMailedToken())).data.id).toBe(team.id)

  const email = uniqueEmail()
  await inviteOne(owner, email)
  await sendMails()
  const visitor = shop.visitor()
  await signUp(shop, visitor, { email, invite_token: lastMailedToken() })
  expect((await visitor.call(getCurrentWorkspace, {})).data.id).toBe(team.id)
})

test('an invalid invite does not block the login', async () => {
  const owner = await registerPerson(shop)
  await inviteOne(owner, uniqueEmail())
  await sendMails()
  const otherPerson = await registerPerson(shop)
  for (const invite_token of [lastMailedToken(), 'invented', '"; drop']) {
    const body = { login: otherPerson.user.email, password: otherPerson.password, invite_token }
    await otherPerson.visitor.call(login, { body })
    expect((await otherPerson.visitor.call(getCurrentWorkspace, {})).data.role).toBe('owner')
  }
})

test('a workspace can send a hundred invitations a day, and a request beyond the limit sends none', async () => {
  const owner = await registerConfirmedPerson(shop)
  const twentyInvitees = () => ({
    invitees: Array.from({ length: 20 }, () => ({ email: uniqueEmail(), role: 'guest' as const })),
  })
  for (let times = 0; times < 4; times += 1) await owner.visitor.call(inviteTeammates, { body: twentyInvitees() })
  await inviteOne(owner, uniqueEmail())
  await expect(owner.visitor.call(inviteTeammates, { body: twentyInvitees() })).rejects.toMatchObject({ status: 429 })
  const { meta } = await owner.visitor.call(listMembers, { query: {} })
  expect(meta.pagination.total).toBe(82)
  // Pending invites do not count as people.
  expect(meta.people).toBe(1)
})

test('the role of a pending invite can be changed', async () => {
  const owner = await registerPerson(shop)
  const email = uniqueEmail()
  const { id } = await inviteOne(owner, email, 'admin')
  await owner.visitor.call(changeInvite, { params: { id: String(id) }, body: { role: 'guest' } })
  await sendMails()
  expect((await accept((await registerPerson(shop, email)).visitor, lastMailedToken())).data.role).toBe('guest')
})

test('members and invited emails are reported by row, and nobody in the list is invited', async () => {
  const owner = await registerPerson(shop)
  const { id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const member = await registerTeammate(shop, id, 'guest')
  const [invitedEmail, newEmail] = [uniqueEmail(), uniqueEmail()]
  await inviteOne(owner, invitedEmail)
  const invitees = [newEmail, invitedEmail.toUpperCase(), member.user.email, newEmail].map(email => ({
    email,
    role: 'guest' as const,
  }))
  const invitedText = 'This email has already been invited to the workspace.'
  await expect(owner.visitor.call(inviteTeammates, { body: { invitees } })).rejects.toMatchObject({
    status: 422,
    errors: {
      'invitees.1.email': [invitedText],
      'invitees.2.email': ['This email has already been added to the workspace.'],
      'invitees.3.email': [invitedText],
    },
  })
  expect((await owner.visitor.call(listMembers, { query: {} })).data).toHaveLength(3)
})

test.each([
  ['not an e-mail', 'Please enter a valid email'],
  ['a@b', 'Please enter a valid email'],
])('the email %s is refused', async (email, text) => {
  const owner = await registerPerson(shop)
  await expect(inviteOne(owner, email)).rejects.toMatchObject({ status: 422, errors: { 'invitees.0.email': [text] } })
})

test('members who cannot manage the team get 403 for its invites, and other workspaces get 404', async () => {
  const owner = await registerPerson(shop)
  const { id: workspace_id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const email = uniqueEmail()
  const invite = await inviteOne(owner, email)
  const params = { id: String(invite.id) }
  const listStatuses = async ({ visitor }: InvitePerson) =>
    (
      await Promise.allSettled([
        visitor.call(resendInvite, { params, body: {} }),
        visitor.call(changeInvite, { params, body: { role: 'guest' } }),
        visitor.call(copyInviteLink, { params }),
        visitor.call(revokeInvite, { body: { email } }),
      ])
    ).map(result => result.status === 'rejected' && (result.reason as { status: number }).status)
  expect(await listStatuses(await registerTeammate(shop, workspace_id, 'purchaser'))).toEqual([403, 403, 403, 403])
  expect(await listStatuses(await registerPerson(shop))).toEqual([404, 404, 404, 404])
})

test('an invite is revoked when its inviter can no longer assign its role, and the log has an entry', async () => {
  const owner = await registerPerson(shop)
  const { id: workspace_id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const removedMember = await registerTeammate(shop, workspace_id, 'admin')
  const demoted = await registerTeammate(shop, workspace_id, 'admin')
  const unchanged = await registerTeammate(shop, workspace_id, 'admin')
  for (const { user } of [removedMember, demoted, unchanged]) await confirmEmail(shop, user)
  const createToken = async (inviter: InvitePerson, role: AssignableWorkspaceRole) => {
    const email = uniqueEmail()
    const { id } = await inviteOne(inviter, email, role)
    const { link } = (await owner.visitor.call(copyInviteLink, { params: { id: String(id) } })).data
    return { id, email, token: extractToken(link) }
  }
  const revokedInvites = [
    await createToken(removedMember, 'admin'),
    await createToken(removedMember, 'guest'),
    await createToken(demoted, 'guest'),
  ]
  const resentInvite = await createToken(removedMember, 'purchaser')
  const unchangedInvite = await createToken(unchanged, 'purchaser')
  const resent = (await unchanged.visitor.call(resendInvite, { params: { id: String(resentInvite.id) }, body: {} }))
    .data
  expect(resent.id).toBe(resentInvite.id)
  await owner.visitor.call(removeMember, { params: { id: String(removedMember.user.id) } })
  const role = 'purchaser'
  await owner.visitor.call(changeMemberRole, { params: { id: String(demoted.user.id) }, body: { role } })
  for (const { email, token } of revokedInvites) {
    const guest = await registerPerson(shop, email)
    await expect(accept(guest.visitor, token)).rejects.toMatchObject({ status: 410 })
  }
  const { data } = await owner.visitor.call(listMembers, { query: {} })
  const pendingEmails = data.filter(({ kind }) => kind === 'invite').map(({ email }) => email)
  expect(pendingEmails.toSorted()).toEqual([resentInvite.email, unchangedInvite.email].toSorted())
  const guest = await registerConfirmedPerson(shop, unchangedInvite.email)
  expect((await accept(guest.visitor, unchangedInvite.token)).data.role).toBe('purchaser')
  expect(await findBrokenRow(shop.db, workspace_id)).toBeNull()
})

test('a member who accepts an invite keeps the role and switches to the workspace', async () => {
  const owner = await registerPerson(shop)
  const { id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const email = uniqueEmail()
  await inviteOne(owner, email, 'guest')
  await sendMails()
  const member = await registerPerson(shop, email)
  const personalWorkspaceId = (await member.visitor.call(getCurrentWorkspace, {})).data.id
  await addMember(shop.db, { workspace_id: id, user_id: member.user.id, role: 'admin', now: shop.clock.now() })
  await member.visitor.call(switchWorkspace, { body: { workspace: personalWorkspaceId } })
  expect((await accept(member.visitor, lastMailedToken())).data).toMatchObject({ id, role: 'admin' })
})

test.each(['', 'x', 'x'.repeat(43), '../../etc/passwd', "' or 1=1 --"])('the token %j is refused', async token => {
  const { visitor } = await registerPerson(shop)
  await expect(accept(visitor, token)).rejects.toMatchObject({ status: 404 })
})

test('an invite that is accepted twenty times at once adds one member', async () => {
  const owner = await registerPerson(shop)
  const email = uniqueEmail()
  const { id } = await inviteOne(owner, email)
  await sendMails()
  const { link } = (await owner.visitor.call(copyInviteLink, { params: { id: String(id) } })).data
  const guest = await registerConfirmedPerson(shop, email)
  const tokens = [lastMailedToken(), extractToken(link)]
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => accept(guest.visitor, tokens[n % 2] ?? '')),
  )
  // All requests are from the recipient, so each returns the workspace, and one of them joins it.
  for (const result of results) expect(result).toEqual(results[0])
  expect(results[0]).toMatchObject({ status: 'fulfilled', value: { data: { role: 'purchaser' } } })
  const joinEntries = await shop.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'member.joined')
    .where('actor_user_id', '=', guest.user.id)
    .execute()
  expect(joinEntries).toHaveLength(1)
})

test('twenty simultaneous invites of the same email create one invite', async () => {
  const owner = await registerPerson(shop)
  const email = uniqueEmail()
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => inviteOne(owner, email)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
