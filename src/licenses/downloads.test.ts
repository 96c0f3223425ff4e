import { createHash } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { putProjectDetails } from '#orders/contract.ts'
import type { OrderState } from '#orders/states.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { withdrawClip } from '../../testing/builders/catalog.ts'
import { seedClip, seedMember, seedOrder, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { downloadClip } from './contract.ts'
import { listLicensedUses } from './licensed-uses.server.ts'
import { transitionOrder } from './transition-order.server.ts'

let shop: TestApp
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await seedMember(shop)
})
afterAll(() => shop.close())

const details = {
  client_name: 'Harbor Foods',
  project_name: 'Spring campaign',
  project_description: 'Three spots for the web',
  start_date: '2026-04-01',
}

const assignProject = (member: Buyer, number: string) =>
  member.visitor.call(putProjectDetails, { params: { id: number }, body: details })
const download = async (member: Buyer, clip: TestClip, format_id = 3) =>
  (await member.visitor.call(downloadClip, { params: { id: String(clip.id) }, body: { format_id } })).data.url

/** Seeds a member with one clip from an order in `state`, assigned to a project. */
const seedOwnedClip = async (state: OrderState = 'paid') => {
  const owner = await seedMember(shop)
  const clip = await seedClip(shop)
  const order = await seedOrder(shop, owner, state, { clips: [clip] })
  if (order.number) await assignProject(owner, order.number)
  return { owner, clip, order }
}

test('a download is the master, byte for byte, under a name that identifies the clip', async () => {
  const { owner, clip } = await seedOwnedClip()
  const response = await owner.visitor.send(await download(owner, clip), { method: 'GET' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="longtake-${clip.id}-slow-tide-at-dusk-hd.mp4"`,
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(clip.sha256)
})

test('a download can be resumed: a range request gets 206', async () => {
  const { owner, clip } = await seedOwnedClip()
  const response = await owner.visitor.send(await download(owner, clip), {
    method: 'GET',
    headers: { range: 'bytes=1000-1999' },
  })
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe(`bytes 1000-1999/${clip.bytes.length}`)
  expect(Buffer.from(await response.arrayBuffer()).equals(clip.bytes.subarray(1_000, 2_000))).toBe(true)
})

test('a download URL that was tampered with is refused, and a URL expires after five minutes', async () => {
  const { owner, clip } = await seedOwnedClip()
  const { clip: other } = await seedOwnedClip()
  const url = await download(owner, clip)
  const getStatus = async (target: string) => (await shop.visitor().send(target, { method: 'GET' })).status
  expect(await getStatus(url)).toBe(200)
  expect(await getStatus(url.replace(clip.sha256, other.sha256))).toBe(404)
  expect(await getStatus(url.replace(/until=(\d+)/, (_, until) => `until=${Number(until) + 9_999}`))).toBe(404)
  expect(await getStatus(url.replace('longtake-', 'other-'))).toBe(404)
  expect(await getStatus(url.replace(/signature=[^&]+/, 'signature=x'))).toBe(404)
  shop.clock.advance(301_000)
  const expired = await shop.visitor().send(url, { method: 'GET' })
  expect([expired.status, await expired.text()]).toEqual([
    410,
    expect.stringContaining('This download link has expired.'),
  ])
})

test('people who have only the URL or the clip’s number get no URL of their own', async () => {
  const { owner, clip } = await seedOwnedClip()
  await download(owner, clip)
  await expect(download(await seedMember(shop), clip)).rejects.toMatchObject({ status: 404 })
})

test('without a license of this workspace the clip is not found', async () => {
  const { clip } = await seedOwnedClip()
  await expect(download(buyer, clip)).rejects.toMatchObject({ status: 404 })
  await expect(download(buyer, { ...clip, id: 999_999 })).rejects.toMatchObject({ status: 404 })
})

test('a license is for one format', async () => {
  const { owner, clip } = await seedOwnedClip()
  await expect(download(owner, clip, 2)).rejects.toMatchObject({ status: 404 })
  await expect(download(owner, clip, 7)).rejects.toMatchObject({
    status: 422,
    errors: { format_id: ['Choose a format'] },
  })
})

test('without a project the download is refused with instructions', async () => {
  const owner = await seedMember(shop)
  const clip = await seedClip(shop)
  const { number } = await seedOrder(shop, owner, 'paid', { clips: [clip] })
  await expect(download(owner, clip)).rejects.toMatchObject({ status: 409, message: 'Assign to a project to download' })
  await assignProject(owner, number)
  expect(await download(owner, clip)).toMatch(/^\/download\/masters\//)
})

test('workspace guests cannot download, asset managers can, and anonymous visitors get 401', async () => {
  const { owner, clip } = await seedOwnedClip()
  const seedColleague = (role: 'guest' | 'asset_manager') => seedMember(shop, role, owner.workspace_id)
  await expect(download(await seedColleague('guest'), clip)).rejects.toMatchObject({ status: 403 })
  expect(await download(await seedColleague('asset_manager'), clip)).toContain('/download/')
  const anonymous = shop.visitor().call(downloadClip, { params: { id: String(clip.id) }, body: { format_id: 3 } })
  await expect(anonymous).rejects.toMatchObject({ status: 401 })
})

test.each([
  ['pending', 404, 'find'],
  ['failed', 404, 'find'],
  ['processing', 409, 'Your bank payment is on its way. Downloads open when it arrives.'],
  ['disputed', 409, 'The payment of this order is disputed. Downloads open again when that is settled.'],
  ['refunded', 404, 'find'],
] as const)('an order that is %s allows no downloads and says why', async (state, status, text) => {
  const { owner, clip } = await seedOwnedClip(state)
  const message = expect.stringContaining(text)
  await expect(download(owner, clip)).rejects.toMatchObject({ status, message })
})

test('a bank payment in progress is enough for a trusted workspace', async () => {
  const { owner, clip } = await seedOwnedClip('processing')
  await shop.db.updateTable('workspaces').set({ is_trusted: true }).where('id', '=', owner.workspace_id).execute()
  expect(await download(owner, clip)).toContain('/download/')
})

test('an order on account allows downloads until its invoice is long overdue', async () => {
  const { owner, clip, order } = await seedOwnedClip('invoiced')
  expect(await download(owner, clip)).toContain('/download/')
  const due_at = new Date(shop.clock.now().getTime() - 15 * DAY_MS)
  await shop.db.updateTable('orders').set({ due_at }).where('id', '=', order.id).execute()
  await expect(download(owner, clip)).rejects.toMatchObject({ status: 409, message: /more than 14 days overdue/ })
})

test('a refunded line ends its own downloads only', async () => {
  const owner = await seedMember(shop)
  const [refundedClip, otherClip] = [await seedClip(shop), await seedClip(shop)]
  const { id, number, item_ids } = await seedOrder(shop, owner, 'paid', { clips: [refundedClip, otherClip] })
  await assignProject(owner, number)
  const refund = { user_id: null, reason: 'Test', now: shop.clock.now(), refunded_item_ids: item_ids.slice(0, 1) }
  await shop.db.transaction().execute(trx => transitionOrder(trx, id, 'partially_refunded', refund))
  await expect(download(owner, refundedClip)).rejects.toMatchObject({ status: 404 })
  expect(await download(owner, otherClip)).toContain('/download/')
  const uses = await listLicensedUses(shop.db, owner.workspace_id, [refundedClip.id, otherClip.id], shop.clock.now())
  expect(uses).toMatchObject([{ clip_id: otherClip.id, format_id: 3, order: number }])
})

test('a withdrawn clip stays available to its licensees', async () => {
  const { owner, clip } = await seedOwnedClip()
  await withdrawClip(shop, clip.id)
  expect(await download(owner, clip)).toContain('/download/')
})
