/** Licenses that another system sold: importing them, and what their buyers see. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createSession } from '#accounts/session.server.ts'
import type { Certificate } from '#licenses/certificates/certificate.ts'
import { certificatePath } from '#licenses/certificates/contract.ts'
import { downloadClip, listLicenses } from '#licenses/contract.ts'
import { getRegister, REGISTER_CSV_PATH } from '#licenses/register/contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type TestClip } from '../../../testing/builders/orders.ts'
import { licensesPart } from '../../licenses/privacy.server.ts'
import { runCommand } from '../admin/commands.server.ts'
import type { ImportReport } from './import.server.ts'

const AS = 'ada@fieldnote.test'
const home = mkdtempSync(path.join(os.tmpdir(), 'longtake-licenses-'))
let shop: TestApp
let tide: TestClip

let serial = 0
const importText = (kind: string, content: string | Buffer, options: object = {}) => {
  const file = path.join(home, `${(serial += 1)}.csv`)
  writeFileSync(file, content)
  const input = { kind, file, encoding: 'utf-8', dry_run: false, skip_bad: false, as: AS, ...options }
  return runCommand({ deps: shop.deps, database: shop.database }, 'import', input) as Promise<ImportReport>
}
const importCustomers = (...names: string[]) =>
  importText(
    'customers',
    ['external_id,email,first_name,last_name', ...names.map(name => `${name},${name}@studio.test,Zoë,Reyes`)].join(
      '\n',
    ),
  )
const HEADING =
  'external_id,email,order,clip,format,org_type,end_client_size,distribution_ids,granted_at,ends_at,territory,company,client_name,project_name'
const toFile = (lines: readonly string[]) => [HEADING, ...lines].join('\n')
/** A license of the clip in HD: Web & Social for a small company, without an end. */
const lineOf = (external_id: string, customer: string, rest = ',,,,,', clip = tide.id) =>
  `${external_id},${customer}@studio.test,OLD-77,${clip},HD,commercial,2,3,2024-05-01,${rest.slice(1)}`

beforeAll(async () => {
  shop = await openTestApp()
  tide = await seedClip(shop)
  await shop.db
    .insertInto('users')
    .values({ email: AS, username: 'ada', platform_roles: [1, 2], email_verified_at: shop.clock.now() })
    .execute()
  await importCustomers('zoe')
})
afterAll(async () => {
  await shop.close()
  rmSync(home, { recursive: true, force: true })
})

const findUser = (name: string) =>
  shop.db.selectFrom('users').where('email', '=', `${name}@studio.test`).select('id').executeTakeFirstOrThrow()
const signIn = async (name: string) => {
  const { id } = await findUser(name)
  await shop.db.updateTable('users').set({ email_verified_at: shop.clock.now() }).where('id', '=', id).execute()
  const session = { user_id: id, remember: true, user_agent: '', address: '', now: shop.clock.now() }
  const visitor = shop.visitor()
  visitor.cookies.set('session', (await createSession(shop.db, session)).token)
  return visitor
}
const countOf = async (table: 'licenses' | 'imported_licenses' | 'orders' | 'events') =>
  Number(
    (
      await shop.db
        .selectFrom(table)
        .select(eb => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('an imported license is in its buyer’s register, downloads and certificates, and has no order or invoice', async () => {
  const before = { orders: await countOf('orders'), events: await countOf('events') }
  const text = toFile([lineOf('l-1', 'zoe', ',,,Zoë & Co,Harbor Foods,Spring')])
  expect(await importText('licenses', text)).toMatchObject({ rows: 1, imported: 1, mistakes: [] })
  expect(await importText('licenses', text)).toMatchObject({ imported: 0, unchanged: 1, mistakes: [] })
  expect({ orders: await countOf('orders'), events: await countOf('events') }).toEqual(before)

  const visitor = await signIn('zoe')
  const { data: register } = await visitor.call(getRegister, { query: {} })
  expect(register).toMatchObject([
    {
      state: 'in_force',
      clip: { id: tide.id, name: 'Slow tide at dusk', format: 'HD' },
      use: 'Web & Social',
      sentence: 'Web & Social, for a client with 2–50 people, worldwide, forever',
      project: { client_name: 'Harbor Foods', project_name: 'Spring' },
      from: '2024-05-01T00:00:00.000Z',
      until: null,
      order: 'OLD-77',
      is_imported: true,
      buyer_name: 'Zoë Reyes',
      can_upgrade: false,
      has_certificate: true,
    },
  ])
  expect(await (await visitor.send(REGISTER_CSV_PATH, { method: 'GET' })).text()).toContain('OLD-77')
  for (const search of ['OLD-77', 'slow tide', String(tide.id)])
    expect((await visitor.call(getRegister, { query: { search } })).data).toHaveLength(1)
  expect((await visitor.call(getRegister, { query: { search: 'lanterns' } })).data).toEqual([])

  const { data: clips, meta } = await visitor.call(listLicenses, { query: {} })
  expect(meta.pagination.total).toBe(1)
  expect(clips).toMatchObject([
    {
      id: tide.id,
      order: { universal_invoice_number: 'OLD-77', is_imported: true },
      needs_project: false,
      downloads_closed: null,
      upgrades: [],
      formats: [{ label: 'HD' }],
    },
  ])
  const input = { params: { id: String(tide.id) }, body: { format_id: 3 } }
  const file = await visitor.send((await visitor.call(downloadClip, input)).data.url, { method: 'GET' })
  expect(Buffer.from(await file.arrayBuffer()).equals(tide.bytes)).toBe(true)
  // Only the licensed format, and only for them.
  await expect(visitor.call(downloadClip, { ...input, body: { format_id: 2 } })).rejects.toMatchObject({ status: 404 })
  const stranger = await seedMember(shop)
  await expect(stranger.visitor.call(downloadClip, input)).rejects.toMatchObject({ status: 404 })

  const url = certificatePath(register[0]?.id ?? 0, 'json')
  const { payload } = (await (await visitor.send(url, { method: 'GET' })).json()) as Certificate
  expect(payload).toMatchObject({
    licensee: 'Zoë & Co',
    order: 'OLD-77',
    grants: [{ distributions: 'Web & Social', territory: 'Worldwide', term: 'Perpetual' }],
  })
  expect((await visitor.send(url.replace('.json', '.pdf'), { method: 'GET' })).status).toBe(200)
  expect((await visitor.send('/api/workspace/orders/OLD-77', { method: 'GET' })).status).toBe(404)
})

test('bought and imported licenses are one list, and a person’s data has both', async () => {
  const buyer = await seedMember(shop)
  await shop.db.updateTable('users').set({ email: 'mix@studio.test' }).where('id', '=', buyer.user_id).execute()
  expect((await importText('licenses', toFile([lineOf('m-1', 'mix')]))).mistakes).toEqual([
    { line: 2, message: 'mix@studio.test has no personal workspace: name one in workspace_external_id.' },
  ])
  const { workspace_id, user_id } = buyer
  await shop.db.updateTable('workspaces').set({ personal_user_id: user_id }).where('id', '=', workspace_id).execute()
  await importText('licenses', toFile([lineOf('m-1', 'mix')]))
  const order = await seedOrder(shop, buyer, 'paid', { clips: [await seedClip(shop, 'Paper lanterns')] })
  const { data } = await buyer.visitor.call(listLicenses, { query: {} })
  expect(data.map(clip => [clip.name, clip.order.universal_invoice_number, clip.needs_project])).toEqual([
    ['Paper lanterns', order.number, true],
    ['Slow tide at dusk', 'OLD-77', false],
  ])
  const collected = (await licensesPart.collect(shop.db, user_id)) as { licenses: { reference: string | null }[] }
  expect(collected.licenses.map(({ reference }) => reference)).toEqual(['OLD-77', null])

  await shop.db.transaction().execute(async trx => {
    await licensesPart.forget(trx, { user_id, closed_workspace_ids: [] } as never)
  })
  const { licensee } = await shop.db
    .selectFrom('imported_licenses')
    .where('user_id', '=', user_id)
    .select('licensee')
    .executeTakeFirstOrThrow()
  expect(licensee).toEqual({ company: '', contact: '' })
})

test('an end and a territory limit an imported license everywhere', async () => {
  await importCustomers('lea', 'kim')
  await importText(
    'licenses',
    toFile([lineOf('t-1', 'lea', ',2027-03-31,Germany,,,'), lineOf('t-2', 'kim', ',2025-03-31,,,,')]),
  )
  const visitor = await signIn('lea')
  const { data } = await visitor.call(getRegister, { query: {} })
  expect(data).toMatchObject([
    {
      sentence: 'Web & Social, for a client with 2–50 people, Germany, until March 31, 2027',
      territory: 'Germany',
      until: '2027-03-31T00:00:00.000Z',
    },
  ])
  const ended = await signIn('kim')
  expect((await ended.call(getRegister, { query: {} })).data).toMatchObject([{ state: 'ended' }])
  await expect(
    ended.call(downloadClip, { params: { id: String(tide.id) }, body: { format_id: 3 } }),
  ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('ended on March 31, 2025') })
})

test('each bad row has its line and its reason, and nothing is imported', async () => {
  await importCustomers('bad')
  const before = await countOf('licenses')
  const row = (changes: Record<string, string>) => {
    const cells = lineOf('b-1', 'bad').split(',')
    for (const [name, value] of Object.entries(changes)) cells[HEADING.split(',').indexOf(name)] = value
    return cells.join(',')
  }
  const rows = [
    [row({}), null],
    [row({}), 'Line 2 has the same external_id.'],
    [
      row({ external_id: 'b-2', email: 'no@studio.test' }),
      'Nobody has the email no@studio.test: import the customers first.',
    ],
    [row({ external_id: 'b-3', clip: '999999' }), 'There is no clip 999999.'],
    [row({ external_id: 'b-4', format: 'RAW' }), `Clip ${tide.id} has no RAW file.`],
    [row({ external_id: 'b-5', format: '8K' }), 'The format is one of RAW, HR, LOG, HD.'],
    [
      row({ external_id: 'b-6', distribution_ids: '99' }),
      'The distribution_ids are ids of uses, separated by semicolons.',
    ],
    [row({ external_id: 'b-7', end_client_size: '7' }), 'Choose the size of the end client'],
    [row({ external_id: 'b-8', granted_at: '1 May' }), 'A date looks like 2026-03-31.'],
    [row({ external_id: 'b-9', granted_at: '2099-01-01' }), 'The granted_at is in the future.'],
    [row({ external_id: 'b-10', ends_at: '2024-05-01' }), 'The ends_at is not after the granted_at.'],
    [row({ external_id: 'b-11', client_name: 'Only' }), 'A project has both a client_name and a project_name.'],
    [row({ external_id: 'b-12', org_type: 'club' }), 'The org_type is personal, commercial or nonprofit.'],
  ] as const
  const { mistakes } = await importText('licenses', toFile(rows.map(([line]) => line)))
  expect(mistakes).toEqual(
    rows.flatMap(([, message], index) => (message === null ? [] : [{ line: index + 2, message }])),
  )
  expect(await countOf('licenses')).toBe(before)
})

test('Latin-1 is refused or read by name, and a formula stays a text that the CSV neutralizes', async () => {
  await importCustomers('ines')
  const line = lineOf('f-1', 'ines', ',,,Café Zoë,"=HYPERLINK(""x"")",Spot').replace('OLD-77', '=1+1')
  const latin1 = Buffer.from(toFile([line]), 'latin1')
  await expect(importText('licenses', latin1)).rejects.toThrow(/line 2: The file is not UTF-8\./)
  expect(await importText('licenses', latin1, { encoding: 'latin1' })).toMatchObject({ imported: 1, mistakes: [] })
  const csv = await (await (await signIn('ines')).send(REGISTER_CSV_PATH, { method: 'GET' })).text()
  expect(csv).toContain(`"'=1+1"`)
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
})

test('of 10,000 licenses with 50 bad rows the good ones are imported, once', { timeout: 300_000 }, async () => {
  await importCustomers(...Array.from({ length: 100 }, (_, n) => `c${n}`))
  const lines = Array.from({ length: 10_000 }, (_, n) => lineOf(`big-${n}`, n % 200 === 199 ? 'nobody' : `c${n % 100}`))
  const before = await countOf('licenses')
  const dry = await importText('licenses', toFile(lines), { dry_run: true })
  expect([dry.imported, dry.mistakes.length, dry.mistakes[0]?.line]).toEqual([9_950, 50, 201])
  expect(await importText('licenses', toFile(lines))).toMatchObject({ imported: 0 })
  expect(await countOf('licenses')).toBe(before)
  expect(await importText('licenses', toFile(lines), { skip_bad: true })).toMatchObject({ imported: 9_950 })
  expect(await importText('licenses', toFile(lines), { skip_bad: true })).toMatchObject({
    imported: 0,
    unchanged: 9_950,
  })
  expect(await countOf('licenses')).toBe(before + 9_950)
})

test('checks 100,000 rows', async () => {
  const lines = Array.from({ length: 100_000 }, (_, n) => lineOf(`huge-${n}`, 'zoe'))
  expect(await importText('licenses', toFile(lines), { dry_run: true })).toMatchObject({
    imported: 100_000,
    mistakes: [],
  })
})

test('the database refuses a license with both sources, or none', async () => {
  const insert = (order_item_id: string, imported_license_id: string) =>
    sql`insert into licenses (workspace_id, order_item_id, imported_license_id, clip_id, format_id, org_type, end_client_size, distribution_ids, granted_at)
      select workspace_id, ${sql.raw(order_item_id)}, ${sql.raw(imported_license_id)}, clip_id, format_id, org_type, end_client_size, distribution_ids, granted_at
      from licenses where imported_license_id is not null limit 1`.execute(shop.db)
  await expect(insert('null', 'null')).rejects.toThrow('licenses_source_check')
  await expect(insert('(select max(id) from order_items)', 'imported_license_id')).rejects.toThrow(
    'licenses_source_check',
  )
})
