import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { withdrawClip } from '../../testing/builders/catalog.ts'
import { seedClip, seedMember, type Buyer } from '../../testing/builders/orders.ts'
import { downloadComp } from './comp-contract.ts'
import type { MarksBody } from './marks.ts'

let shop: TestApp
let member: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  member = await seedMember(shop, 'guest')
})
afterAll(() => shop.close())

const requestComp = (visitor: Buyer['visitor'], id: number, body: MarksBody | null = null) =>
  visitor.call(downloadComp, { params: { id: String(id) }, body })

test('a signed-in user gets the watermarked file, named after the clip', async () => {
  const clip = await seedClip(shop, 'Harbor at dusk')
  const { data } = await requestComp(member.visitor, clip.id)
  const file = await shop.app.inject({ method: 'GET', url: data.url })
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toBe('video/mp4')
  expect(file.headers['content-disposition']).toBe(`attachment; filename="longtake-comp-${clip.id}-harbor-at-dusk.mp4"`)
  expect(file.rawPayload.equals(clip.bytes)).toBe(true)
})

test('marks are in the name of the file, which has the whole clip', async () => {
  const clip = await seedClip(shop, 'Harbor at dusk')
  const fetchComp = async (marks: MarksBody) => {
    const { data } = await requestComp(member.visitor, clip.id, marks)
    return shop.app.inject({ method: 'GET', url: data.url })
  }
  const file = await fetchComp({ in: 4, out: 9 })
  expect(file.headers['content-disposition']).toContain(`longtake-comp-${clip.id}-harbor-at-dusk-in-4-out-9.mp4`)
  expect(file.rawPayload.equals(clip.bytes)).toBe(true)
  expect((await fetchComp({ out: 9 })).headers['content-disposition']).toContain('harbor-at-dusk-out-9.mp4')
})

test.each([{ in: 9, out: 4 }, { in: -1 }, { out: 1.5 }, { in: 9_000_000 }])(
  'marks like %j are refused',
  async marks => {
    const clip = await seedClip(shop)
    await expect(requestComp(member.visitor, clip.id, marks)).rejects.toMatchObject({ status: 422 })
  },
)

test('the file supports range requests, and its URL expires after five minutes', async () => {
  const clip = await seedClip(shop)
  const { data } = await requestComp(member.visitor, clip.id)
  const part = await shop.app.inject({ method: 'GET', url: data.url, headers: { range: 'bytes=100-199' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 100-199/5000'])
  expect(part.rawPayload.equals(clip.bytes.subarray(100, 200))).toBe(true)
  shop.clock.advance(301_000)
  expect((await shop.app.inject({ method: 'GET', url: data.url })).statusCode).toBe(410)
})

test('a guest must log in', async () => {
  const clip = await seedClip(shop)
  await expect(requestComp(shop.visitor(), clip.id)).rejects.toMatchObject({ status: 401 })
})

test('withdrawn, in-review and unknown clips have no comp', async () => {
  const [withdrawn, in_review] = [await seedClip(shop), await seedClip(shop)]
  await withdrawClip(shop, withdrawn.id)
  await shop.db.updateTable('clips').set({ status: 'in_review' }).where('id', '=', in_review.id).execute()
  for (const id of [withdrawn.id, in_review.id, 999_999])
    await expect(requestComp(member.visitor, id)).rejects.toMatchObject({ status: 404 })
})

test('a comp download emits an event', async () => {
  const clip = await seedClip(shop)
  await requestComp(member.visitor, clip.id)
  const events = await shop.db.selectFrom('events').where('name', '=', 'comp.downloaded').select('payload').execute()
  expect(events.map(event => event.payload)).toContainEqual({ clip_id: clip.id, user_id: member.user_id })
})

test('comp downloads are limited to sixty a minute per address', async () => {
  const limited = await openTestApp({ RATE_LIMITS: '1' })
  try {
    const { visitor } = await seedMember(limited)
    const clip = await seedClip(limited)
    const attempts = await Promise.allSettled(Array.from({ length: 70 }, () => requestComp(visitor, clip.id)))
    expect(attempts.filter(attempt => attempt.status === 'fulfilled')).toHaveLength(60)
    expect(attempts.find(attempt => attempt.status === 'rejected')).toMatchObject({ reason: { status: 429 } })
  } finally {
    await limited.close()
  }
})
