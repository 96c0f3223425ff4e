import { afterAll, beforeAll, expect, test } from 'vitest'

import { privacyParts } from '#app/privacy.server.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { good_password as password, registerPerson, registerTeammate } from '../../../testing/builders/people.ts'
import { startLogin, registerWithAuthenticator } from '../../../testing/builders/two-step.ts'
import { getSession } from '../contract.ts'
import { saveNotifications } from '../own/contract.ts'
import { getTwoStep } from '../two-step/contract.ts'
import {
  requestDeletion,
  requestExport,
  downloadExport,
  getDeletionByLink,
  getPrivacy,
  keepAccount,
  keepAccountByLink,
} from './contract.ts'
import { eraseAccount } from './deletions.server.ts'
import { privacyJobs, privacyReactions } from './jobs.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const loadState = async (visitor: Visitor) => (await visitor.call(getPrivacy, {})).data
const requestDeletionOf = (visitor: Visitor, proof: { password?: string; code?: string } = { password }) =>
  visitor.call(requestDeletion, { body: proof })
const runJob = async (name: string, data: object = {}) =>
  privacyJobs(shop.deps, privacyParts)
    .find(job => job.name === name)
    ?.run(data)
/** Runs the reactions on new events and returns the mails. */
const runReactions = async () => {
  const events = await shop.db.selectFrom('events').where('dispatched_at', 'is', null).selectAll().execute()
  await shop.db.updateTable('events').set({ dispatched_at: shop.clock.now() }).execute()
  shop.mail.sent.splice(0)
  for (const { name, payload } of events)
    for (const { handle: react } of privacyReactions(shop.deps, privacyParts).filter(({ event: to }) => to === name))
      await react(payload as never)
  return shop.mail.sent.splice(0)
}
const extractToken = (text = '') => /\/account\/privacy\/([\w-]{43})/.exec(text)?.[1] ?? ''

const passwordInput = { body: { password } }

test('an account without a password and an app may request an export only right after a sign-in', async () => {
  const { visitor, user } = await registerPerson(shop)
  await shop.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
  await visitor.call(requestExport, { body: {} })
  shop.clock.advance(15 * 60_000)
  for (const endpoint of [requestExport, downloadExport])
    await expect(visitor.call(endpoint, { body: {} })).rejects.toMatchObject({ status: 403 })
})

test('an export is one file, announced by mail, behind a login, for a week', async () => {
  const { visitor, user } = await registerPerson(shop)
  await visitor.call(saveNotifications, { body: { email_preferences: ['blog-articles'] } })
  expect((await loadState(visitor)).export).toBeNull()
  for (const endpoint of [requestExport, downloadExport])
    await expect(visitor.call(endpoint, { body: {} })).rejects.toMatchObject({
      status: 422,
      errors: { password: ['Please confirm that it is you.'] },
    })
  await expect(visitor.call(downloadExport, passwordInput)).rejects.toMatchObject({ status: 404 })
  expect((await visitor.call(requestExport, passwordInput)).data.export).toMatchObject({ size_bytes: null })
  // Twenty concurrent requests build one file.
  shop.jobs.sent.splice(0)
  await Promise.all(Array.from({ length: 20 }, () => visitor.call(requestExport, passwordInput)))
  expect(shop.jobs.sent).toEqual([])
  const exportRows = await shop.db.selectFrom('data_exports').where('user_id', '=', user.id).select('id').execute()
  expect(exportRows).toHaveLength(1)
  await runReactions()
  await runJob('accounts.build-export', { export_id: exportRows[0]?.id })
  await runJob('accounts.build-export', { export_id: exportRows[0]?.id })
  const mails = await runReactions()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[user.email, 'Your Longtake data is ready']])
  expect(mails[0]?.text).toContain('/account/privacy')

  const { url } = (await visitor.call(downloadExport, passwordInput)).data
  const openFile = (reader: Visitor, path = url) => reader.send(path, { method: 'GET' })
  const file = await openFile(visitor)
  expect(file.headers.get('content-disposition')).toContain('longtake-my-data.json')
  const text = await file.text()
  expect(JSON.parse(text)).toMatchObject({
    account: {
      profile: { email: user.email },
      mail_consents: [{ subject: 'blog-articles', choice: 'yes', email: user.email, place: 'preferences' }],
    },
    workspaces: { workspaces: [{ name: 'Personal workspace', role: 'owner' }] },
    boards: [],
    orders: { orders: [] },
  })
  expect(text).not.toContain('argon2')
  expect((await openFile(visitor, url.replace(/signature=.{5}/, 'signature=AAAAA'))).status).toBe(404)
  // The link works only in the session that requested it.
  const { visitor: otherBrowser } = await startLogin(shop, user.email)
  const { visitor: stranger } = await registerPerson(shop)
  expect((await openFile(otherBrowser)).status).toBe(404)
  expect((await openFile(stranger)).status).toBe(404)
  expect((await openFile(shop.visitor())).status).toBe(401)
  await expect(stranger.call(downloadExport, passwordInput)).rejects.toMatchObject({ status: 404 })
  shop.clock.advance(301_000)
  expect((await openFile(visitor)).status).toBe(410)

  shop.clock.advance(7 * DAY_MS)
  const { visitor: laterVisitor } = await startLogin(shop, user.email)
  await expect(laterVisitor.call(downloadExport, passwordInput)).rejects.toMatchObject({ status: 404 })
  const { storage_key } = await shop.db
    .selectFrom('data_exports')
    .where('user_id', '=', user.id)
    .select('storage_key')
    .executeTakeFirstOrThrow()
  expect(await shop.storage.open(storage_key ?? '')).toBeDefined()
  await runJob('accounts.purge-old-exports')
  expect(await shop.storage.open(storage_key ?? '')).toBeUndefined()
})

test('an account is deleted in 14 days, and its owner sees that and can cancel it', async () => {
  const { visitor, user } = await registerPerson(shop)
  const { visitor: otherBrowser } = await startLogin(shop, user.email)
  await expect(requestDeletionOf(visitor, { password: 'Wrong-Horse-1' })).rejects.toMatchObject({
    status: 422,
    errors: { password: ['This is not your password.'] },
  })
  await expect(requestDeletionOf(visitor, {})).rejects.toMatchObject({ status: 422 })
  await runReactions()
  const { deletion } = (await requestDeletionOf(visitor)).data
  expect(deletion).toEqual({
    due_at: new Date(shop.clock.now().getTime() + 14 * DAY_MS).toISOString(),
    is_blocked: false,
  })
  expect((await visitor.call(getSession, {})).data?.deletes_at).toBe(deletion?.due_at)
  expect((await otherBrowser.call(getSession, {})).data).toBeNull()
  // A repeated request keeps the first date and sends no second mail.
  shop.clock.advance(60_000)
  expect((await requestDeletionOf(visitor)).data.deletion).toEqual(deletion)
  expect((await runReactions()).map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, expect.stringContaining('will be deleted on')],
  ])

  expect((await visitor.call(keepAccount, {})).data.deletion).toBeNull()
  expect((await visitor.call(getSession, {})).data?.deletes_at).toBeNull()
  expect((await runReactions()).map(({ subject }) => subject)).toEqual(['Your Longtake account stays'])
  shop.clock.advance(15 * DAY_MS)
  expect(await eraseAccount(shop.deps, privacyParts, user.id)).toBeUndefined()
  expect((await startLogin(shop, user.email)).response).toMatchObject({ id: user.id })
})

test('the mailed link cancels the deletion once, and only by a click', async () => {
  const { visitor, user } = await registerPerson(shop)
  await runReactions()
  await requestDeletionOf(visitor)
  const token = extractToken((await runReactions())[0]?.text)
  const reader = shop.visitor()
  const params = { token }
  expect((await reader.call(getDeletionByLink, { params })).data.due_at).toBe(
    (await loadState(visitor)).deletion?.due_at,
  )
  // Opening the link cancels nothing.
  expect((await loadState(visitor)).deletion).not.toBeNull()
  for (const invalidToken of [token.slice(0, 42), 'none'])
    await expect(reader.call(keepAccountByLink, { params: { token: invalidToken } })).rejects.toMatchObject({
      status: 404,
    })
  await reader.call(keepAccountByLink, { params })
  expect((await loadState(visitor)).deletion).toBeNull()
  await expect(reader.call(keepAccountByLink, { params })).rejects.toMatchObject({ status: 404 })
  const rows = await shop.db.selectFrom('account_deletions').where('user_id', '=', user.id).selectAll().execute()
  expect(rows).toEqual([])
})

test('an app code proves the user as well as the password, once', async () => {
  const { visitor, code } = await registerWithAuthenticator(shop)
  await expect(requestDeletionOf(visitor, { code: '000000' })).rejects.toMatchObject({ status: 422 })
  const currentCode = code()
  expect((await requestDeletionOf(visitor, { code: currentCode })).data.deletion).not.toBeNull()
  await visitor.call(keepAccount, {})
  await expect(requestDeletionOf(visitor, { code: currentCode })).rejects.toMatchObject({ status: 422 })
  expect((await visitor.call(getTwoStep, {})).data.is_on).toBe(true)
})

const getWorkspaceId = async (user_id: number) =>
  (
    await shop.db
      .selectFrom('current_workspaces')
      .where('user_id', '=', user_id)
      .select('workspace_id')
      .executeTakeFirstOrThrow()
  ).workspace_id

test('the last owner of a shared workspace must transfer it first', async () => {
  const { visitor, user } = await registerPerson(shop)
  const workspace_id = await getWorkspaceId(user.id)
  const mate = await registerTeammate(shop, workspace_id, 'admin')
  expect((await loadState(visitor)).obstacles).toEqual([expect.stringContaining('“Personal workspace”')])
  await expect(requestDeletionOf(visitor)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('its owner'),
  })
  const memberUpdate = shop.db.updateTable('workspace_members').where('workspace_id', '=', workspace_id)
  await memberUpdate.set({ role: 'owner' }).where('user_id', '=', mate.user.id).execute()
  expect((await requestDeletionOf(visitor)).data.obstacles).toEqual([])

  // The user is the only owner again before the date: the deletion waits, sends one mail, and runs when the obstacle is
  // gone.
  await memberUpdate.set({ role: 'admin' }).where('user_id', '=', mate.user.id).execute()
  shop.clock.advance(14 * DAY_MS)
  await runReactions()
  for (let n = 0; n < 3; n++) await runJob('accounts.delete-account', { user_id: user.id })
  const mails = await runReactions()
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Longtake account could not be deleted yet'])
  expect(mails[0]?.text).toContain('You own the workspace')
  const { visitor: backVisitor } = await startLogin(shop, user.email)
  expect((await loadState(backVisitor)).deletion?.is_blocked).toBe(true)
  await memberUpdate.set({ role: 'owner' }).where('user_id', '=', mate.user.id).execute()
  await runJob('accounts.delete-account', { user_id: user.id })
  expect((await backVisitor.call(getSession, {})).data).toBeNull()
  expect(await getWorkspaceId(mate.user.id)).toBe(workspace_id)
})

test('a due deletion runs once, even for twenty concurrent jobs, and ends with a mail', async () => {
  const { visitor, user } = await registerPerson(shop)
  await requestDeletionOf(visitor)
  shop.jobs.sent.splice(0)
  await runJob('accounts.find-due-deletions')
  expect(shop.jobs.sent.filter(({ data }) => 'user_id' in data && data.user_id === user.id)).toEqual([])
  expect(await eraseAccount(shop.deps, privacyParts, user.id)).toBeUndefined()
  shop.clock.advance(14 * DAY_MS)
  await runJob('accounts.find-due-deletions')
  expect(shop.jobs.sent).toContainEqual({ name: 'accounts.delete-account', data: { user_id: user.id } })
  shop.mail.sent.splice(0)
  await Promise.all(Array.from({ length: 20 }, () => runJob('accounts.delete-account', { user_id: user.id })))
  expect(shop.mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, 'Your Longtake account has been deleted'],
  ])
  expect((await visitor.call(getSession, {})).data).toBeNull()
  await expect(startLogin(shop, user.email)).rejects.toMatchObject({ status: 422 })
  // The email can be used again.
  const { user: newUser } = await registerPerson(shop, user.email)
  expect(newUser.id).not.toBe(user.id)
})
