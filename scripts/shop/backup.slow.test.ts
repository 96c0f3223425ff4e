/**
 * A drill: buyers pay while a backup is written, and the backup is restored to a new folder and database. On the
 * embedded database the shop itself writes the backup, because only its process can open the database.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { startSandbox, type Sandbox } from '../../sandbox/start.ts'
import type { Db } from '../../src/platform/db/database.server.ts'
import type { TestApp, Visitor } from '../../testing/app.ts'
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

/** The documents of an order as the buyer downloads them. */
const documentsOf = async (visitor: Visitor, number: string) => {
  const hashes: string[] = []
  for (const kind of ['receipt', 'license-agreement']) {
    const response = await visitor.send(`/api/workspace/orders/${number}/${kind}`, { method: 'GET' })
    expect(response.status).toBe(200)
    hashes.push(hashOf(new Uint8Array(await response.arrayBuffer())))
  }
  return hashes
}

const filesOf = (environment: Record<string, string>) => {
  const folder = path.join(environment['DATA_DIR'] ?? '', 'files')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.\w+$/.test(name))
    .toSorted()
}

describe.each(['PostgreSQL', 'the embedded database'])('on %s', kind => {
  const title = 'a backup during sales holds whole sales, and its restore has the same documents, files and balances'
  test(title, { timeout: 5 * 60_000 }, async () => {
    vi.stubEnv('TEST_DATABASE_URL', kind === 'PostgreSQL' ? postgres.url : undefined)
    const env = { ...gatewayEnvironment(sandbox.origins.http, 20_000), VIES_URL: 'http://127.0.0.1:9' }
    const source = await createProcessShop(env)
    const buyers: Payer[] = []
    await source.inside(async shop => {
      const clips = [await seedClip(shop), await seedClip(shop, 'Paper lanterns')]
      for (let n = 0; n < 24; n += 1) buyers.push(await payers['a cart, by a new card']({ shop, clips }))
    })
    const running = await source.start()
    const pay = async (buyer: Payer) => ({ buyer, ...(await buyer.pay(randomUUID())) })
    const before = await Promise.all(buyers.slice(0, 6).map(pay))
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

    const ids = before.map(({ order_id }) => order_id)
    expect(await target.onDatabase(db => rowsOf(db, ids))).toEqual(await source.onDatabase(db => rowsOf(db, ids)))
    await target.onDatabase(assertConsistent)
    expect(filesOf(target.environment)).toEqual(filesOf(source.environment))
    const read = async (shop: TestApp) => {
      const documents: string[][] = []
      for (const { order_id, buyer } of before) {
        const order = await shop.db
          .selectFrom('orders')
          .where('id', '=', order_id)
          .select('universal_invoice_number')
          .executeTakeFirstOrThrow()
        const visitor = shop.visitor()
        for (const [name, value] of buyer.visitor.cookies) visitor.cookies.set(name, value)
        documents.push(await documentsOf(visitor, order.universal_invoice_number ?? ''))
      }
      return documents
    }
    expect(await target.inside(read)).toEqual(await source.inside(read))
    // The restored shop sells on.
    const restarted = await target.start()
    expect((await fetch(`http://127.0.0.1:${restarted.port}/readyz`)).status).toBe(200)
    await restarted.stop()
    await source.remove()
    await target.remove()
  })
})
