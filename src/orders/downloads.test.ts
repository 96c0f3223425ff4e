import { createHash } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { withdrawClip } from '../catalog/save.server.ts'
import { licensedUses } from '../rates/held.server.ts'
import { downloadClip } from './clips-contract.ts'
import { putProjectDetails } from './contract.ts'
import { moveOrder } from './orders.server.ts'
import type { OrderState } from './states.ts'

let shop: TestApp
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await aMember(shop)
})
afterAll(() => shop.close())

const details = {
  client_name: 'Harbor Foods',
  project_name: 'Spring campaign',
  project_description: 'Three spots for the web',
  start_date: '2026-04-01',
}

const assign = (by: Buyer, number: string) =>
  by.visitor.call(putProjectDetails, { params: { id: number }, body: details })
const download = async (by: Buyer, clip: TestClip, format_id = 3) =>
  (await by.visitor.call(downloadClip, { params: { id: String(clip.id) }, body: { format_id } })).data.url

/** Somebody with a clip, bought in an order that came to `state`, assigned to a project. */
const owned = async (state: OrderState = 'paid') => {
  const owner = await aMember(shop)
  const clip = await aClip(shop)
  const order = await anOrder(shop, owner, state, { clips: [clip] })
  if (order.number) await assign(owner, order.number)
  return { owner, clip, order }
}

test('what is downloaded is the master, byte for byte, under a name that says which clip', async () => {
  const { owner, clip } = await owned()
  const answer = await owner.visitor.send(await download(owner, clip), { method: 'GET' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="longtake-${clip.id}-slow-tide-at-dusk-hd.mp4"`,
  )
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(clip.sha256)
})

test('a download can be resumed: a range is answered with 206', async () => {
  const { owner, clip } = await owned()
  const answer = await owner.visitor.send(await download(owner, clip), {
    method: 'GET',
    headers: { range: 'bytes=1000-1999' },
  })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes 1000-1999/${clip.bytes.length}`)
  expect(Buffer.from(await answer.arrayBuffer()).equals(clip.bytes.subarray(1_000, 2_000))).toBe(true)
})

test('the address is worth nothing when tampered with, and after five minutes', async () => {
  const { owner, clip } = await owned()
  const { clip: other } = await owned()
  const url = await download(owner, clip)
  const get = async (address: string) => (await shop.visitor().send(address, { method: 'GET' })).status
  expect(await get(url)).toBe(200)
  expect(await get(url.replace(clip.sha256, other.sha256))).toBe(404)
  expect(await get(url.replace(/until=(\d+)/, (_, until) => `until=${Number(until) + 9_999}`))).toBe(404)
  expect(await get(url.replace('longtake-', 'other-'))).toBe(404)
  expect(await get(url.replace(/signature=[^&]+/, 'signature=x'))).toBe(404)
  shop.clock.advance(301_000)
  const late = await shop.visitor().send(url, { method: 'GET' })
  expect([late.status, await late.text()]).toEqual([410, expect.stringContaining('This download link has expired.')])
})

test('whoever was sent the address, or the clip’s number, gets no address of their own', async () => {
  const { owner, clip } = await owned()
  await download(owner, clip)
  await expect(download(await aMember(shop), clip)).rejects.toMatchObject({ status: 404 })
})

test('without a license of this workspace the clip is not found', async () => {
  const { clip } = await owned()
  await expect(download(buyer, clip)).rejects.toMatchObject({ status: 404 })
  await expect(download(buyer, { ...clip, id: 999_999 })).rejects.toMatchObject({ status: 404 })
})

test('a license is for one format', async () => {
  const { owner, clip } = await owned()
  await expect(download(owner, clip, 2)).rejects.toMatchObject({ status: 404 })
  await expect(download(owner, clip, 7)).rejects.toMatchObject({
    status: 422,
    errors: { format_id: ['Choose a format'] },
  })
})

test('without a project the answer says what to do', async () => {
  const owner = await aMember(shop)
  const clip = await aClip(shop)
  const { number } = await anOrder(shop, owner, 'paid', { clips: [clip] })
  await expect(download(owner, clip)).rejects.toMatchObject({ status: 409, message: 'Assign to a project to download' })
  await assign(owner, number)
  expect(await download(owner, clip)).toMatch(/^\/download\/masters\//)
})

test('guests of the workspace may not download; asset managers may; guests of the shop log in first', async () => {
  const { owner, clip } = await owned()
  const as = (role: 'guest' | 'asset_manager') => aMember(shop, role, owner.workspace_id)
  await expect(download(await as('guest'), clip)).rejects.toMatchObject({ status: 403 })
  expect(await download(await as('asset_manager'), clip)).toContain('/download/')
  const nobody = shop.visitor().call(downloadClip, { params: { id: String(clip.id) }, body: { format_id: 3 } })
  await expect(nobody).rejects.toMatchObject({ status: 401 })
})

test.each([
  ['pending', 404, 'find'],
  ['failed', 404, 'find'],
  ['processing', 409, 'Your bank payment is on its way. Downloads open when it arrives.'],
  ['disputed', 409, 'The payment of this order is disputed. Downloads open again when that is settled.'],
  ['refunded', 404, 'find'],
] as const)('an order that is %s lets nothing go, and says why', async (state, status, words) => {
  const { owner, clip } = await owned(state)
  const message = expect.stringContaining(words)
  await expect(download(owner, clip)).rejects.toMatchObject({ status, message })
})

test('a bank payment on its way is enough for a trusted workspace', async () => {
  const { owner, clip } = await owned('processing')
  await shop.db.updateTable('workspaces').set({ is_trusted: true }).where('id', '=', owner.workspace_id).execute()
  expect(await download(owner, clip)).toContain('/download/')
})

test('on account: open while in good standing, closed when the invoice is long overdue', async () => {
  const { owner, clip, order } = await owned('invoiced')
  expect(await download(owner, clip)).toContain('/download/')
  const due_at = new Date(shop.clock.now().getTime() - 15 * 86_400_000)
  await shop.db.updateTable('orders').set({ due_at }).where('id', '=', order.id).execute()
  await expect(download(owner, clip)).rejects.toMatchObject({ status: 409, message: /more than 14 days overdue/ })
})

test('a line given back takes its file along, the other one stays', async () => {
  const owner = await aMember(shop)
  const [gone, kept] = [await aClip(shop), await aClip(shop)]
  const { id, number, item_ids } = await anOrder(shop, owner, 'paid', { clips: [gone, kept] })
  await assign(owner, number)
  const refund = { user_id: null, reason: 'Test', now: shop.clock.now(), refunded_item_ids: item_ids.slice(0, 1) }
  await shop.db.transaction().execute(trx => moveOrder(trx, id, 'partially_refunded', refund))
  await expect(download(owner, gone)).rejects.toMatchObject({ status: 404 })
  expect(await download(owner, kept)).toContain('/download/')
  const uses = await licensedUses(shop.db, owner.workspace_id, [gone.id, kept.id], shop.clock.now())
  expect(uses).toMatchObject([{ clip_id: kept.id, format_id: 3, order: number }])
})

test('a withdrawn clip stays with those who licensed it', async () => {
  const { owner, clip } = await owned()
  await shop.db.transaction().execute(trx => withdrawClip(trx, clip.id))
  expect(await download(owner, clip)).toContain('/download/')
})
