/** Editfests through their doors: codes, quotas under race, what comes with a watermark. */
import { createHash } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { anEditfest, enterFestival, openEditfests } from '../../testing/builders/editfest.ts'
import { aClip, aMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { withdrawClip } from '../catalog/save.server.ts'
import { canDownloadForEditfest, downloadForEditfest, enterEditfestCode, getEditfestCode } from './contract.ts'
import { getWorkspaceEditfest } from './contract.ts'

const at_once = 24
const day_ms = 86_400_000

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await openEditfests(shop)
})
afterAll(() => shop.close())

const enter = ({ visitor }: Buyer, code: string) => visitor.call(enterEditfestCode, { body: { code } })
const entryOf = async ({ visitor }: Buyer) => (await visitor.call(getEditfestCode, {})).data
const take = async ({ visitor }: Buyer, clip: TestClip) =>
  (await visitor.call(downloadForEditfest, { params: { id: String(clip.id) } })).data
const ask = async ({ visitor }: Buyer, clip: TestClip) =>
  (await visitor.call(canDownloadForEditfest, { params: { id: String(clip.id) } })).data
const withoutMark = async ({ visitor }: Buyer, url: string, clip: TestClip) => {
  const answer = await visitor.send(url, { method: 'GET' })
  const sha256 = createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
  return {
    name: answer.headers.get('content-disposition'),
    isMaster: sha256 === clip.sha256 && url.includes('masters'),
  }
}
const clips = (count: number) => Promise.all(Array.from({ length: count }, () => aClip(shop)))
const fulfilled = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length
const reasons = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.flatMap(one => (one.status === 'rejected' ? [(one.reason as { status: number }).status] : []))

test('a code lets the whole workspace in, however it is typed, and typing it again changes nothing', async () => {
  const owner = await aMember(shop)
  const mate = await aMember(shop, 'asset_manager', owner.workspace_id)
  const editfest = await anEditfest(shop, { code: 'CUT-2026', name: 'Editfest 2026', clips_each: 5 })
  expect(await entryOf(owner)).toBeNull()
  const { data } = await enter(owner, ' cut-20 26 ')
  expect(data).toEqual({
    code: 'CUT-2026',
    name: 'Editfest 2026',
    ends_at: editfest.ends_at.toISOString(),
    is_over: false,
    clips_each: 5,
    clips_left: 5,
  })
  expect((await enter(mate, 'CUT-2026')).data).toEqual(data)
  expect(await entryOf(mate)).toEqual(data)
})

test('until the email address is confirmed, nobody enters or takes a clean clip, also of a workspace that entered', async () => {
  const owner = await aMember(shop)
  const mate = await aMember(shop, 'asset_manager', owner.workspace_id)
  const [clip] = await clips(1)
  if (!clip) throw new Error('There is a clip.')
  const confirm = (email_verified_at: Date | null) =>
    shop.db.updateTable('users').set({ email_verified_at }).where('id', '=', mate.user_id).execute()
  await confirm(null)
  const refusal = { status: 403, message: `Confirm your email address first. We sent a link to ${mate.email}.` }
  const editfest = await anEditfest(shop)
  await expect(enter(mate, editfest.code)).rejects.toMatchObject(refusal)
  expect(await entryOf(owner)).toBeNull()
  await enter(owner, editfest.code)
  await expect(take(mate, clip)).rejects.toMatchObject({ status: 409, message: refusal.message })
  await take(owner, clip)
  await expect(take(mate, clip)).rejects.toMatchObject({ status: 409, message: refusal.message })
  expect(await ask(mate, clip)).toMatchObject({ can_download: false, reason: refusal.message })
  await confirm(shop.clock.now())
  expect(await take(mate, clip)).toMatchObject({ has_watermark: false })
})

test('codes that open nothing say so beside the field', async () => {
  const owner = await aMember(shop)
  const soon = await anEditfest(shop, { name: 'Soon', starts_at: new Date(shop.clock.now().getTime() + day_ms) })
  const full = await anEditfest(shop, { name: 'Full', places: 1 })
  await enter(await aMember(shop), full.code)
  const refused = async (code: string) => enter(owner, code).catch((error: { errors: unknown }) => error.errors)
  expect(await refused('NO-SUCH')).toEqual({ code: ['This Editfest code is not valid.'] })
  expect(await refused('  ')).toEqual({ code: ['Please type your code.'] })
  expect(await refused(soon.code)).toEqual({ code: [expect.stringMatching(/^Soon opens on \w+ \d+, \d+\.$/)] })
  expect(await refused(full.code)).toEqual({ code: ['Full is full: every place is taken.'] })
})

test('one at a time: a second one waits until the first is over', async () => {
  const owner = await aMember(shop)
  const first = await enterFestival(shop, owner)
  const second = await anEditfest(shop, { ends_at: new Date(shop.clock.now().getTime() + 300 * day_ms) })
  await expect(enter(owner, second.code)).rejects.toMatchObject({ status: 409, message: /is in Editfest \d+ already/ })
  await shop.db
    .updateTable('editfests')
    .set({ starts_at: new Date(0), ends_at: shop.clock.now() })
    .where('id', '=', first.id)
    .execute()
  expect((await entryOf(owner))?.is_over).toBe(true)
  expect((await enter(owner, second.code)).data).toMatchObject({ code: second.code, clips_left: second.clips_each })
})

test('a clip goes in HD without a watermark, counts once, and is kept for the team', async () => {
  const owner = await aMember(shop)
  const mate = await aMember(shop, 'asset_manager', owner.workspace_id)
  const editfest = await enterFestival(shop, owner)
  const [clip] = await clips(1)
  if (!clip) throw new Error('No clip.')
  expect(await ask(owner, clip)).toMatchObject({ can_download: true, has_watermark: false, is_taken: false })
  const { url, has_watermark } = await take(owner, clip)
  expect(has_watermark).toBe(false)
  expect(await withoutMark(owner, url, clip)).toEqual({
    name: expect.stringContaining(`longtake-editfest-`) as string,
    isMaster: true,
  })
  await take(mate, clip)
  expect(await ask(mate, clip)).toMatchObject({ can_download: true, is_taken: true })
  expect((await entryOf(mate))?.clips_left).toBe(editfest.clips_each - 1)
  const { data } = await mate.visitor.call(getWorkspaceEditfest, {})
  expect(data.clips.map(({ id, taken_by }) => [id, taken_by])).toEqual([[clip.id, expect.any(String)]])
})

test('signature clips come with a watermark, and count nothing', async () => {
  const owner = await aMember(shop)
  const editfest = await enterFestival(shop, owner)
  const [clip] = await clips(1)
  if (!clip) throw new Error('No clip.')
  await shop.db.updateTable('clips').set({ tier: 'signature' }).where('id', '=', clip.id).execute()
  expect(await ask(owner, clip)).toMatchObject({
    can_download: true,
    has_watermark: true,
    reason: 'Signature clips come with a watermark.',
  })
  const taken = await take(owner, clip)
  expect(taken.has_watermark).toBe(true)
  expect(await withoutMark(owner, taken.url, clip)).toMatchObject({
    name: expect.stringContaining('-comp-') as string,
    isMaster: false,
  })
  expect((await entryOf(owner))?.clips_left).toBe(editfest.clips_each)
})

test('who asks without an entry, without the role, or after the end gets nothing', async () => {
  const stranger = await aMember(shop)
  const owner = await aMember(shop)
  const viewer = await aMember(shop, 'guest', owner.workspace_id)
  const editfest = await enterFestival(shop, owner)
  const [clip] = await clips(1)
  if (!clip) throw new Error('No clip.')
  await take(owner, clip)
  await expect(take(stranger, clip)).rejects.toMatchObject({ status: 409, message: /enter your Editfest code/ })
  await expect(take(viewer, clip)).rejects.toMatchObject({ status: 403 })
  await expect(enter(viewer, editfest.code)).rejects.toMatchObject({ status: 403 })
  expect(await ask(viewer, clip)).toMatchObject({ can_download: false })
  await shop.db
    .updateTable('editfests')
    .set({ starts_at: new Date(0), ends_at: shop.clock.now() })
    .where('id', '=', editfest.id)
    .execute()
  await expect(take(owner, clip)).rejects.toMatchObject({ status: 409, message: /ended on/ })
  expect(await ask(owner, clip)).toMatchObject({ can_download: false, is_taken: true })
})

test('a withdrawn clip stays with those who took it, and is gone for others', async () => {
  const owner = await aMember(shop)
  await enterFestival(shop, owner)
  const other = await aMember(shop)
  await enterFestival(shop, other)
  const [clip] = await clips(1)
  if (!clip) throw new Error('No clip.')
  await take(owner, clip)
  await shop.db.transaction().execute(trx => withdrawClip(trx, clip.id))
  expect((await take(owner, clip)).has_watermark).toBe(false)
  await expect(take(other, clip)).rejects.toMatchObject({ status: 404 })
})

test('many teammates at once never take more clips than the Editfest gives', async () => {
  const owner = await aMember(shop)
  const editfest = await enterFestival(shop, owner)
  const mates = await Promise.all(
    Array.from({ length: at_once }, () => aMember(shop, 'asset_manager', owner.workspace_id)),
  )
  const wanted = await clips(at_once)
  const all = await Promise.allSettled(mates.map((mate, i) => take(mate, wanted[i] as TestClip)))
  expect(fulfilled(all)).toBe(editfest.clips_each)
  expect(new Set(reasons(all))).toEqual(new Set([409]))
  expect((await entryOf(owner))?.clips_left).toBe(0)
})

test('many workspaces at once never get more places than there are; one never enters two', async () => {
  const editfest = await anEditfest(shop, { places: 2 })
  const teams = await Promise.all(Array.from({ length: at_once }, () => aMember(shop)))
  const all = await Promise.allSettled(teams.map(team => enter(team, editfest.code)))
  expect(fulfilled(all)).toBe(2)
  expect(new Set(reasons(all))).toEqual(new Set([422]))

  const owner = await aMember(shop)
  const mates = await Promise.all(Array.from({ length: at_once }, () => aMember(shop, 'purchaser', owner.workspace_id)))
  const others = await Promise.all(mates.map(() => anEditfest(shop)))
  const both = await Promise.allSettled(mates.map((mate, i) => enter(mate, others[i]?.code ?? '')))
  expect(fulfilled(both)).toBe(1)
})

test('where the flags are off, there is no Editfest', async () => {
  const closed = await openTestApp()
  const owner = await aMember(closed)
  const clip = await aClip(closed)
  const { code } = await anEditfest(closed)
  await expect(enter(owner, code)).rejects.toMatchObject({ status: 404 })
  await expect(take(owner, clip)).rejects.toMatchObject({ status: 404 })
  await expect(owner.visitor.call(getWorkspaceEditfest, {})).rejects.toMatchObject({ status: 404 })
  expect(await entryOf(owner)).toBeNull()
  await closed.close()
})
