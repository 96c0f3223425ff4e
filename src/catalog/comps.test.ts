import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aMember, type Buyer } from '../../testing/builders/orders.ts'
import { downloadComp } from './comp-contract.ts'
import { withdrawClip } from './save.server.ts'

let shop: TestApp
let member: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  member = await aMember(shop, 'guest')
})
afterAll(() => shop.close())

const ask = (visitor: Buyer['visitor'], id: number) => visitor.call(downloadComp, { params: { id: String(id) } })

test('whoever is signed in gets the watermarked file, under a name that leads back to the clip', async () => {
  const clip = await aClip(shop, 'Harbor at dusk')
  const { data } = await ask(member.visitor, clip.id)
  const file = await shop.app.inject({ method: 'GET', url: data.url })
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toBe('video/mp4')
  expect(file.headers['content-disposition']).toBe(`attachment; filename="longtake-comp-${clip.id}-harbor-at-dusk.mp4"`)
  expect(file.rawPayload.equals(clip.bytes)).toBe(true)
})

test('a part of it can be asked for, and nothing after five minutes', async () => {
  const clip = await aClip(shop)
  const { data } = await ask(member.visitor, clip.id)
  const part = await shop.app.inject({ method: 'GET', url: data.url, headers: { range: 'bytes=100-199' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 100-199/5000'])
  expect(part.rawPayload.equals(clip.bytes.subarray(100, 200))).toBe(true)
  shop.clock.advance(301_000)
  expect((await shop.app.inject({ method: 'GET', url: data.url })).statusCode).toBe(410)
})

test('a guest is asked to log in', async () => {
  const clip = await aClip(shop)
  await expect(ask(shop.visitor(), clip.id)).rejects.toMatchObject({ status: 401 })
})

test('a withdrawn clip, one in review and one that never was have no comp', async () => {
  const [withdrawn, in_review] = [await aClip(shop), await aClip(shop)]
  await shop.db.transaction().execute(trx => withdrawClip(trx, withdrawn.id))
  await shop.db.updateTable('clips').set({ status: 'in_review' }).where('id', '=', in_review.id).execute()
  for (const id of [withdrawn.id, in_review.id, 999_999])
    await expect(ask(member.visitor, id)).rejects.toMatchObject({ status: 404 })
})

test('that somebody took it is news for others', async () => {
  const clip = await aClip(shop)
  await ask(member.visitor, clip.id)
  const events = await shop.db.selectFrom('events').where('name', '=', 'comp.taken').select('payload').execute()
  expect(events.map(event => event.payload)).toContainEqual({ clip_id: clip.id, user_id: member.user_id })
})

test('nobody empties the shop: sixty a minute from one address', async () => {
  const limited = await openTestApp({ RATE_LIMITS: '1' })
  try {
    const { visitor } = await aMember(limited)
    const clip = await aClip(limited)
    const tries = await Promise.allSettled(Array.from({ length: 70 }, () => ask(visitor, clip.id)))
    expect(tries.filter(one => one.status === 'fulfilled')).toHaveLength(60)
    expect(tries.find(one => one.status === 'rejected')).toMatchObject({ reason: { status: 429 } })
  } finally {
    await limited.close()
  }
})
