/** The license register: what it says of each license, and what narrows it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { aRate, rateBody, web_in_germany } from '../../../testing/builders/rates.ts'
import type { InputOf } from '../../platform/endpoint.ts'
import { soldRate } from '../../rates/rate.ts'
import { putProjectDetails } from '../contract.ts'
import { moveOrder } from '../orders.server.ts'
import type { OrderState } from '../states.ts'
import { getRegister, register_csv_path } from './contract.ts'

let shop: TestApp
let tide: TestClip
let lanterns: TestClip
beforeAll(async () => {
  shop = await openTestApp()
  tide = await aClip(shop)
  lanterns = await aClip(shop, 'Paper lanterns')
})
afterAll(() => shop.close())

type Query = InputOf<typeof getRegister>['query']
const list = (by: Buyer, query: Query = {}) => by.visitor.call(getRegister, { query })
const namesOf = async (by: Buyer, query: Query) => (await list(by, query)).data.map(({ clip }) => clip.name)
const csv = async (by: Buyer, search = '') =>
  (await by.visitor.send(`${register_csv_path}${search}`, { method: 'GET' })).text()

const assign = (by: Buyer, number: string, project_name: string, client_name = 'Harbor Foods') =>
  by.visitor.call(putProjectDetails, {
    params: { id: number },
    body: { client_name, project_name, project_description: 'Three spots', start_date: '2026-04-01' },
  })

/** An order whose licenses end after so many days. */
const ending = async (by: Buyer, days: number, clips: TestClip[]) => {
  const order = await anOrder(shop, by, 'paid', { clips })
  const ends_at = new Date(shop.clock.now().getTime() + days * 86_400_000)
  await shop.db.updateTable('licenses').set({ ends_at }).where('order_item_id', 'in', order.item_ids).execute()
  return { ...order, ends_at }
}

test('says of a license for what, for whom, where, until when, by which order and who bought it', async () => {
  const owner = await aMember(shop)
  const { number } = await anOrder(shop, owner, 'paid', { clips: [tide] })
  await assign(owner, number, 'Spring campaign')
  await shop.db.updateTable('clips').set({ name: 'Renamed' }).where('id', '=', tide.id).execute()
  const { data, meta } = await list(owner)
  expect(data).toMatchObject([
    {
      state: 'in_force',
      why: '',
      clip: { id: tide.id, name: 'Slow tide at dusk', filmmaker: 'Ines Marlow', format: 'HD', is_published: true },
      use: 'Web & Social',
      client: 'Commercial · 2–50 people',
      sentence: 'Web & Social, for a client with 2–50 people, worldwide, forever',
      rate: null,
      project: { client_name: 'Harbor Foods', project_name: 'Spring campaign' },
      territory: 'Worldwide',
      term: 'Perpetual',
      from: shop.clock.now().toISOString(),
      until: null,
      order: number,
      bought_by: 'Nora Brandt',
      has_certificate: true,
    },
  ])
  expect(meta.pagination).toEqual({ page: 1, per_page: 50, total: 1, total_pages: 1 })
  expect(meta.projects).toMatchObject([{ client_name: 'Harbor Foods', project_name: 'Spring campaign' }])
})

test('a license under a rate says its client, territory, term and end', async () => {
  const owner = await aMember(shop)
  const wish = {
    end_client_name: 'Aster Foods',
    distribution_groups: [{ ...web_in_germany, term: 'one-year' as const }],
  }
  const { id: rate_id } = await aRate(shop, owner.workspace_id, wish)
  const sold = soldRate({ id: rate_id, ...rateBody(wish) })
  const { item_ids, ends_at } = await ending(owner, 365, [tide])
  await shop.db
    .updateTable('order_items')
    .set({ rate_id, rate: JSON.stringify(sold) })
    .where('id', 'in', item_ids)
    .execute()
  await shop.db
    .updateTable('licenses')
    .set({ territory: 'National: Germany', term: '1 year' })
    .where('order_item_id', 'in', item_ids)
    .execute()
  const [row] = (await list(owner)).data
  expect(row).toMatchObject({
    rate: sold.name,
    client: expect.stringMatching(/^Aster Foods, /),
    territory: 'National: Germany',
    term: '1 year',
    until: ends_at.toISOString(),
  })
  expect(await namesOf(owner, { search: 'aster' })).toEqual(['Slow tide at dusk'])
})

test.each<[OrderState, string, string, boolean]>([
  ['paid', 'in_force', '', true],
  ['invoiced', 'in_force', '', true],
  ['overdue', 'in_force', '', true],
  ['processing', 'on_hold', 'Bank payment on its way', false],
  ['disputed', 'on_hold', 'Payment disputed', false],
  ['refunded', 'revoked', 'Refunded', false],
])('in an order that is %s a license is %s', async (state, is, why, has_certificate) => {
  const owner = await aMember(shop)
  await anOrder(shop, owner, state, { clips: [tide] })
  expect((await list(owner, {})).data).toMatchObject([{ state: is, why, has_certificate }])
  expect((await list(owner, { state: is as 'in_force' })).data).toHaveLength(1)
})

test('what is given back is told line by line, and an invoice that was cancelled by its name', async () => {
  const owner = await aMember(shop)
  const now = shop.clock.now()
  const part = await anOrder(shop, owner, 'paid', { clips: [tide, lanterns] })
  const cancelled = await anOrder(shop, owner, 'invoiced', { clips: [tide] })
  const by = { user_id: null, reason: 'Test', now }
  await shop.db
    .transaction()
    .execute(trx =>
      moveOrder(trx, part.id, 'partially_refunded', { ...by, refunded_item_ids: part.item_ids.slice(0, 1) }),
    )
  await shop.db.transaction().execute(trx => moveOrder(trx, cancelled.id, 'cancelled', by))
  expect((await list(owner, { sort: 'oldest' })).data).toMatchObject([
    { state: 'revoked', why: 'Refunded' },
    { state: 'in_force', why: '' },
    { state: 'revoked', why: 'Cancelled' },
  ])
})

test('a license ends soon 30 days before, and has ended at its very moment', async () => {
  const owner = await aMember(shop)
  const { ends_at } = await ending(owner, 31, [tide])
  const state = async () => (await list(owner)).data[0]?.state
  expect(await state()).toBe('in_force')
  shop.clock.advance(86_400_000)
  expect(await state()).toBe('ends_soon')
  shop.clock.advance(ends_at.getTime() - shop.clock.now().getTime() - 1)
  expect(await state()).toBe('ends_soon')
  shop.clock.advance(1)
  expect(await state()).toBe('ended')
  expect((await list(owner, { state: 'ended' })).data).toMatchObject([{ has_certificate: true }])
})

test('is searched by clip, number, filmmaker, order, client, project and buyer, and by nothing that only looks like them', async () => {
  const owner = await aMember(shop)
  const first = await anOrder(shop, owner, 'paid', { clips: [tide] })
  const second = await anOrder(shop, owner, 'paid', { clips: [lanterns] })
  await assign(owner, second.number, 'Night market', 'Lumen')
  for (const said of ['TIDE', String(tide.id), first.number.toLowerCase()])
    expect(await namesOf(owner, { search: said }), said).toContain('Slow tide at dusk')
  for (const said of ['lantern', 'lumen', 'night mark'])
    expect(await namesOf(owner, { search: said }), said).toEqual(['Paper lanterns'])
  expect(await namesOf(owner, { search: 'marlow' })).toHaveLength(2)
  expect(await namesOf(owner, { search: 'Nora Brandt' })).toHaveLength(2)
  for (const nothing of ['%%', '_', '\\', "' or true --"])
    expect(await namesOf(owner, { search: nothing }), nothing).toEqual([])
})

test('is narrowed by use, project and end, all at once too, and sorted', async () => {
  const owner = await aMember(shop)
  const tv = await anOrder(shop, owner, 'paid', { clips: [lanterns] })
  await shop.db
    .updateTable('licenses')
    .set({ distribution_ids: [3, 7] })
    .where('order_item_id', 'in', tv.item_ids)
    .execute()
  const { ends_at, number } = await ending(owner, 90, [tide])
  await assign(owner, number, 'Spring campaign')
  const { projects } = (await list(owner)).meta
  const day = (moment: Date) => moment.toISOString().slice(0, 10)
  const [both, lantern, slow] = [['Slow tide at dusk', 'Paper lanterns'], ['Paper lanterns'], ['Slow tide at dusk']]
  expect(await namesOf(owner, { use: '3' })).toEqual(both)
  expect(await namesOf(owner, { use: '7' })).toEqual(lantern)
  expect(await namesOf(owner, { use: '4' })).toEqual([])
  expect(await namesOf(owner, { project: 'none' })).toEqual(lantern)
  expect(await namesOf(owner, { project: String(projects[0]?.id) })).toEqual(slow)
  expect(await namesOf(owner, { ends_from: day(ends_at), ends_to: day(ends_at) })).toEqual(slow)
  expect(await namesOf(owner, { ends_from: day(new Date(ends_at.getTime() + 86_400_000)) })).toEqual([])
  expect(await namesOf(owner, { ends_to: day(new Date(ends_at.getTime() - 86_400_000)) })).toEqual([])
  expect(await namesOf(owner, { use: '7', project: String(projects[0]?.id) })).toEqual([])
  expect(await namesOf(owner, { sort: 'oldest' })).toEqual(both.toReversed())
  expect(await namesOf(owner, { sort: 'clip' })).toEqual(both.toReversed())
  expect(await namesOf(owner, { sort: 'ends' })).toEqual(both)
  expect(await namesOf(owner, { sort: 'project' })).toEqual(both)
})

test('a project of two orders is one, and another workspace’s finds nothing', async () => {
  const [owner, stranger] = [await aMember(shop), await aMember(shop)]
  for (const by of [owner, owner, stranger]) {
    const { number } = await anOrder(shop, by, 'paid', { clips: [tide] })
    await assign(by, number, 'Spring campaign')
  }
  const { projects } = (await list(owner)).meta
  expect(projects).toHaveLength(1)
  expect((await list(owner, { project: String(projects[0]?.id) })).data).toHaveLength(2)
  expect((await list(stranger, { project: String(projects[0]?.id) })).data).toEqual([])
})

test('a project of an order that never was an order is none to choose', async () => {
  const owner = await aMember(shop)
  const failed = await anOrder(shop, owner, 'failed', { clips: [tide] })
  const { number } = await anOrder(shop, owner, 'paid', { clips: [tide] })
  await assign(owner, number, 'Spring campaign')
  await sql`with made as (
      insert into project_details (order_id, client_name, project_name, project_description, start_date, created_at)
      select ${failed.id}, client_name, 'Never paid', project_description, start_date, p.created_at
      from project_details p join orders o on o.id = p.order_id where o.workspace_id = ${owner.workspace_id}
      returning id)
    update order_items set project_id = made.id from made where order_id = ${failed.id}`.execute(shop.db)
  const { projects } = (await list(owner)).meta
  expect(projects.map(project => project.project_name)).toEqual(['Spring campaign'])
})

test.each([
  [{ search: 'a\0b' }],
  [{ search: 'x'.repeat(201) }],
  [{ use: '0' }],
  [{ project: '-1' }],
  [{ ends_from: '2026-02-31' }],
  [{ ends_to: '0000-01-01' }],
  [{ page: '0' }],
])('%j is refused with a sentence', async query => {
  await expect(list(await aMember(shop), query)).rejects.toMatchObject({ status: 422 })
})

test('a workspace sees its own alone: neither another’s nor, as its guest, any', async () => {
  const [owner, stranger] = [await aMember(shop), await aMember(shop)]
  await anOrder(shop, owner, 'paid', { clips: [tide] })
  expect((await list(stranger)).data).toEqual([])
  expect((await csv(stranger)).split('\r\n')).toHaveLength(2)
  expect((await list(await aMember(shop, 'asset_manager', owner.workspace_id))).data).toHaveLength(1)
  const guest = await aMember(shop, 'guest', owner.workspace_id)
  await expect(list(guest)).rejects.toMatchObject({ status: 403 })
  expect((await guest.visitor.send(register_csv_path, { method: 'GET' })).status).toBe(403)
})
