import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { login, register } from '#accounts/contract.ts'
import { accountsReactions } from '#accounts/reactions.server.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { confirmEmail, confirmedNewcomer, good_password, newcomer, teammate } from '../../testing/builders/people.ts'
import { proofOf } from '../../testing/proof.ts'
import { dispatch } from '../platform/outbox.server.ts'
import { brokenAt } from './audit.server.ts'
import { getCurrentWorkspace, switchWorkspace } from './contract.ts'
import { mailInvite } from './mails.server.ts'
import { workspacesReactions } from './reactions.server.ts'
import type { GivenRole } from './roles.ts'
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

const day_ms = 86_400_000

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'http://localhost:4400' })
})
beforeEach(async () => {
  shop.mail.sent.splice(0)
  // What a test before did not mail.
  await shop.db.deleteFrom('events').execute()
})
afterAll(() => shop.close())

const anEmail = () => `${randomUUID()}@people.example`
type Person = Awaited<ReturnType<typeof newcomer>>

const ask = async (by: Person, email: string, role: GivenRole = 'purchaser') => {
  const { data } = await by.visitor.call(inviteTeammates, { body: { invitees: [{ email, role }] } })
  if (!data[0]) throw new Error('Nobody was invited.')
  return data[0]
}

/** What the workers do with the news. */
const sendMails = async () => {
  shop.jobs.sent.splice(0)
  const reactions = workspacesReactions(shop.deps)
  await dispatch(shop.db, shop.jobs, reactions, shop.clock.now())
  for (const { name, data } of shop.jobs.sent) await reactions.find(one => one.name === name)?.react(data as never)
}

const tokenIn = (text: string | undefined) =>
  new URL(/http\S+invite_token=[\w-]+/.exec(text ?? '')?.[0] ?? '').searchParams.get('invite_token') ?? ''
const lastToken = () => tokenIn(shop.mail.sent.at(-1)?.text)

const accept = (visitor: Visitor, invite_token: string) => visitor.call(acceptInvite, { body: { invite_token } })

test('an invite is mailed, read by its link, and accepted by whom it is for: they work there with its role', async () => {
  const owner = await newcomer(shop)
  const email = anEmail()
  await ask(owner, email.toUpperCase())
  await sendMails()
  expect(shop.mail.sent).toMatchObject([{ to: email.toUpperCase(), subject: 'Join Personal workspace on Longtake' }])
  const token = lastToken()
  expect((await shop.visitor().call(readInvite, { params: { token } })).data).toEqual({
    email: email.toUpperCase(),
    workspace_name: 'Personal workspace',
    role: 'purchaser',
    is_mailed: true,
  })
  const guest = await newcomer(shop, email)
  const { data } = await accept(guest.visitor, token)
  expect(data).toMatchObject({ id: (await owner.visitor.call(getCurrentWorkspace, {})).data.id, role: 'purchaser' })
  expect((await guest.visitor.call(getCurrentWorkspace, {})).data).toEqual(data)
  const { data: members } = await owner.visitor.call(listMembers, { query: {} })
  expect(members.map(({ kind }) => kind)).toEqual(['member', 'member'])
  expect(await brokenAt(shop.db, data.id)).toBeNull()
})

test('no token rests in the database or goes through the queue as it is', async () => {
  const owner = await newcomer(shop)
  await ask(owner, anEmail())
  await sendMails()
  const rows = await shop.db.selectFrom('workspace_invite_tokens').selectAll().execute()
  const kept = JSON.stringify([rows, shop.jobs.sent, await shop.db.selectFrom('events').selectAll().execute()])
  expect(lastToken()).toHaveLength(43)
  expect(kept).not.toContain(lastToken())
})

test('its mail goes out once, however often the reaction runs; a mail server that is away is asked again', async () => {
  const owner = await newcomer(shop)
  const { id } = await ask(owner, anEmail())
  const away = { ...shop.deps, mail: { ...shop.mail, send: () => Promise.reject(new Error('no answer')) } }
  const run = (deps = shop.deps) => mailInvite(deps, id)
  await expect(run(away)).rejects.toThrow('no answer')
  await Promise.all(Array.from({ length: 20 }, () => run()))
  expect(shop.mail.sent).toHaveLength(1)
})

test('an invite works once', async () => {
  const owner = await newcomer(shop)
  const email = anEmail()
  await ask(owner, email)
  await sendMails()
  const guest = await newcomer(shop, email)
  const joined = await accept(guest.visitor, lastToken())
  // Asked again by whoever joined, it changes nothing.
  expect(await accept(guest.visitor, lastToken())).toEqual(joined)
  const { data: members } = await owner.visitor.call(listMembers, { query: {} })
  const self = members.find(member => member.kind === 'member' && member.email === email)
  await owner.visitor.call(removeMember, { params: { id: String(self?.id) } })
  await expect(accept(guest.visitor, lastToken())).rejects.toMatchObject({ status: 410 })
  await expect(shop.visitor().call(readInvite, { params: { token: lastToken() } })).rejects.toMatchObject({
    status: 410,
  })
})

test('it is for one e-mail alone, and stays for them when somebody else tries', async () => {
  const owner = await newcomer(shop)
  const email = anEmail()
  await ask(owner, email)
  await sendMails()
  const stranger = await newcomer(shop)
  await expect(accept(stranger.visitor, lastToken())).rejects.toMatchObject({ status: 403 })
  expect((await stranger.visitor.call(getCurrentWorkspace, {})).data.role).toBe('owner')
  await accept((await newcomer(shop, email)).visitor, lastToken())
})

test('it ends after seven days; sent again it has seven more, and a new link', async () => {
  const owner = await newcomer(shop)
  const email = anEmail()
  const { id } = await ask(owner, email)
  await sendMails()
  const first = lastToken()
  shop.clock.advance(7 * day_ms)
  // Sessions do not last that long.
  await owner.visitor.call(login, { body: { login: owner.user.email, password: owner.password } })
  await expect(shop.visitor().call(readInvite, { params: { token: first } })).rejects.toMatchObject({ status: 410 })
  expect((await owner.visitor.call(listMembers, { query: { 'search[query]': email } })).data[0]?.is_expired).toBe(true)
  const params = { id: String(id) }
  await expect(owner.visitor.call(copyInviteLink, { params })).rejects.toMatchObject({ status: 410 })
  await owner.visitor.call(resendInvite, { params, body: { role: 'guest' } })
  await sendMails()
  expect(shop.mail.sent).toHaveLength(2)
  await expect(shop.visitor().call(readInvite, { params: { token: first } })).rejects.toMatchObject({ status: 404 })
  const guest = await newcomer(shop, email)
  expect((await accept(guest.visitor, lastToken())).data.role).toBe('guest')
})

test('a copied link works beside the mailed one; both end when it is taken back', async () => {
  const owner = await newcomer(shop)
  const email = anEmail()
  const { id } = await ask(owner, email)
  await sendMails()
  const { link } = (await owner.visitor.call(copyInviteLink, { params: { id: String(id) } })).data
  expect(link).toMatch(/^http:\/\/localhost:4400\/\?invite_token=/)
  for (const token of [lastToken(), tokenIn(link)]) await shop.visitor().call(readInvite, { params: { token } })
  await owner.visitor.call(revokeInvite, { body: { email } })
  const guest = await newcomer(shop, email)
  for (const token of [lastToken(), tokenIn(link)])
    await expect(accept(guest.visitor, token)).rejects.toMatchObject({ status: 410 })
})

const workers = () => [...workspacesReactions(shop.deps), ...accountsReactions(shop.deps)]
const runWorkers = async () => {
  shop.jobs.sent.splice(0)
  await dispatch(shop.db, shop.jobs, workers(), shop.clock.now())
  for (const { name, data } of shop.jobs.sent)
    await workers()
      .find(one => one.name === name)
      ?.react(data as never)
}

test('who registers by the mailed link has a name in the team and a confirmed email, and is asked nothing else', async () => {
  const owner = await newcomer(shop)
  const email = anEmail()
  await ask(owner, email)
  await sendMails()
  const invite_token = lastToken()
  const visitor = shop.visitor()
  const { data: user } = await visitor.call(register, {
    body: {
      email,
      password: good_password,
      password_again: good_password,
      first_name: 'Ada',
      last_name: 'Byron',
      invite_token,
      captcha: await proofOf(visitor, 'register'),
    },
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
  await runWorkers()
  const text = shop.mail.sent
    .filter(({ to }) => to === email)
    .map(mail => mail.text)
    .join()
  expect(text).not.toContain('/verify-email/')
})

test('a copied link gives no access until the email is confirmed; then its role counts', async () => {
  const owner = await newcomer(shop)
  const { id: workspace_id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const email = anEmail()
  const { id } = await ask(owner, email, 'admin')
  await sendMails()
  const { link } = (await owner.visitor.call(copyInviteLink, { params: { id: String(id) } })).data
  const invite_token = tokenIn(link)
  expect((await shop.visitor().call(readInvite, { params: { token: invite_token } })).data.is_mailed).toBe(false)
  const visitor = shop.visitor()
  const { data: user } = await visitor.call(register, {
    body: {
      email,
      password: good_password,
      password_again: good_password,
      invite_token,
      captcha: await proofOf(visitor, 'register'),
    },
  })
  await expect(accept(visitor, invite_token)).rejects.toMatchObject({
    status: 409,
    message: 'Please confirm your email first: then you join Personal workspace.',
  })
  const inside = () =>
    shop.db
      .selectFrom('workspace_members')
      .where('workspace_id', '=', workspace_id)
      .where('user_id', '=', user.id)
      .select('role')
      .execute()
  expect(user.email_verified).toBe(false)
  expect(await inside()).toEqual([])
  await expect(visitor.call(switchWorkspace, { body: { workspace: workspace_id } })).rejects.toMatchObject({
    status: 404,
  })
  await confirmEmail(shop, user)
  await runWorkers()
  expect(await inside()).toEqual([{ role: 'admin' }])
  expect((await visitor.call(getCurrentWorkspace, {})).data).toMatchObject({ id: workspace_id, role: 'admin' })
  expect(await brokenAt(shop.db, workspace_id)).toBeNull()
})

test('a claimed invitation that is taken back before the email is confirmed gives nothing', async () => {
  const owner = await newcomer(shop)
  const email = anEmail()
  const { id } = await ask(owner, email, 'admin')
  const { link } = (await owner.visitor.call(copyInviteLink, { params: { id: String(id) } })).data
  const guest = await newcomer(shop, email)
  await expect(accept(guest.visitor, tokenIn(link))).rejects.toMatchObject({ status: 409 })
  await owner.visitor.call(revokeInvite, { body: { email } })
  await confirmEmail(shop, guest.user)
  await runWorkers()
  expect((await guest.visitor.call(getCurrentWorkspace, {})).data.role).toBe('owner')
})

test('nobody is mailed to without end: five times a day from one workspace, taken back and asked anew or not', async () => {
  const owner = await confirmedNewcomer(shop)
  const email = anEmail()
  const { id } = await ask(owner, email)
  const again = () => owner.visitor.call(resendInvite, { params: { id: String(id) }, body: {} })
  await again()
  await again()
  await owner.visitor.call(revokeInvite, { body: { email } })
  const next = await ask(owner, email)
  await owner.visitor.call(resendInvite, { params: { id: String(next.id) }, body: {} })
  await owner.visitor.call(revokeInvite, { body: { email } })
  await expect(ask(owner, email.toUpperCase())).rejects.toMatchObject({ status: 429 })
  await ask(owner, anEmail())
  shop.clock.advance(day_ms)
  await owner.visitor.call(login, { body: { login: owner.user.email, password: owner.password } })
  await ask(owner, email)
})

test('until their email is confirmed, people send three invitations a day', async () => {
  const owner = await newcomer(shop)
  for (let times = 0; times < 3; times += 1) await ask(owner, anEmail())
  await expect(ask(owner, anEmail())).rejects.toMatchObject({
    status: 409,
    message: 'Please confirm your email first: until then a workspace can send 3 invitations a day.',
  })
  await confirmEmail(shop, owner.user)
  await ask(owner, anEmail())
})

test('whoever logs in or registers with an invite has joined, and the page that asks again hears so', async () => {
  const owner = await newcomer(shop)
  const { data: team } = await owner.visitor.call(getCurrentWorkspace, {})
  const member = await newcomer(shop)
  await ask(owner, member.user.email)
  await sendMails()
  const body = { login: member.user.email, password: member.password, invite_token: lastToken() }
  await member.visitor.call(login, { body })
  expect((await member.visitor.call(getCurrentWorkspace, {})).data).toMatchObject({ id: team.id, role: 'purchaser' })
  expect((await accept(member.visitor, lastToken())).data.id).toBe(team.id)

  const email = anEmail()
  await ask(owner, email)
  await sendMails()
  const visitor = shop.visitor()
  const captcha = await proofOf(visitor, 'register')
  const { password } = member
  await visitor.call(register, {
    body: { email, password, password_again: password, invite_token: lastToken(), captcha },
  })
  expect((await visitor.call(getCurrentWorkspace, {})).data.id).toBe(team.id)
})

test('an invite that does not hold keeps nobody from logging in', async () => {
  const owner = await newcomer(shop)
  await ask(owner, anEmail())
  await sendMails()
  const other = await newcomer(shop)
  for (const invite_token of [lastToken(), 'invented', '"; drop']) {
    const body = { login: other.user.email, password: other.password, invite_token }
    await other.visitor.call(login, { body })
    expect((await other.visitor.call(getCurrentWorkspace, {})).data.role).toBe('owner')
  }
})

test('a workspace sends a hundred invitations a day, and those that are too many not in part', async () => {
  const owner = await confirmedNewcomer(shop)
  const some = () => ({ invitees: Array.from({ length: 20 }, () => ({ email: anEmail(), role: 'guest' as const })) })
  for (let times = 0; times < 4; times += 1) await owner.visitor.call(inviteTeammates, { body: some() })
  await ask(owner, anEmail())
  await expect(owner.visitor.call(inviteTeammates, { body: some() })).rejects.toMatchObject({ status: 429 })
  const { meta } = await owner.visitor.call(listMembers, { query: {} })
  expect(meta.pagination.total).toBe(82)
  // Who was only invited is not counted as one of the people.
  expect(meta.people).toBe(1)
})

test('its role can be changed while it waits', async () => {
  const owner = await newcomer(shop)
  const email = anEmail()
  const { id } = await ask(owner, email, 'admin')
  await owner.visitor.call(changeInvite, { params: { id: String(id) }, body: { role: 'guest' } })
  await sendMails()
  expect((await accept((await newcomer(shop, email)).visitor, lastToken())).data.role).toBe('guest')
})

test('who is in or asked already is told by row, and nobody of the list is asked', async () => {
  const owner = await newcomer(shop)
  const { id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const member = await teammate(shop, id, 'guest')
  const [asked, fresh] = [anEmail(), anEmail()]
  await ask(owner, asked)
  const invitees = [fresh, asked.toUpperCase(), member.user.email, fresh].map(email => ({
    email,
    role: 'guest' as const,
  }))
  const invited = 'This email has already been invited to the workspace.'
  await expect(owner.visitor.call(inviteTeammates, { body: { invitees } })).rejects.toMatchObject({
    status: 422,
    errors: {
      'invitees.1.email': [invited],
      'invitees.2.email': ['This email has already been added to the workspace.'],
      'invitees.3.email': [invited],
    },
  })
  expect((await owner.visitor.call(listMembers, { query: {} })).data).toHaveLength(3)
})

test.each([
  ['not an e-mail', 'Please enter a valid email'],
  ['a@b', 'Please enter a valid email'],
])('%s is refused', async (email, text) => {
  const owner = await newcomer(shop)
  await expect(ask(owner, email)).rejects.toMatchObject({ status: 422, errors: { 'invitees.0.email': [text] } })
})

test('who may not manage the team may not touch its invites; those of others are as good as none', async () => {
  const owner = await newcomer(shop)
  const { id: workspace_id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const email = anEmail()
  const invite = await ask(owner, email)
  const params = { id: String(invite.id) }
  const statuses = async ({ visitor }: Person) =>
    (
      await Promise.allSettled([
        visitor.call(resendInvite, { params, body: {} }),
        visitor.call(changeInvite, { params, body: { role: 'guest' } }),
        visitor.call(copyInviteLink, { params }),
        visitor.call(revokeInvite, { body: { email } }),
      ])
    ).map(one => one.status === 'rejected' && (one.reason as { status: number }).status)
  expect(await statuses(await teammate(shop, workspace_id, 'purchaser'))).toEqual([403, 403, 403, 403])
  expect(await statuses(await newcomer(shop))).toEqual([404, 404, 404, 404])
})

test('an invite ends when whoever gave it could not give it any more, and the log says so', async () => {
  const owner = await newcomer(shop)
  const { id: workspace_id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const removed = await teammate(shop, workspace_id, 'admin')
  const demoted = await teammate(shop, workspace_id, 'admin')
  const kept = await teammate(shop, workspace_id, 'admin')
  for (const { user } of [removed, demoted, kept]) await confirmEmail(shop, user)
  const tokenOf = async (by: Person, role: GivenRole) => {
    const email = anEmail()
    const { id } = await ask(by, email, role)
    const { link } = (await owner.visitor.call(copyInviteLink, { params: { id: String(id) } })).data
    return { id, email, token: tokenIn(link) }
  }
  const ended = [await tokenOf(removed, 'admin'), await tokenOf(removed, 'guest'), await tokenOf(demoted, 'guest')]
  const taken_over = await tokenOf(removed, 'purchaser')
  const others = await tokenOf(kept, 'purchaser')
  const sent = (await kept.visitor.call(resendInvite, { params: { id: String(taken_over.id) }, body: {} })).data
  expect(sent.id).toBe(taken_over.id)
  await owner.visitor.call(removeMember, { params: { id: String(removed.user.id) } })
  const role = 'purchaser'
  await owner.visitor.call(changeMemberRole, { params: { id: String(demoted.user.id) }, body: { role } })
  for (const { email, token } of ended) {
    const guest = await newcomer(shop, email)
    await expect(accept(guest.visitor, token)).rejects.toMatchObject({ status: 410 })
  }
  const { data } = await owner.visitor.call(listMembers, { query: {} })
  const waiting = data.filter(({ kind }) => kind === 'invite').map(({ email }) => email)
  expect(waiting.toSorted()).toEqual([taken_over.email, others.email].toSorted())
  const guest = await confirmedNewcomer(shop, others.email)
  expect((await accept(guest.visitor, others.token)).data.role).toBe('purchaser')
  expect(await brokenAt(shop.db, workspace_id)).toBeNull()
})

test('whoever is in already keeps the role, and works there again', async () => {
  const owner = await newcomer(shop)
  const { id } = (await owner.visitor.call(getCurrentWorkspace, {})).data
  const email = anEmail()
  await ask(owner, email, 'guest')
  await sendMails()
  const person = await newcomer(shop, email)
  const own = (await person.visitor.call(getCurrentWorkspace, {})).data.id
  await addMember(shop.db, { workspace_id: id, user_id: person.user.id, role: 'admin', now: shop.clock.now() })
  await person.visitor.call(switchWorkspace, { body: { workspace: own } })
  expect((await accept(person.visitor, lastToken())).data).toMatchObject({ id, role: 'admin' })
})

test.each(['', 'x', 'x'.repeat(43), '../../etc/passwd', "' or 1=1 --"])('%j opens nothing', async token => {
  const { visitor } = await newcomer(shop)
  await expect(accept(visitor, token)).rejects.toMatchObject({ status: 404 })
})

test('accepted twenty times at once, an invite lets in once', async () => {
  const owner = await newcomer(shop)
  const email = anEmail()
  const { id } = await ask(owner, email)
  await sendMails()
  const { link } = (await owner.visitor.call(copyInviteLink, { params: { id: String(id) } })).data
  const guest = await confirmedNewcomer(shop, email)
  const tokens = [lastToken(), tokenIn(link)]
  const settled = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => accept(guest.visitor, tokens[n % 2] ?? '')),
  )
  // All of them are the one that it is for: each hears where they are, and one of them changed it.
  for (const one of settled) expect(one).toEqual(settled[0])
  expect(settled[0]).toMatchObject({ status: 'fulfilled', value: { data: { role: 'purchaser' } } })
  const joined = await shop.db
    .selectFrom('workspace_audit')
    .selectAll()
    .where('action', '=', 'member.joined')
    .where('actor_user_id', '=', guest.user.id)
    .execute()
  expect(joined).toHaveLength(1)
})

test('the same person asked twenty times at once is asked once', async () => {
  const owner = await newcomer(shop)
  const email = anEmail()
  const settled = await Promise.allSettled(Array.from({ length: 20 }, () => ask(owner, email)))
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
