/** Editfests through the API: codes, concurrent quotas and watermarks. */
import { createHash } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { withdrawClip } from '../../testing/builders/catalog.ts'
import { seedEditfest, joinEditfest, enableEditfests } from '../../testing/builders/editfest.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { canDownloadForEditfest, downloadForEditfest, enterEditfestCode, getEditfestCode } from './contract.ts'
import { getWorkspaceEditfest } from './contract.ts'

const CONCURRENCY = 24

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await enableEditfests(shop)
})
afterAll(() => shop.close())

const enter = ({ visitor }: Buyer, code: string) => visitor.call(enterEditfestCode, { body: { code } })
const getEntry = async ({ visitor }: Buyer) => (await visitor.call(getEditfestCode, {})).data
const downloadClip = async ({ visitor }: Buyer, clip: TestClip) =>
  (await visitor.call(downloadForEditfest, { params: { id: String(clip.id) } })).data
const getAvailability = async ({ visitor }: Buyer, clip: TestClip) =>
  (await visitor.call(canDownloadForEditfest, { params: { id: String(clip.id) } })).data
const inspectFile = async ({ visitor }: Buyer, url: string, clip: TestClip) => {
  const response = await visitor.send(url, { method: 'GET' })
  const sha256 = createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
  return {
    name: response.headers.get('content-disposition'),
    isMaster: sha256 === clip.sha256 && url.includes('masters'),
  }
}
const createClips = (count: number) => Promise.all(Array.from({ length: count }, () => seedClip(shop)))
const countFulfilled = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length
const listRejectionStatuses = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap(result => (result.status === 'rejected' ? [(result.reason as { status: number }).status] : []))

test('a code with a character that cannot be stored is refused', async () => {
  await expect(enter(await seedMember(shop), 'CUT\0-2026')).rejects.toMatchObject({
    status: 422,
    message: 'The text contains a character that can’t be stored. Please remove it and try again.',
  })
})

test('a code admits the whole workspace, however it is typed, and entering it again changes nothing', async () => {
  const owner = await seedMember(shop)
  const mate = await seedMember(shop, 'asset_manager', owner.workspace_id)
  const editfest = await seedEditfest(shop, { code: 'CUT-2026', name: 'Editfest 2026', clip_limit: 5 })
  expect(await getEntry(owner)).toBeNull()
  const { data } = await enter(owner, ' cut-20 26 ')
  expect(data).toEqual({
    code: 'CUT-2026',
    name: 'Editfest 2026',
    ends_at: editfest.ends_at.toISOString(),
    is_over: false,
    clip_limit: 5,
    clips_left: 5,
  })
  expect((await enter(mate, 'CUT-2026')).data).toEqual(data)
  expect(await getEntry(mate)).toEqual(data)
})

test('users with an unconfirmed email can neither enter nor download a clean clip, even in a workspace that entered', async () => {
  const owner = await seedMember(shop)
  const mate = await seedMember(shop, 'asset_manager', owner.workspace_id)
  const [clip] = await createClips(1)
  if (!clip) throw new Error('There is a clip.')
  const confirm = (email_verified_at: Date | null) =>
    shop.db.updateTable('users').set({ email_verified_at }).where('id', '=', mate.user_id).execute()
  await confirm(null)
  const refusal = { status: 403, message: `Confirm your email address first. We sent a link to ${mate.email}.` }
  const editfest = await seedEditfest(shop)
  await expect(enter(mate, editfest.code)).rejects.toMatchObject(refusal)
  expect(await getEntry(owner)).toBeNull()
  await enter(owner, editfest.code)
  await expect(downloadClip(mate, clip)).rejects.toMatchObject({ status: 409, message: refusal.message })
  await downloadClip(owner, clip)
  await expect(downloadClip(mate, clip)).rejects.toMatchObject({ status: 409, message: refusal.message })
  expect(await getAvailability(mate, clip)).toMatchObject({ can_download: false, reason: refusal.message })
  await confirm(shop.clock.now())
  expect(await downloadClip(mate, clip)).toMatchObject({ has_watermark: false })
})

test('an unusable code has an error next to its field', async () => {
  const owner = await seedMember(shop)
  const soon = await seedEditfest(shop, { name: 'Soon', starts_at: new Date(shop.clock.now().getTime() + DAY_MS) })
  const full = await seedEditfest(shop, { name: 'Full', max_workspaces: 1 })
  await enter(await seedMember(shop), full.code)
  const refused = async (code: string) => enter(owner, code).catch((error: { errors: unknown }) => error.errors)
  expect(await refused('NO-SUCH')).toEqual({ code: ['This Editfest code is not valid.'] })
  expect(await refused('  ')).toEqual({ code: ['Please type your code.'] })
  expect(await refused(soon.code)).toEqual({ code: [expect.stringMatching(/^Soon opens on \w+ \d+, \d+\.$/)] })
  expect(await refused(full.code)).toEqual({ code: ['Full is full: every place is taken.'] })
})

test('a workspace is in one Editfest at a time, and can enter another when it is over', async () => {
  const owner = await seedMember(shop)
  const first = await joinEditfest(shop, owner)
  const second = await seedEditfest(shop, { ends_at: new Date(shop.clock.now().getTime() + 300 * DAY_MS) })
  await expect(enter(owner, second.code)).rejects.toMatchObject({ status: 409, message: /is in Editfest \d+ already/ })
  await shop.db
    .updateTable('editfests')
    .set({ starts_at: new Date(0), ends_at: shop.clock.now() })
    .where('id', '=', first.id)
    .execute()
  expect((await getEntry(owner))?.is_over).toBe(true)
  expect((await enter(owner, second.code)).data).toMatchObject({ code: second.code, clips_left: second.clip_limit })
})

test('a clip is downloaded in HD without a watermark, counts once, and is listed for the team', async () => {
  const owner = await seedMember(shop)
  const mate = await seedMember(shop, 'asset_manager', owner.workspace_id)
  const editfest = await joinEditfest(shop, owner)
  const [clip] = await createClips(1)
  if (!clip) throw new Error('No clip.')
  expect(await getAvailability(owner, clip)).toMatchObject({
    can_download: true,
    has_watermark: false,
    is_downloaded: false,
  })
  const { url, has_watermark } = await downloadClip(owner, clip)
  expect(has_watermark).toBe(false)
  expect(await inspectFile(owner, url, clip)).toEqual({
    name: expect.stringContaining(`longtake-editfest-`) as string,
    isMaster: true,
  })
  await downloadClip(mate, clip)
  expect(await getAvailability(mate, clip)).toMatchObject({ can_download: true, is_downloaded: true })
  expect((await getEntry(mate))?.clips_left).toBe(editfest.clip_limit - 1)
  const { data } = await mate.visitor.call(getWorkspaceEditfest, {})
  expect(data.clips.map(({ id, downloaded_by }) => [id, downloaded_by])).toEqual([[clip.id, expect.any(String)]])
})

test('signature clips have a watermark and do not count', async () => {
  const owner = await seedMember(shop)
  const editfest = await joinEditfest(shop, owner)
  const [clip] = await createClips(1)
  if (!clip) throw new Error('No clip.')
  await shop.db.updateTable('clips').set({ tier: 'signature' }).where('id', '=', clip.id).execute()
  expect(await getAvailability(owner, clip)).toMatchObject({
    can_download: true,
    has_watermark: true,
    reason: 'Signature clips come with a watermark.',
  })
  const taken = await downloadClip(owner, clip)
  expect(taken.has_watermark).toBe(true)
  expect(await inspectFile(owner, taken.url, clip)).toMatchObject({
    name: expect.stringContaining('-comp-') as string,
    isMaster: false,
  })
  expect((await getEntry(owner))?.clips_left).toBe(editfest.clip_limit)
})

test('without an entry, without the role or after the end, downloads are refused', async () => {
  const stranger = await seedMember(shop)
  const owner = await seedMember(shop)
  const viewer = await seedMember(shop, 'guest', owner.workspace_id)
  const editfest = await joinEditfest(shop, owner)
  const [clip] = await createClips(1)
  if (!clip) throw new Error('No clip.')
  await downloadClip(owner, clip)
  await expect(downloadClip(stranger, clip)).rejects.toMatchObject({ status: 409, message: /enter your Editfest code/ })
  await expect(downloadClip(viewer, clip)).rejects.toMatchObject({ status: 403 })
  await expect(enter(viewer, editfest.code)).rejects.toMatchObject({ status: 403 })
  expect(await getAvailability(viewer, clip)).toMatchObject({ can_download: false })
  await shop.db
    .updateTable('editfests')
    .set({ starts_at: new Date(0), ends_at: shop.clock.now() })
    .where('id', '=', editfest.id)
    .execute()
  await expect(downloadClip(owner, clip)).rejects.toMatchObject({ status: 409, message: /ended on/ })
  expect(await getAvailability(owner, clip)).toMatchObject({ can_download: false, is_downloaded: true })
})

test('a withdrawn clip stays available to a team that has taken it, and is a 404 for others', async () => {
  const owner = await seedMember(shop)
  await joinEditfest(shop, owner)
  const other = await seedMember(shop)
  await joinEditfest(shop, other)
  const [clip] = await createClips(1)
  if (!clip) throw new Error('No clip.')
  await downloadClip(owner, clip)
  await withdrawClip(shop, clip.id)
  expect((await downloadClip(owner, clip)).has_watermark).toBe(false)
  await expect(downloadClip(other, clip)).rejects.toMatchObject({ status: 404 })
})

test('concurrent teammates never take more clips than the Editfest allows', async () => {
  const owner = await seedMember(shop)
  const editfest = await joinEditfest(shop, owner)
  const mates = await Promise.all(
    Array.from({ length: CONCURRENCY }, () => seedMember(shop, 'asset_manager', owner.workspace_id)),
  )
  const contestedClips = await createClips(CONCURRENCY)
  const results = await Promise.allSettled(mates.map((mate, i) => downloadClip(mate, contestedClips[i] as TestClip)))
  expect(countFulfilled(results)).toBe(editfest.clip_limit)
  expect(new Set(listRejectionStatuses(results))).toEqual(new Set([409]))
  expect((await getEntry(owner))?.clips_left).toBe(0)
})

test('concurrent workspaces never exceed the max_workspaces, and one workspace never enters two Editfests', async () => {
  const editfest = await seedEditfest(shop, { max_workspaces: 2 })
  const teams = await Promise.all(Array.from({ length: CONCURRENCY }, () => seedMember(shop)))
  const results = await Promise.allSettled(teams.map(team => enter(team, editfest.code)))
  expect(countFulfilled(results)).toBe(2)
  expect(new Set(listRejectionStatuses(results))).toEqual(new Set([422]))

  const owner = await seedMember(shop)
  const mates = await Promise.all(
    Array.from({ length: CONCURRENCY }, () => seedMember(shop, 'purchaser', owner.workspace_id)),
  )
  const others = await Promise.all(mates.map(() => seedEditfest(shop)))
  const entryResults = await Promise.allSettled(mates.map((mate, i) => enter(mate, others[i]?.code ?? '')))
  expect(countFulfilled(entryResults)).toBe(1)
})

test('without the flags there is no Editfest', async () => {
  const closed = await openTestApp()
  const owner = await seedMember(closed)
  const clip = await seedClip(closed)
  const { code } = await seedEditfest(closed)
  await expect(enter(owner, code)).rejects.toMatchObject({ status: 404 })
  await expect(downloadClip(owner, clip)).rejects.toMatchObject({ status: 404 })
  await expect(owner.visitor.call(getWorkspaceEditfest, {})).rejects.toMatchObject({ status: 404 })
  expect(await getEntry(owner)).toBeNull()
  await closed.close()
})
