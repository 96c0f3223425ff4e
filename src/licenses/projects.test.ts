/** The project of a license: named once, corrected until a day after the first download, then amended by staff. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { amendStaffOrderProject, getStaffOrder } from '#orders/admin/contract.ts'
import { getOrder, putProjectDetails } from '#orders/contract.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { extractPdfText } from '../../testing/pdf.ts'
import { downloadClip } from './contract.ts'
import { zipFiles } from './zip/contract.ts'

let shop: TestApp
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await seedMember(shop)
})
afterAll(() => shop.close())

const HOUR_MS = 3_600_000
const details = {
  client_name: 'Harbor Foods',
  project_name: 'Spring campaign',
  project_description: 'Three spots for the web',
  start_date: '2026-04-01',
}
const otherClient = { ...details, client_name: 'Lumen Energy' }

const seedNamedOrder = async () => {
  const clips = [await seedClip(shop), await seedClip(shop)]
  const order = await seedOrder(shop, buyer, 'paid', { clips })
  await assign(order.number, details)
  return { ...order, clips }
}
const assign = (number: string, body: typeof details & { order_item_ids?: number[] }) =>
  buyer.visitor.call(putProjectDetails, { params: { id: number }, body })
const download = (clip_id: number) =>
  buyer.visitor.call(downloadClip, { params: { id: String(clip_id) }, body: { format_id: 3 } })
const loadClients = async (number: string) =>
  (await buyer.visitor.call(getOrder, { params: { id: number } })).data.projects.map(({ client_name }) => client_name)
/** Sessions of staff are short, so each call has a new one. */
const loadChanges = async (id: number) =>
  (await (await seedStaff(shop)).visitor.call(getStaffOrder, { params: { id: String(id) } })).data.project_changes
const amend = async (
  id: number,
  body: Partial<typeof details> & { order_item_ids: number[]; reason?: string },
  staff?: Buyer,
) =>
  (staff ?? (await seedStaff(shop))).visitor.call(amendStaffOrderProject, {
    params: { id: String(id) },
    body: { ...otherClient, reason: 'Ticket 3F9A21C7', ...body },
  })
const readAgreement = async (number: string) => {
  const reply = await buyer.visitor.send(`/api/workspace/orders/${number}/license-agreement`, { method: 'GET' })
  return (await extractPdfText(new Uint8Array(await reply.arrayBuffer()))).replaceAll(/\s+/g, ' ')
}

test('a project is corrected until a day after the first download, and every state is kept', async () => {
  const { id, number, clips, item_ids } = await seedNamedOrder()
  const [clip] = clips
  await download(clip?.id ?? 0)
  shop.clock.advance(23 * HOUR_MS)
  await assign(number, { ...details, project_name: 'Summer campaign' })
  // Another download doesn't extend the time.
  await download(clip?.id ?? 0)
  shop.clock.advance(2 * HOUR_MS)
  await expect(assign(number, otherClient)).rejects.toMatchObject({
    status: 409,
    message: `The project of clip ${clip?.id} is final, because the clip was downloaded more than 24 hours ago. Contact us to amend it. Another client needs a license of its own.`,
  })
  expect(await loadClients(number)).toEqual(['Harbor Foods'])
  // The other clip was never downloaded, and saving the same project again changes nothing.
  await assign(number, { ...otherClient, order_item_ids: item_ids.slice(1) })
  await assign(number, { ...details, project_name: 'Summer campaign', order_item_ids: item_ids.slice(0, 1) })
  expect(await loadChanges(id)).toMatchObject([
    { kind: 'named', clip_ids: clips.map(c => c.id), project: 'Spring campaign for Harbor Foods', previous: null },
    {
      kind: 'corrected',
      clip_ids: clips.map(c => c.id),
      project: 'Summer campaign for Harbor Foods',
      previous: 'Spring campaign for Harbor Foods',
    },
    { kind: 'corrected', clip_ids: [clips[1]?.id], project: 'Spring campaign for Lumen Energy' },
  ])
  expect(await readAgreement(number)).toMatch(
    /For Harbor Foods: Summer campaign\. Corrected on \w+ \d+, \d{4}, before: for Harbor Foods: Spring campaign/,
  )
})

test('the files of a zip make a project final, too', async () => {
  const { number, clips } = await seedNamedOrder()
  const files = [{ clip_id: clips[0]?.id ?? 0, format_id: 3 }]
  const { data } = await buyer.visitor.call(zipFiles, { body: { files } })
  shop.clock.advance(60_000)
  expect((await buyer.visitor.send(data.url, { method: 'GET' })).status).toBe(200)
  shop.clock.advance(25 * HOUR_MS)
  await expect(assign(number, otherClient)).rejects.toMatchObject({ status: 409 })
})

test('staff amend a final project: numbered, with its reason, on the agreement and in the log', async () => {
  const { id, number, clips, item_ids } = await seedNamedOrder()
  for (const clip of clips) await download(clip.id)
  shop.clock.advance(25 * HOUR_MS)
  const staff = await seedStaff(shop)
  await amend(id, { order_item_ids: item_ids.slice(0, 1) }, staff)
  await amend(id, { order_item_ids: item_ids }, staff)
  expect(await loadChanges(id)).toMatchObject([
    { kind: 'named' },
    { kind: 'amended', amendment: 1, clip_ids: [clips[0]?.id], reason: 'Ticket 3F9A21C7' },
    { kind: 'amended', amendment: 2, clip_ids: [clips[1]?.id] },
  ])
  expect(await readAgreement(number)).toContain('Amendment 1 of')
  const entries = await shop.db
    .selectFrom('audit_log')
    .where('subject_type', '=', 'order')
    .where('subject_key', '=', String(id))
    .select(['action', 'reason', 'actor_user_id'])
    .orderBy('id')
    .execute()
  expect(entries).toEqual(
    [1, 2].map(() => ({ action: 'project_amended', reason: 'Ticket 3F9A21C7', actor_user_id: staff.user_id })),
  )
})

test.each([
  ['an amendment that changes nothing', { ...details }, 'These clips are licensed for this project already.', 409],
  ['lines of another order', { order_item_ids: [999_999] }, 'We could not find that clip in this order.', 404],
])('%s is refused', async (_, body, message, status) => {
  const { id, item_ids } = await seedNamedOrder()
  await expect(amend(id, { order_item_ids: item_ids, ...body })).rejects.toMatchObject({ status, message })
})

test('an order without a project is named by its buyer, not amended', async () => {
  const { id, item_ids } = await seedOrder(shop, buyer, 'paid', { clips: [await seedClip(shop)] })
  await expect(amend(id, { order_item_ids: item_ids })).rejects.toMatchObject({ status: 409 })
})

test('of twenty-four simultaneous amendments each has a number of its own', async () => {
  const { id, item_ids } = await seedNamedOrder()
  const colleagues = await Promise.all(Array.from({ length: 24 }, () => seedStaff(shop)))
  await Promise.all(
    colleagues.map(({ visitor }, n) =>
      visitor.call(amendStaffOrderProject, {
        params: { id: String(id) },
        body: { ...details, project_name: `Campaign ${n}`, reason: 'Race', order_item_ids: item_ids },
      }),
    ),
  )
  const numbers = (await loadChanges(id)).flatMap(({ amendment }) => amendment ?? [])
  expect(numbers).toEqual(Array.from({ length: 24 }, (_, n) => n + 1))
})
