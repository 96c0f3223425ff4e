/** The full license register: as CSV, and in pages when it is long. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { putProjectDetails } from '#orders/contract.ts'
import type { InputOf } from '#platform/http/endpoint.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer, type TestClip } from '../../../testing/builders/orders.ts'
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

const listRegister = (member: Buyer, query: InputOf<typeof getRegister>['query']) =>
  member.visitor.call(getRegister, { query })
const loadCsv = async (member: Buyer, search = '') =>
  (await member.visitor.send(`${REGISTER_CSV_PATH}${search}`, { method: 'GET' })).text()

test('the CSV has all filtered licenses and neutralizes formulas', async () => {
  const owner = await seedMember(shop)
  const clips = Array.from({ length: 60 }, () => lanterns)
  await seedOrder(shop, owner, 'paid', { clips })
  const { number } = await seedOrder(shop, owner, 'paid', { clips: [tide] })
  await owner.visitor.call(putProjectDetails, {
    params: { id: number },
    body: {
      client_name: '"Harbor", Foods',
      project_name: '=HYPERLINK("x")',
      project_description: 'Three spots',
      start_date: '2026-04-01',
    },
  })
  const text = await loadCsv(owner)
  expect(text.startsWith('"License","State","Clip",')).toBe(true)
  expect(text.split('\r\n')).toHaveLength(63)
  const [header, line, trailing] = (await loadCsv(owner, '?search=tide')).split('\r\n')
  expect(trailing).toBe('')
  const { id } = (await listRegister(owner, { search: 'tide' })).data[0] ?? { id: 0 }
  const cells = (line ?? '').slice(1, -1).split('","')
  expect(
    Object.fromEntries(
      (header ?? '')
        .slice(1, -1)
        .split('","')
        .map((column, index) => [column, cells[index]]),
    ),
  ).toMatchObject({
    License: String(id),
    State: 'In force',
    Name: 'Slow tide at dusk',
    Client: '""Harbor"", Foods',
    Project: `'=HYPERLINK(""x"")`,
    Territory: 'Worldwide',
    Term: 'Perpetual',
    'Until (UTC)': 'No end',
    Order: number,
    'Bought by': 'Nora Brandt',
    Certificate: `${shop.config.public_url.replace(/\/$/, '')}/api/workspace/licenses/${id}/certificate.pdf`,
  })
})

test('a long register has pages, the last with the rest, and one full CSV', async () => {
  const owner = await seedMember(shop)
  const { id } = await seedOrder(shop, owner, 'paid', { clips: [tide] })
  await shop.db.transaction().execute(async trx => {
    await sql`insert into order_items (order_id, clip_id, format_id, org_type, end_client_size, distribution_ids, price_cents, clip_snapshot)
      select order_id, clip_id, format_id, org_type, end_client_size, distribution_ids, price_cents, clip_snapshot
      from order_items, generate_series(1, 3000) where order_id = ${id}`.execute(trx)
    await sql`insert into licenses (workspace_id, order_item_id, clip_id, format_id, org_type, end_client_size, distribution_ids, granted_at)
      select ${owner.workspace_id}, i.id, clip_id, format_id, org_type, end_client_size, distribution_ids, ${shop.clock.now()}
      from order_items i where order_id = ${id} and not exists (select 1 from licenses l where l.order_item_id = i.id)`.execute(
      trx,
    )
  })
  const { data, meta } = await listRegister(owner, { page: '61' })
  expect([data.length, meta.pagination.total, meta.pagination.total_pages]).toEqual([1, 3001, 61])
  // The CSV has all of them, each once, in the requested order, even for equal sort keys.
  const rows = await shop.db
    .selectFrom('licenses')
    .where('workspace_id', '=', owner.workspace_id)
    .select('id')
    .orderBy('id', 'desc')
    .execute()
  const newest = rows.map(row => row.id)
  for (const [sort, ids] of [
    ['newest', newest],
    ['oldest', newest.toReversed()],
    ['clip', newest],
    ['ends', newest],
  ] as const) {
    const lines = (await loadCsv(owner, `?sort=${sort}`)).split('\r\n').slice(1, -1)
    expect(
      lines.map(line => Number(line.slice(1, line.indexOf('",')))),
      sort,
    ).toEqual(ids)
  }
})
