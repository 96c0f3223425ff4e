/**
 * A drill: buyers pay while a backup is written, and the backup is restored to a new folder and database. On the
 * embedded database the shop itself writes the backup, because only its process can open the database.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { startSandbox, type Sandbox } from '../../sandbox/start.ts'
import { postOrder } from '../../src/earnings/ledger.server.ts'
import { listOrders } from '../../src/orders/contract.ts'
import type { Db } from '../../src/platform/db/database.server.ts'
import type { Visitor } from '../../testing/app.ts'
import { gatewayEnvironment } from '../../testing/builders/checkout.ts'
import { seedClip } from '../../testing/builders/orders.ts'
import { payers } from '../../testing/builders/payers.ts'
import { createProcessShop } from '../../testing/process.ts'
import { runShopCommand } from '../../testing/shop-command.ts'
import { startPostgres } from '../tasks/postgres.ts'

type Payer = Awaited<ReturnType<(typeof payers)['a cart, by a new card']>>

const home = mkdtempSync(path.join(os.tmpdir(), 'longtake-drill-'))
let sandbox: Sandbox
let postgres: Awaited<ReturnType<typeof startPostgres>>

beforeAll(async () => {
  sandbox = await startSandbox()
  postgres = await startPostgres()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await postgres.stop()
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** Hashes of the rows that belong to paid orders. */
const rowsOf = async (db: Db, order_ids: readonly number[]) => {
  const ids = sql`any (${order_ids})`
  const queries = {
    orders: sql`select t::text as row from orders t where id = ${ids}`,
    items: sql`select t::text as row from order_items t where order_id = ${ids}`,
    licenses: sql`select t::text as row from licenses t join order_items i on i.id = order_item_id where i.order_id = ${ids}`,
    attempts: sql`select t::text as row from payment_attempts t where order_id = ${ids}`,
    ledger: sql`select t::text as row from ledger_entries t join ledger_postings p on p.id = t.posting_id where p.order_id = ${ids}`,
  }
  const hashes: Record<string, string> = {}
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await (query as ReturnType<typeof sql<{ row: string }>>).execute(db)
    hashes[name] = `${rows.length} ${hashOf(
      rows
        .map(({ row }) => row)
        .toSorted()
        .join('\n'),
    )}`
  }
  return hashes
}

/** Debits and credits are equal, and every paid order has an invoice number and licenses for its items. */
const assertConsistent = async (db: Db) => {
  const { rows } = await sql<{ unbalanced: number; unnumbered: number; unlicensed: number; open: number }>`
    select (select coalesce(sum(cents), 0) from ledger_entries)::int as unbalanced,
           (select count(*) from orders where state = 'paid' and universal_invoice_number is null)::int as unnumbered,
           (select count(*) from order_items i join orders o on o.id = i.order_id
            where o.state = 'paid' and not exists (select from licenses where order_item_id = i.id))::int as unlicensed,
           (select count(*) from payment_attempts a join orders o on o.id = a.order_id
            where a.state = 'succeeded' and o.state <> 'paid')::int as open`.execute(db)
  expect(rows).toEqual([{ unbalanced: 0, unnumbered: 0, unlicensed: 0, open: 0 }])
}

/** Hashes of the documents of the buyer's only order, as the buyer downloads them. */
const documentsOf = async (visitor: Visitor) => {
  const { data: orders } = await visitor.call(listOrders, { query: {} })
  const hashes: string[] = []
  for (const kind of ['receipt', 'license-agreement']) {
    const url = `/api/workspace/orders/${orders[0]?.universal_invoice_number}/${kind}`
    const response = await visitor.send(url, { method: 'GET', headers: {} })
    expect(response.status).toBe(200)
    hashes.push(hashOf(new Uint8Array(await response.arrayBuffer())))
  }
  return hashes
}

/** Files below `files/` with hashes of their bytes. */
const filesOf = (environment: Record<string, string>) => {
  const folder = path.join(environment['DATA_DIR'] ?? '', 'files')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /\.\w+$/.test(name))
  return Object.fromEntries(names.toSorted().map(name => [name, hashOf(readFileSync(path.join(folder, name)))]))
}

const listDocumentFiles = async (db: Db) =>
  (await db.selectFrom('documents').select(['storage_key', 'xml_storage_key']).execute())
    .flatMap(({ storage_key, xml_storage_key }) => [
      storage_key,
      ...(xml_storage_key === null ? [] : [xml_storage_key]),
    ])
    .toSorted()

describe.each([
  ['PostgreSQL', 200],
  ['the embedded database', 24],
] as const)('on %s', (kind, buyerCount) => {
  const title = 'a backup during sales holds whole sales, and its restore has the same documents, files and balances'
  test(title, { timeout: 15 * 60_000 }, async () => {
    vi.stubEnv('TEST_DATABASE_URL', kind === 'PostgreSQL' ? postgres.url : undefined)
    const env = { ...gatewayEnvironment(sandbox.origins.http, 20_000), VIES_URL: 'http://127.0.0.1:9' }
    const source = await createProcessShop(env)
    const buyers: Payer[] = []
    await source.inside(async shop => {
      const clips = [await seedClip(shop), await seedClip(shop, 'Paper lanterns')]
      for (let n = 0; n < buyerCount; n += 1) buyers.push(await payers['a cart, by a new card']({ shop, clips }))
    })
    let running = await source.start()
    const pay = async (buyer: Payer) => ({ buyer, ...(await buyer.pay(randomUUID())) })
    const before = await Promise.all(buyers.slice(0, 6).map(pay))
    const documents = await Promise.all(before.map(({ buyer }) => documentsOf(buyer.visitor)))
    const ids = before.map(({ order_id }) => order_id)
    // Reactions post orders to the ledger some time after the payment.
    await running.stop()
    await source.inside(async ({ db }) => {
      for (const id of ids) await postOrder(db, id)
    })
    running = await source.start()
    const parent = path.join(home, kind)
    const [report, ...during] = await Promise.all([
      runShopCommand(['backup', parent, '--json'], source.environment),
      ...buyers.slice(6).map(pay),
    ])
    await running.stop()
    expect(report.errors).toBe('')
    expect([...before, ...during].map(({ state }) => state)).toEqual(buyers.map(() => 'paid'))

    const target = await createProcessShop(env)
    const { folder } = report.json() as { folder: string }
    const restored = await runShopCommand(['restore', folder, '--json'], target.environment)
    expect([restored.code, restored.errors]).toEqual([0, ''])
    const again = await runShopCommand(['restore', folder], target.environment)
    expect([again.code, again.errors]).toEqual([1, expect.stringMatching(/holds a shop with \d+ orders/)])

    const sourceRows = await source.onDatabase(db => rowsOf(db, ids))
    expect(Object.values(sourceRows).filter(rows => rows.startsWith('0 '))).toEqual([])
    expect(await target.onDatabase(db => rowsOf(db, ids))).toEqual(sourceRows)
    await target.onDatabase(assertConsistent)
    // The source stored more documents after the backup.
    const files = filesOf(target.environment)
    expect(filesOf(source.environment)).toMatchObject(files)
    expect(Object.keys(files).filter(name => name.startsWith('documents/'))).toEqual(
      await target.onDatabase(listDocumentFiles),
    )
    const restoredDocuments = await target.inside(shop =>
      Promise.all(
        before.map(({ buyer }) => {
          const visitor = shop.visitor()
          for (const [name, value] of buyer.visitor.cookies) visitor.cookies.set(name, value)
          return documentsOf(visitor)
        }),
      ),
    )
    expect(restoredDocuments).toEqual(documents)
    // The restored shop sells on.
    const restarted = await target.start()
    expect((await fetch(`http://127.0.0.1:${restarted.port}/readyz`)).status).toBe(200)
    await restarted.stop()
    await source.remove()
    await target.remove()
  })
})
