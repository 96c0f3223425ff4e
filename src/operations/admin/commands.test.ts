/** Importing, exporting, settings and staff from the command line, as a running shop carries them out. */
import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { countAttempt, isLocked } from '#accounts/attempts.server.ts'
import { readCsv } from '#platform/csv-reader.ts'
import { setupReactions } from '#setup/reactions.server.ts'
import { acceptStaffInvite, inviteStaff, listStaff } from '#setup/staff/contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder } from '../../../testing/builders/orders.ts'
import { good_password } from '../../../testing/builders/people.ts'
import { seedOwner } from '../../../testing/builders/setup.ts'
import { operationsPart } from '../privacy.server.ts'
import { runCommand, type CommandName } from './commands.server.ts'

let shop: TestApp
const home = mkdtempSync(path.join(os.tmpdir(), 'longtake-commands-'))
const AS = 'ada@fieldnote.test'

const seedAdmin = (email: string, roles = [1, 2]) =>
  shop.db
    .insertInto('users')
    .values({ email, username: email, platform_roles: roles, email_verified_at: shop.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()

beforeAll(async () => {
  shop = await openTestApp()
  await seedAdmin(AS)
})
afterAll(async () => {
  await shop.close()
  rmSync(home, { recursive: true, force: true })
})

const run = (name: CommandName, input: object) =>
  runCommand({ deps: shop.deps, database: shop.database }, name, input) as Promise<Record<string, unknown>>

const countOf = async (table: 'users' | 'workspaces' | 'preferred_rates' | 'events') =>
  Number(
    (
      await shop.db
        .selectFrom(table)
        .select(eb => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

let serial = 0
const importText = (kind: string, content: string | Buffer, options: object = {}) => {
  const file = path.join(home, `${(serial += 1)}.csv`)
  writeFileSync(file, content)
  return run('import', { kind, file, encoding: 'utf-8', dry_run: false, skip_bad: false, as: AS, ...options })
}
const customerLine = (n: number | string) => `c-${n},person-${n}@studio.test,Ada ${n},Reyes`
const HEADING = 'external_id,email,first_name,last_name'
const toFile = (lines: readonly string[]) => [HEADING, ...lines].join('\n')

describe('an import', () => {
  test('adds customers with a personal workspace, tells nobody, and adds nothing when it is repeated', async () => {
    const events = await countOf('events')
    const text = toFile([customerLine(1), customerLine(2)])
    expect(await importText('customers', text)).toMatchObject({ rows: 2, imported: 2, unchanged: 0, mistakes: [] })
    expect(await importText('customers', text)).toMatchObject({ rows: 2, imported: 0, unchanged: 2, mistakes: [] })
    expect(await countOf('events')).toBe(events)
    const { id, password_hash } = await shop.db
      .selectFrom('users')
      .where('email', '=', 'person-1@studio.test')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(password_hash).toBeNull()
    const workspace = await shop.db.selectFrom('workspaces').where('personal_user_id', '=', id).selectAll().execute()
    expect(workspace.map(({ name }) => name)).toEqual(['Ada 1 Reyes'])
    expect(await operationsPart.collect(shop.db, id)).toMatchObject([{ external_id: 'c-1' }])
  })

  test('brings workspaces and rates that refer to what was imported before', async () => {
    expect(
      await importText('workspaces', 'external_id;name;owner_email\nw-1;Fieldnote;PERSON-1@studio.test\n'),
    ).toMatchObject({ imported: 1, mistakes: [] })
    const rate =
      'external_id,workspace_external_id,name,price,end_client_size,end_client_type,distribution_ids,term,starts_at\nr-1,w-1,Web flat,125.50,2,commercial,3;5,one-year,2026-01-01\n'
    expect(await importText('rates', rate)).toMatchObject({ imported: 1, mistakes: [] })
    const { price_cents, distribution_groups } = await shop.db
      .selectFrom('preferred_rates')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([price_cents, distribution_groups]).toEqual([
      12_550,
      [expect.objectContaining({ distribution_ids: [3, 5] })],
    ])
    expect(await importText('rates', rate)).toMatchObject({ imported: 0, unchanged: 1 })
  })

  test('of 10,000 rows with 50 bad ones names each line, and writes nothing unless bad rows may be skipped', async () => {
    const before = await countOf('users')
    const lines = Array.from({ length: 10_000 }, (_, n) =>
      n % 200 === 199 ? `b-${n},not an email,Bad,Row` : customerLine(`many-${n}`),
    )
    const report = await importText('customers', toFile(lines), { dry_run: true })
    expect(report).toMatchObject({ rows: 10_000, imported: 9_950 })
    const mistakes = report['mistakes'] as { line: number; message: string }[]
    expect(mistakes).toHaveLength(50)
    expect(mistakes[0]).toEqual({ line: 201, message: 'Invalid email address.' })
    expect(mistakes.at(-1)?.line).toBe(10_001)
    expect(await importText('customers', toFile(lines))).toMatchObject({ imported: 0 })
    expect(await countOf('users')).toBe(before)
    const skipping = await importText('customers', toFile(lines), { skip_bad: true })
    expect(skipping).toMatchObject({ rows: 10_000, imported: 9_950, unchanged: 0, mistakes })
    expect(await countOf('users')).toBe(before + 9_950)
    const again = await importText('customers', toFile(lines), { skip_bad: true })
    expect(again).toMatchObject({ rows: 10_000, imported: 0, unchanged: 9_950, mistakes })
    expect(await countOf('users')).toBe(before + 9_950)
  })

  test('checks 100,000 rows', async () => {
    const lines = Array.from({ length: 100_000 }, (_, n) => customerLine(`huge-${n}`))
    expect(await importText('customers', toFile(lines), { dry_run: true })).toMatchObject({
      rows: 100_000,
      imported: 100_000,
      mistakes: [],
    })
  })

  test('reports duplicates, missing cells, changed rows and references to nothing', async () => {
    const text = toFile([
      customerLine(10),
      'c-10,other@studio.test,A,B',
      'c-11,PERSON-10@studio.test,A,B',
      'c-12,person-12@studio.test,A',
      ',person-13@studio.test,A,B',
      'c-1,person-1@studio.test,Another,Name',
      `c-14,${AS},A,B`,
    ])
    const { mistakes } = await importText('customers', text)
    expect(mistakes).toEqual([
      { line: 3, message: 'Line 2 has the same external_id.' },
      { line: 4, message: 'Line 2 has the same email.' },
      { line: 5, message: 'The line has 3 cells, and the heading 4.' },
      { line: 6, message: 'The external_id is required, and has at most 200 characters.' },
      { line: 7, message: 'c-1 was imported before, with other values. Change it in the shop instead.' },
      { line: 8, message: `There is an account with the email ${AS} already.` },
    ])
    const workspace = await importText('workspaces', 'external_id,name,owner_email\nw-9,X,nobody@studio.test\n')
    expect(workspace['mistakes']).toEqual([
      { line: 2, message: 'Nobody has the email nobody@studio.test: import the customers first.' },
    ])
  })

  test('refuses Latin-1 with a sentence, and reads it when it is named', async () => {
    const latin1 = Buffer.from(toFile(['c-20,zoe@studio.test,Zoë,Müller']), 'latin1')
    await expect(importText('customers', latin1)).rejects.toThrow(
      /line 2: The file is not UTF-8\. .* pass --encoding latin1/,
    )
    await importText('customers', latin1, { encoding: 'latin1' })
    const user = await shop.db
      .selectFrom('users')
      .where('email', '=', 'zoe@studio.test')
      .select(['first_name', 'last_name'])
      .executeTakeFirst()
    expect(user).toEqual({ first_name: 'Zoë', last_name: 'Müller' })
  })

  test('takes formulas as texts, which the export neutralizes', async () => {
    await importText('customers', toFile(['c-21,eve@studio.test,"=HYPERLINK(""x"")",\'+1']))
    const folder = path.join(home, 'formulas')
    await run('export', { folder, format: 'csv', files: false })
    const [heading, ...rows] = readCsv(readFileSync(path.join(folder, 'data/users.csv'), 'utf8'))
    const cell = (name: string) =>
      rows.find(({ cells }) => cells.includes('eve@studio.test'))?.cells[heading?.cells.indexOf(name) ?? -1]
    expect([cell('first_name'), cell('last_name')]).toEqual([`'=HYPERLINK("x")`, `'+1`])
  })

  test('refuses other columns, an empty file and an operator who is no admin', async () => {
    await expect(importText('customers', 'external_id,mail\n')).rejects.toThrow(/line 1: The column mail is unknown/)
    await expect(importText('customers', 'email\n')).rejects.toThrow('The column external_id is missing')
    await expect(importText('customers', '')).rejects.toThrow('The file is empty')
    await expect(importText('customers', 'external_id,email\n"a')).rejects.toThrow('A quote is opened and never closed')
    const as = 'person-1@studio.test'
    await expect(importText('customers', toFile([]), { as })).rejects.toThrow(`${as} is not a platform admin`)
  })
})

describe('an export', () => {
  let folder: string
  type Schema = {
    tables: {
      name: string
      file: string
      rows: number
      columns: { name: string }[]
      primary_key: string[]
      references: { table: string }[]
    }[]
  }
  let schema: Schema

  beforeAll(async () => {
    const buyer = await seedMember(shop)
    await seedOrder(shop, buyer, 'paid', { clips: [await seedClip(shop)] })
    folder = path.join(home, 'export')
    await run('export', { folder, format: 'json', files: false })
    schema = JSON.parse(readFileSync(path.join(folder, 'schema.json'), 'utf8')) as Schema
  })

  test('has a file for each table of the schema, with as many rows', async () => {
    expect(
      readdirSync(path.join(folder, 'data'))
        .map(name => `data/${name}`)
        .toSorted(),
    ).toEqual(schema.tables.map(({ file }) => file).toSorted())
    for (const { file, rows, columns } of schema.tables) {
      const lines = readFileSync(path.join(folder, file), 'utf8').split('\n').slice(0, -1)
      expect([file, lines.length]).toEqual([file, rows])
      for (const line of lines.slice(0, 2))
        expect(Object.keys(JSON.parse(line) as object)).toEqual(columns.map(({ name }) => name))
    }
    const orders = schema.tables.find(({ name }) => name === 'orders')
    expect(orders).toMatchObject({ rows: 1, primary_key: ['id'] })
    expect(schema.tables.find(({ name }) => name === 'order_items')?.references.map(({ table }) => table)).toContain(
      'orders',
    )
  })

  test('has no sessions, one-time codes or sealed secrets', () => {
    const names = schema.tables.flatMap(({ name, columns }) => columns.map(column => `${name}.${column.name}`))
    expect(names.filter(name => /token_hash|code_hash|sealed|^sessions\./.test(name))).toEqual([])
    expect(names).toContain('users.password_hash')
  })

  test('with files has the shop’s files under their names, byte by byte', async () => {
    const source = path.join(shop.deps.config.data_dir, 'files')
    const names = ['masters/one.mov', 'previews/1/two.mp4', 'three.webp']
    for (const name of names) {
      mkdirSync(path.dirname(path.join(source, name)), { recursive: true })
      writeFileSync(path.join(source, name), randomBytes(100_000))
    }
    const withFiles = path.join(home, 'export-files')
    expect(await run('export', { folder: withFiles, format: 'json', files: true })).toMatchObject({ files: true })
    const hashesIn = (folder: string) =>
      Object.fromEntries(
        readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
          .filter(entry => entry.isFile())
          .map(({ parentPath, name }) => path.join(parentPath, name))
          .map(file => [path.relative(folder, file), hash('sha256', readFileSync(file))]),
      )
    const hashes = hashesIn(path.join(withFiles, 'files'))
    expect(Object.keys(hashes)).toEqual(expect.arrayContaining(names))
    expect(hashes).toEqual(hashesIn(source))
    expect(readdirSync(folder)).not.toContain('files')
  })

  test('refuses a folder that is not empty', async () => {
    await expect(run('export', { folder, format: 'csv', files: false })).rejects.toThrow('is not empty')
  })
})

describe('settings', () => {
  test('are read as a whole, by group and one by one', async () => {
    const all = (await run('settings get', {}))['value'] as { company: { name: string } }
    expect((await run('settings get', { path: 'company.name' }))['value']).toBe(all.company.name)
    await expect(run('settings get', { path: 'company.nothing' })).rejects.toThrow(
      /There is no setting company\.nothing/,
    )
    await expect(run('settings get', { path: 'nothing' })).rejects.toThrow(/There are company, look/)
  })

  test('are changed with the checks of the admin and an audit entry, or not at all', async () => {
    const { before, after } = await run('settings set', { path: 'company.name', value: 'North Light', as: AS })
    expect([before, after]).toEqual(['Longtake', 'North Light'])
    expect(shop.deps.settings.company().name).toBe('North Light')
    const entry = await shop.db.selectFrom('audit_log').orderBy('id', 'desc').selectAll().executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      subject_type: 'settings',
      subject_key: 'company',
      details: { name: ['Longtake', 'North Light'] },
    })
    await expect(run('settings set', { path: 'company.email', value: 'no email', as: AS })).rejects.toThrow(/^email: /)
    await expect(run('settings set', { path: 'company.name', value: 'X', as: 'zoe@studio.test' })).rejects.toThrow(
      'is not a platform admin',
    )
    expect((await run('settings get', { path: 'company.name' }))['value']).toBe('North Light')
  })
})

describe('staff', () => {
  test('are granted and lose roles on behalf of an admin, by the rules of the admin', async () => {
    await seedAdmin('ben@crew.test', [1])
    const role = { email: 'ben@crew.test', as: AS, reason: 'New colleague', role: 'support_staff' }
    expect(await run('staff role', { ...role, grant: true })).toEqual({ email: 'ben@crew.test', roles: ['Support'] })
    const { staff } = (await run('staff list', {})) as { staff: { email: string }[] }
    expect(staff).toContainEqual(
      expect.objectContaining({ email: 'ben@crew.test', roles: ['Support'], suspended: false, email_confirmed: true }),
    )
    await expect(run('staff role', { ...role, grant: true })).rejects.toThrow('This person already has these roles.')
    expect(await run('staff role', { ...role, grant: false })).toMatchObject({ roles: [] })
    await expect(run('staff role', { ...role, email: AS, grant: true })).rejects.toThrow('This is your own account')
    await expect(run('staff role', { ...role, email: 'no@crew.test', grant: true })).rejects.toThrow(
      'Nobody has the email',
    )
    const entries = await shop.db
      .selectFrom('audit_log')
      .where('action', '=', 'roles_changed')
      .select('reason')
      .execute()
    expect(entries).toEqual([{ reason: 'New colleague' }, { reason: 'New colleague' }])
  })

  test('a second step is reset only by two persons', async () => {
    await seedAdmin('cy@crew.test')
    const { id } = await seedAdmin('dee@crew.test', [1])
    const reset = (as: string) => run('staff reset-second-step', { email: 'dee@crew.test', as, reason: 'Lost phone' })
    await expect(reset(AS)).rejects.toThrow('Two-step sign-in is off for this person.')
    await shop.db
      .insertInto('authenticator_apps')
      .values({
        user_id: id,
        sealed_secret: Buffer.from('x'),
        confirmed_at: shop.clock.now(),
        created_at: shop.clock.now(),
      })
      .execute()
    expect(await reset(AS)).toEqual({ email: 'dee@crew.test', step: 'request' })
    await expect(reset(AS)).rejects.toThrow('You requested this yourself.')
    expect(await reset('cy@crew.test')).toEqual({ email: 'dee@crew.test', step: 'approve' })
    const apps = await shop.db.selectFrom('authenticator_apps').where('user_id', '=', id).selectAll().execute()
    expect(apps).toEqual([])
  })

  test('are invited by mail on behalf of an admin, by the rules of the admin', async () => {
    const invite = (email: string, as = AS, roles = ['support_staff', 'collection_admin']) =>
      run('staff invite', { email, roles, as })
    expect(await invite('eli@crew.test')).toEqual({ email: 'eli@crew.test', roles: ['Support', 'Collections'] })
    const { payload } = await shop.db
      .selectFrom('events')
      .where('name', '=', 'staff.invited')
      .select('payload')
      .executeTakeFirstOrThrow()
    await setupReactions(shop.deps)[0]?.handle(payload as never)
    expect(shop.mail.sent.at(-1)).toMatchObject({ to: 'eli@crew.test' })
    expect(shop.mail.sent.at(-1)?.text).toMatch(/\/staff-invite\/[\w-]{43}/)
    await expect(invite('eli@crew.test')).rejects.toThrow('This email is invited already.')
    await expect(invite('no email')).rejects.toThrow('Invalid email address.')
    await expect(invite('fay@crew.test', AS, [])).rejects.toThrow('Choose at least one role.')
    await expect(invite('fay@crew.test', 'ben@crew.test')).rejects.toThrow('ben@crew.test is not a platform admin.')
    expect(await shop.db.selectFrom('staff_invites').select('email').execute()).toEqual([{ email: 'eli@crew.test' }])
  })

  test('take the shop back from somebody who became its owner with a stolen setup code', async () => {
    const stolen = await openTestApp({ DEMO: '0' }, { unopened: true })
    const { visitor: thief, user } = await seedOwner(stolen)
    const runStolen = (name: CommandName, input: object) =>
      runCommand({ deps: stolen.deps, database: stolen.database }, name, input)
    const mailInvite = async () => {
      const { payload } = await stolen.db
        .selectFrom('events')
        .where('name', '=', 'staff.invited')
        .orderBy('id', 'desc')
        .select('payload')
        .executeTakeFirstOrThrow()
      await setupReactions(stolen.deps)[0]?.handle(payload as never)
      const [, token = ''] = /\/staff-invite\/([\w-]{43})/.exec(stolen.mail.sent.at(-1)?.text ?? '') ?? []
      return { params: { token }, body: { first_name: 'Grace', last_name: 'Hopper', password: good_password } }
    }
    await thief.call(inviteStaff, { body: { email: 'accomplice@example.com', roles: [2] } })
    const accomplice = await mailInvite()

    await runStolen('staff invite', { email: 'grace@shop.test', roles: ['platform_admin'], as: user.email })
    await stolen.visitor().call(acceptStaffInvite, await mailInvite())
    const revocation = { role: 'platform_admin', grant: false, as: 'grace@shop.test', reason: 'Stolen setup code' }
    await runStolen('staff role', { email: user.email, ...revocation })

    await expect(thief.call(listStaff, {})).rejects.toMatchObject({ status: 403 })
    await expect(stolen.visitor().call(acceptStaffInvite, accomplice)).rejects.toMatchObject({ status: 410 })
    expect(await runStolen('staff list', {})).toMatchObject({ staff: [{ email: 'grace@shop.test' }] })
    await stolen.close()
  })

  test('unlock a login that wrong passwords locked, with a reason for the log', async () => {
    const { id } = await seedAdmin('gus@crew.test', [1])
    const unlock = (email = 'gus@crew.test') => run('staff unlock', { email, as: AS, reason: 'Called from the office' })
    await expect(unlock()).rejects.toThrow('This login isn’t locked.')
    for (let attempt = 1; attempt <= 10; attempt += 1)
      await countAttempt(shop.db, { key: 'gus@crew.test', max: 10, account: 'gus@crew.test' }, shop.clock.now())
    expect(await isLocked(shop.db, 'gus@crew.test', shop.clock.now())).toBe(true)
    expect(await unlock()).toEqual({ email: 'gus@crew.test' })
    expect(await isLocked(shop.db, 'gus@crew.test', shop.clock.now())).toBe(false)
    await expect(unlock(AS)).rejects.toThrow('This is your own account')
    await expect(unlock('no@crew.test')).rejects.toThrow('Nobody has the email')
    const entries = await shop.db
      .selectFrom('audit_log')
      .where('action', '=', 'unlocked')
      .select(['subject_key', 'reason'])
      .execute()
    expect(entries).toEqual([{ subject_key: String(id), reason: 'Called from the office' }])
  })
})
