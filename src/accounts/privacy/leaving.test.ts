import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { good_password as password, newcomer, teammate } from '../../../testing/builders/people.ts'
import { halfIn, withApp } from '../../../testing/builders/two-step.ts'
import { privacyParts } from '../../privacy.server.ts'
import { getSession } from '../contract.ts'
import { getTwoStep } from '../two-step/contract.ts'
import {
  askForDeletion,
  askForExport,
  downloadExport,
  getDeletionByLink,
  getPrivacy,
  keepAccount,
  keepAccountByLink,
} from './contract.ts'
import { leave } from './deletions.server.ts'
import { privacyJobs, privacyReactions } from './jobs.server.ts'

const day_ms = 86_400_000

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const stateOf = async (visitor: Visitor) => (await visitor.call(getPrivacy, {})).data
const askToGo = (visitor: Visitor, proof: { password?: string; code?: string } = { password }) =>
  visitor.call(askForDeletion, { body: proof })
const run = async (name: string, data: object = {}) =>
  privacyJobs(shop.deps, privacyParts)
    .find(job => job.name === name)
    ?.run(data)
/** Carries out the news of somebody that has not been told yet; answers the mails. */
const tell = async () => {
  const events = await shop.db.selectFrom('events').where('dispatched_at', 'is', null).selectAll().execute()
  await shop.db.updateTable('events').set({ dispatched_at: shop.clock.now() }).execute()
  shop.mail.sent.splice(0)
  for (const { name, payload } of events)
    for (const { react } of privacyReactions(shop.deps, privacyParts).filter(({ to }) => to === name))
      await react(payload as never)
  return shop.mail.sent.splice(0)
}
const linkIn = (text = '') => /\/account\/privacy\/([\w-]{43})/.exec(text)?.[1] ?? ''

const proof = { body: { password } }

test('an account without a password and an app asks for its file right after a sign-in, and not later', async () => {
  const { visitor, user } = await newcomer(shop)
  await shop.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
  await visitor.call(askForExport, { body: {} })
  shop.clock.advance(15 * 60_000)
  for (const ask of [askForExport, downloadExport])
    await expect(visitor.call(ask, { body: {} })).rejects.toMatchObject({ status: 403 })
})

test('what we hold comes as one file, told by a mail, behind a login, for a week', async () => {
  const { visitor, user } = await newcomer(shop)
  expect((await stateOf(visitor)).export).toBeNull()
  for (const ask of [askForExport, downloadExport])
    await expect(visitor.call(ask, { body: {} })).rejects.toMatchObject({
      status: 422,
      errors: { password: ['Please confirm that it is you.'] },
    })
  await expect(visitor.call(downloadExport, proof)).rejects.toMatchObject({ status: 404 })
  expect((await visitor.call(askForExport, proof)).data.export).toMatchObject({ size_bytes: null })
  // Asked twenty times at once, one file is made.
  shop.jobs.sent.splice(0)
  await Promise.all(Array.from({ length: 20 }, () => visitor.call(askForExport, proof)))
  expect(shop.jobs.sent).toEqual([])
  const asked = await shop.db.selectFrom('data_exports').where('user_id', '=', user.id).select('id').execute()
  expect(asked).toHaveLength(1)
  await tell()
  await run('accounts.make-export', { export_id: asked[0]?.id })
  await run('accounts.make-export', { export_id: asked[0]?.id })
  const mails = await tell()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[user.email, 'Your Longtake data is ready']])
  expect(mails[0]?.text).toContain('/account/privacy')

  const { url } = (await visitor.call(downloadExport, proof)).data
  const read = (by: Visitor, address = url) => by.send(address, { method: 'GET' })
  const file = await read(visitor)
  expect(file.headers.get('content-disposition')).toContain('longtake-my-data.json')
  const text = await file.text()
  expect(JSON.parse(text)).toMatchObject({
    account: { profile: { email: user.email } },
    workspaces: { workspaces: [{ name: 'Personal workspace', role: 'owner' }] },
    boards: [],
    orders: { orders: [] },
  })
  expect(text).not.toContain('argon2')
  expect((await read(visitor, url.replace(/signature=.{5}/, 'signature=AAAAA'))).status).toBe(404)
  // The link opens in the session that asked for it: not in another of the same person, nor for anybody else.
  const { visitor: elsewhere } = await halfIn(shop, user.email)
  const { visitor: stranger } = await newcomer(shop)
  expect((await read(elsewhere)).status).toBe(404)
  expect((await read(stranger)).status).toBe(404)
  expect((await read(shop.visitor())).status).toBe(401)
  await expect(stranger.call(downloadExport, proof)).rejects.toMatchObject({ status: 404 })
  shop.clock.advance(301_000)
  expect((await read(visitor)).status).toBe(410)

  shop.clock.advance(7 * day_ms)
  const { visitor: later } = await halfIn(shop, user.email)
  await expect(later.call(downloadExport, proof)).rejects.toMatchObject({ status: 404 })
  const { storage_key } = await shop.db
    .selectFrom('data_exports')
    .where('user_id', '=', user.id)
    .select('storage_key')
    .executeTakeFirstOrThrow()
  expect(await shop.storage.open(storage_key ?? '')).toBeDefined()
  await run('accounts.forget-old-exports')
  expect(await shop.storage.open(storage_key ?? '')).toBeUndefined()
})

test('an account is deleted in 14 days, which its owner sees and can take back', async () => {
  const { visitor, user } = await newcomer(shop)
  const { visitor: elsewhere } = await halfIn(shop, user.email)
  await expect(askToGo(visitor, { password: 'Wrong-Horse-1' })).rejects.toMatchObject({
    status: 422,
    errors: { password: ['This is not your password.'] },
  })
  await expect(askToGo(visitor, {})).rejects.toMatchObject({ status: 422 })
  await tell()
  const { deletion } = (await askToGo(visitor)).data
  expect(deletion).toEqual({ due_at: new Date(shop.clock.now().getTime() + 14 * day_ms).toISOString(), is_held: false })
  expect((await visitor.call(getSession, {})).data?.deletes_at).toBe(deletion?.due_at)
  expect((await elsewhere.call(getSession, {})).data).toBeNull()
  // Asked again, the first date holds, and no second mail goes out.
  shop.clock.advance(60_000)
  expect((await askToGo(visitor)).data.deletion).toEqual(deletion)
  expect((await tell()).map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, expect.stringContaining('will be deleted on')],
  ])

  expect((await visitor.call(keepAccount, {})).data.deletion).toBeNull()
  expect((await visitor.call(getSession, {})).data?.deletes_at).toBeNull()
  expect((await tell()).map(({ subject }) => subject)).toEqual(['Your Longtake account stays'])
  shop.clock.advance(15 * day_ms)
  expect(await leave(shop.deps, privacyParts, user.id)).toBeUndefined()
  expect((await halfIn(shop, user.email)).answer).toMatchObject({ id: user.id })
})

test('the mail’s link keeps it too, by a press and once; no other does', async () => {
  const { visitor, user } = await newcomer(shop)
  await tell()
  await askToGo(visitor)
  const token = linkIn((await tell())[0]?.text)
  const reader = shop.visitor()
  const params = { token }
  expect((await reader.call(getDeletionByLink, { params })).data.due_at).toBe((await stateOf(visitor)).deletion?.due_at)
  // Looking keeps nothing.
  expect((await stateOf(visitor)).deletion).not.toBeNull()
  for (const wrong of [token.slice(0, 42), 'none'])
    await expect(reader.call(keepAccountByLink, { params: { token: wrong } })).rejects.toMatchObject({ status: 404 })
  await reader.call(keepAccountByLink, { params })
  expect((await stateOf(visitor)).deletion).toBeNull()
  await expect(reader.call(keepAccountByLink, { params })).rejects.toMatchObject({ status: 404 })
  const rows = await shop.db.selectFrom('account_deletions').where('user_id', '=', user.id).selectAll().execute()
  expect(rows).toEqual([])
})

test('a code of the app proves it as well as the password, once', async () => {
  const { visitor, code } = await withApp(shop)
  await expect(askToGo(visitor, { code: '000000' })).rejects.toMatchObject({ status: 422 })
  const now = code()
  expect((await askToGo(visitor, { code: now })).data.deletion).not.toBeNull()
  await visitor.call(keepAccount, {})
  await expect(askToGo(visitor, { code: now })).rejects.toMatchObject({ status: 422 })
  expect((await visitor.call(getTwoStep, {})).data.is_on).toBe(true)
})

const workspaceOf = async (user_id: number) =>
  (
    await shop.db
      .selectFrom('current_workspaces')
      .where('user_id', '=', user_id)
      .select('workspace_id')
      .executeTakeFirstOrThrow()
  ).workspace_id

test('the last owner of what others work in must hand it over first', async () => {
  const { visitor, user } = await newcomer(shop)
  const workspace_id = await workspaceOf(user.id)
  const mate = await teammate(shop, workspace_id, 'admin')
  expect((await stateOf(visitor)).obstacles).toEqual([expect.stringContaining('“Personal workspace”')])
  await expect(askToGo(visitor)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('its owner') })
  const owner = shop.db.updateTable('workspace_members').where('workspace_id', '=', workspace_id)
  await owner.set({ role: 'owner' }).where('user_id', '=', mate.user.id).execute()
  expect((await askToGo(visitor)).data.obstacles).toEqual([])

  // Alone again before the day comes: it waits, tells once, and goes when the way is free.
  await owner.set({ role: 'admin' }).where('user_id', '=', mate.user.id).execute()
  shop.clock.advance(14 * day_ms)
  await tell()
  for (let n = 0; n < 3; n++) await run('accounts.leave', { user_id: user.id })
  const told = await tell()
  expect(told.map(({ subject }) => subject)).toEqual(['Your Longtake account could not be deleted yet'])
  expect(told[0]?.text).toContain('You own the workspace')
  const { visitor: back } = await halfIn(shop, user.email)
  expect((await stateOf(back)).deletion?.is_held).toBe(true)
  await owner.set({ role: 'owner' }).where('user_id', '=', mate.user.id).execute()
  await run('accounts.leave', { user_id: user.id })
  expect((await back.call(getSession, {})).data).toBeNull()
  expect(await workspaceOf(mate.user.id)).toBe(workspace_id)
})

test('when the day comes it is carried out once, of twenty at once, and told last', async () => {
  const { visitor, user } = await newcomer(shop)
  await askToGo(visitor)
  shop.jobs.sent.splice(0)
  await run('accounts.find-leavers')
  expect(shop.jobs.sent.filter(({ data }) => 'user_id' in data && data.user_id === user.id)).toEqual([])
  expect(await leave(shop.deps, privacyParts, user.id)).toBeUndefined()
  shop.clock.advance(14 * day_ms)
  await run('accounts.find-leavers')
  expect(shop.jobs.sent).toContainEqual({ name: 'accounts.leave', data: { user_id: user.id } })
  shop.mail.sent.splice(0)
  await Promise.all(Array.from({ length: 20 }, () => run('accounts.leave', { user_id: user.id })))
  expect(shop.mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, 'Your Longtake account has been deleted'],
  ])
  expect((await visitor.call(getSession, {})).data).toBeNull()
  await expect(halfIn(shop, user.email)).rejects.toMatchObject({ status: 422 })
  // The email is free again.
  const { user: again } = await newcomer(shop, user.email)
  expect(again.id).not.toBe(user.id)
})
