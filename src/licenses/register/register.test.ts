/** The license register: its rows and its filters. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { toSoldRate } from '#licensing/rate.ts'
import { putProjectDetails } from '#orders/contract.ts'
import type { OrderState } from '#orders/states.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import type { InputOf } from '#platform/http/endpoint.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
import { seedRate, buildRateBody, germanWebLicense } from '../../../testing/builders/rates.ts'
import { transitionOrder } from '../transition-order.server.ts'
import { getRegister, REGISTER_CSV_PATH } from './contract.ts'

let shop: TestApp
let tide: TestClip
let lanterns: TestClip
beforeAll(async () => {
  shop = await openTestApp()
  tide = await seedClip(shop)
  lanterns = await seedClip(shop, 'Paper lanterns')
})
afterAll(() => shop.close())

type RegisterTestQuery = InputOf<typeof getRegister>['query']
const listRegister = (member: Buyer, query: RegisterTestQuery = {}) => member.visitor.call(getRegister, { query })
const listNames = async (member: Buyer, query: RegisterTestQuery) =>
  (await listRegister(member, query)).data.map(({ clip }) => clip.name)
const loadCsv = async (member: Buyer, search = '') =>
  (await member.visitor.send(`${REGISTER_CSV_PATH}${search}`, { method: 'GET' })).text()

const assignProject = (member: Buyer, number: string, project_name: string, client_name = 'Harbor Foods') =>
  member.visitor.call(putProjectDetails, {
    params: { id: number },
    body: { client_name, project_name, project_description: 'Three spots', start_date: '2026-04-01' },
  })

/** Seeds an order whose licenses end after `days`. */
const seedEndingOrder = async (member: Buyer, days: number, clips: TestClip[]) => {
  const order = await seedOrder(shop, member, 'paid', { clips })
  const ends_at = new Date(shop.clock.now().getTime() + days * DAY_MS)
  await shop.db.updateTable('licenses').set({ ends_at }).where('order_item_id', 'in', order.item_ids).execute()
  return { ...order, ends_at }
}

test('a row shows the license’s use, client, territory, term, order and buyer', async () => {
  const owner = await seedMember(shop)
  const { number } = await seedOrder(shop, owner, 'paid', { clips: [tide] })
  await assignProject(owner, number, 'Spring campaign')
  await shop.db.updateTable('clips').set({ name: 'Renamed' }).where('id', '=', tide.id).execute()
  const { data, meta } = await listRegister(owner)
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
      buyer_name: 'Nora Brandt',
      has_certificate: true,
    },
  ])
  expect(meta.pagination).toEqual({ page: 1, per_page: 50, total: 1, total_pages: 1 })
  expect(meta.projects).toMatchObject([{ client_name: 'Harbor Foods', project_name: 'Spring campaign' }])
})

test('a license under a rate shows its client, territory, term and end', async () => {
  const owner = await seedMember(shop)
  const overrides = {
    end_client_name: 'Aster Foods',
    distribution_groups: [{ ...germanWebLicense, term: 'one-year' as const }],
  }
  const { id: rate_id } = await seedRate(shop, owner.workspace_id, overrides)
  const rate = toSoldRate({ id: rate_id, ...buildRateBody(overrides) })
  const { item_ids, ends_at } = await seedEndingOrder(owner, 365, [tide])
  await shop.db
    .updateTable('order_items')
    .set({ rate_id, rate: JSON.stringify(rate) })
    .where('id', 'in', item_ids)
    .execute()
  await shop.db
    .updateTable('licenses')
    .set({ territory: 'National: Germany', term: '1 year' })
    .where('order_item_id', 'in', item_ids)
    .execute()
  const [row] = (await listRegister(owner)).data
  expect(row).toMatchObject({
    rate: rate.name,
    client: expect.stringMatching(/^Aster Foods, /),
    territory: 'National: Germany',
    term: '1 year',
    until: ends_at.toISOString(),
  })
  expect(await listNames(owner, { search: 'aster' })).toEqual(['Slow tide at dusk'])
})

test('a license whose uses end on different days shows the term of each use', async () => {
  const owner = await seedMember(shop)
  const rate = toSoldRate({
    id: 0,
    ...buildRateBody({
      distribution_groups: [
        { ...germanWebLicense, term: 'one-year' as const },
        {
          ...germanWebLicense,
          distribution_ids: [7],
          advertising: 'not_applicable' as const,
          term: 'perpetual' as const,
        },
      ],
    }),
  })
  const { id: rate_id } = await seedRate(shop, owner.workspace_id, {})
  const { item_ids } = await seedOrder(shop, owner, 'paid', { clips: [tide] })
  await shop.db
    .updateTable('order_items')
    .set({ rate_id, rate: JSON.stringify({ ...rate, id: rate_id }) })
    .where('id', 'in', item_ids)
    .execute()
  const [row] = (await listRegister(owner)).data
  expect(row?.term).toMatch(/^Web & Social.*: 1 year, until \w+ \d+, \d{4}; Broadcast TV: Perpetual$/)
})

test.each<[OrderState, string, string, boolean]>([
  ['paid', 'in_force', '', true],
  ['invoiced', 'in_force', '', true],
  ['overdue', 'in_force', '', true],
  ['processing', 'on_hold', 'Bank payment on its way', false],
  ['disputed', 'on_hold', 'Payment disputed', false],
  ['refunded', 'revoked', 'Refunded', false],
])('a license of an order that is %s is %s', async (state, licenseState, why, has_certificate) => {
  const owner = await seedMember(shop)
  await seedOrder(shop, owner, state, { clips: [tide] })
  expect((await listRegister(owner, {})).data).toMatchObject([{ state: licenseState, why, has_certificate }])
  expect((await listRegister(owner, { state: licenseState as 'in_force' })).data).toHaveLength(1)
})

test('refunds are shown line by line, and a canceled invoice is shown as such', async () => {
  const owner = await seedMember(shop)
  const now = shop.clock.now()
  const partlyRefunded = await seedOrder(shop, owner, 'paid', { clips: [tide, lanterns] })
  const cancelled = await seedOrder(shop, owner, 'invoiced', { clips: [tide] })
  const transition = { user_id: null, reason: 'Test', now }
  await shop.db.transaction().execute(trx =>
    transitionOrder(trx, partlyRefunded.id, 'partially_refunded', {
      ...transition,
      refunded_item_ids: partlyRefunded.item_ids.slice(0, 1),
    }),
  )
  await shop.db.transaction().execute(trx => transitionOrder(trx, cancelled.id, 'cancelled', transition))
  expect((await listRegister(owner, { sort: 'oldest' })).data).toMatchObject([
    { state: 'revoked', why: 'Refunded' },
    { state: 'in_force', why: '' },
    { state: 'revoked', why: 'Cancelled' },
  ])
})

test('a license ends soon 30 days before its end, and has ended at that very moment', async () => {
  const owner = await seedMember(shop)
  const { ends_at } = await seedEndingOrder(owner, 31, [tide])
  const loadState = async () => (await listRegister(owner)).data[0]?.state
  expect(await loadState()).toBe('in_force')
  shop.clock.advance(DAY_MS)
  expect(await loadState()).toBe('ends_soon')
  shop.clock.advance(ends_at.getTime() - shop.clock.now().getTime() - 1)
  expect(await loadState()).toBe('ends_soon')
  shop.clock.advance(1)
  expect(await loadState()).toBe('ended')
  expect((await listRegister(owner, { state: 'ended' })).data).toMatchObject([{ has_certificate: true }])
})

test('search matches clip, number, filmmaker, order, client, project and buyer, and takes wildcards literally', async () => {
  const owner = await seedMember(shop)
  const first = await seedOrder(shop, owner, 'paid', { clips: [tide] })
  const second = await seedOrder(shop, owner, 'paid', { clips: [lanterns] })
  await assignProject(owner, second.number, 'Night market', 'Lumen')
  for (const term of ['TIDE', String(tide.id), first.number.toLowerCase()])
    expect(await listNames(owner, { search: term }), term).toContain('Slow tide at dusk')
  for (const term of ['lantern', 'lumen', 'night mark'])
    expect(await listNames(owner, { search: term }), term).toEqual(['Paper lanterns'])
  expect(await listNames(owner, { search: 'marlow' })).toHaveLength(2)
  expect(await listNames(owner, { search: 'Nora Brandt' })).toHaveLength(2)
  for (const term of ['%%', '_', '\\', "' or true --"])
    expect(await listNames(owner, { search: term }), term).toEqual([])
})

test('the register is filtered by use, project and end, in any combination, and sorted', async () => {
  const owner = await seedMember(shop)
  const tv = await seedOrder(shop, owner, 'paid', { clips: [lanterns] })
  await shop.db
    .updateTable('licenses')
    .set({ distribution_ids: [3, 7] })
    .where('order_item_id', 'in', tv.item_ids)
    .execute()
  const { ends_at, number } = await seedEndingOrder(owner, 90, [tide])
  await assignProject(owner, number, 'Spring campaign')
  const { projects } = (await listRegister(owner)).meta
  const [allNames, lanternOnly, slowTideOnly] = [
    ['Slow tide at dusk', 'Paper lanterns'],
    ['Paper lanterns'],
    ['Slow tide at dusk'],
  ]
  expect(await listNames(owner, { use: '3' })).toEqual(allNames)
  expect(await listNames(owner, { use: '7' })).toEqual(lanternOnly)
  expect(await listNames(owner, { use: '4' })).toEqual([])
  expect(await listNames(owner, { project: 'none' })).toEqual(lanternOnly)
  expect(await listNames(owner, { project: String(projects[0]?.id) })).toEqual(slowTideOnly)
  expect(await listNames(owner, { ends_from: toDay(ends_at), ends_to: toDay(ends_at) })).toEqual(slowTideOnly)
  expect(await listNames(owner, { ends_from: toDay(ends_at.getTime() + DAY_MS) })).toEqual([])
  expect(await listNames(owner, { ends_to: toDay(ends_at.getTime() - DAY_MS) })).toEqual([])
  expect(await listNames(owner, { use: '7', project: String(projects[0]?.id) })).toEqual([])
  expect(await listNames(owner, { sort: 'oldest' })).toEqual(allNames.toReversed())
  expect(await listNames(owner, { sort: 'clip' })).toEqual(allNames.toReversed())
  expect(await listNames(owner, { sort: 'ends' })).toEqual(allNames)
  expect(await listNames(owner, { sort: 'project' })).toEqual(allNames)
})

test('a project of two orders is listed once, and another workspace’s project finds nothing', async () => {
  const [owner, stranger] = [await seedMember(shop), await seedMember(shop)]
  for (const member of [owner, owner, stranger]) {
    const { number } = await seedOrder(shop, member, 'paid', { clips: [tide] })
    await assignProject(member, number, 'Spring campaign')
  }
  const { projects } = (await listRegister(owner)).meta
  expect(projects).toHaveLength(1)
  expect((await listRegister(owner, { project: String(projects[0]?.id) })).data).toHaveLength(2)
  expect((await listRegister(stranger, { project: String(projects[0]?.id) })).data).toEqual([])
})

test('the project of an order that was never placed is not offered as a filter', async () => {
  const owner = await seedMember(shop)
  const failed = await seedOrder(shop, owner, 'failed', { clips: [tide] })
  const { number } = await seedOrder(shop, owner, 'paid', { clips: [tide] })
  await assignProject(owner, number, 'Spring campaign')
  await sql`with made as (
      insert into project_details (order_id, client_name, project_name, project_description, start_date, created_at)
      select ${failed.id}, client_name, 'Never paid', project_description, start_date, p.created_at
      from project_details p join orders o on o.id = p.order_id where o.workspace_id = ${owner.workspace_id}
      returning id)
    update order_items set project_id = made.id from made where order_id = ${failed.id}`.execute(shop.db)
  const { projects } = (await listRegister(owner)).meta
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
])('%j is refused', async query => {
  await expect(listRegister(await seedMember(shop), query)).rejects.toMatchObject({ status: 422 })
})

test('a workspace sees only its own licenses, and its guests see none', async () => {
  const [owner, stranger] = [await seedMember(shop), await seedMember(shop)]
  await seedOrder(shop, owner, 'paid', { clips: [tide] })
  expect((await listRegister(stranger)).data).toEqual([])
  expect((await loadCsv(stranger)).split('\r\n')).toHaveLength(2)
  expect((await listRegister(await seedMember(shop, 'asset_manager', owner.workspace_id))).data).toHaveLength(1)
  const guest = await seedMember(shop, 'guest', owner.workspace_id)
  await expect(listRegister(guest)).rejects.toMatchObject({ status: 403 })
  expect((await guest.visitor.send(REGISTER_CSV_PATH, { method: 'GET' })).status).toBe(403)
})
