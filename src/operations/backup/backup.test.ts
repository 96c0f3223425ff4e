/** A backup of a shop with orders, restored into an empty one, and everything that a restore refuses. */
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.server.ts'
import type { Db } from '#platform/db/database.server.ts'

import { seedMember, seedClip, seedOrder } from '../../../testing/builders/orders.ts'
import { createProcessShop } from '../../../testing/process.ts'
import { openDatabase, openShop } from '../../app/main.ts'
import { createBackup, listBackups } from './backup.server.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup } from './restore.server.ts'

type ProcessShop = Awaited<ReturnType<typeof createProcessShop>>

const home = mkdtempSync(path.join(os.tmpdir(), 'longtake-backup-'))
const parent = path.join(home, 'backups')
let source: ProcessShop
/** Stays empty until a test says that it may be restored again. */
let emptyShop: ProcessShop
let backup: string
const shops: ProcessShop[] = []

const createShop = async () => {
  const shop = await createProcessShop({ VIES_URL: 'http://127.0.0.1:9' })
  shops.push(shop)
  return shop
}

/** Backs up a shop that nobody has open. */
const backUp = async (shop: ProcessShop, options: { parent: string; keep?: number }, now?: Date) => {
  const { deps, database, close } = await openShop(shop.environment, systemClock, { migrates: false })
  const clock = now ? { now: () => now } : deps.clock
  return createBackup({ ...deps, clock }, database, options).finally(close)
}

const restore = (shop: ProcessShop, folder = backup, { without_secret = false, env = {} } = {}) => {
  const config = readConfig({ ...shop.environment, ...env })
  return restoreBackup({
    backup: folder,
    config,
    openDatabase: () => openDatabase(config),
    without_secret,
    now: new Date(),
  })
}

beforeAll(async () => {
  source = await createShop()
  emptyShop = await createShop()
  await source.inside(async shop => {
    for (const state of ['paid', 'invoiced'] as const) {
      const clip = await seedClip(shop, `Tide “${state}”\u2028, \\ and 'quotes'`)
      await seedOrder(shop, await seedMember(shop), state, { clips: [clip] })
    }
  })
  backup = (await backUp(source, { parent })).folder
})
afterAll(async () => {
  for (const shop of shops) await shop.remove()
  rmSync(home, { recursive: true, force: true })
})

/** A hash of every table's rows, without the code under test. */
const fingerprint = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('schema_migrations', 'processes', 'backups', 'clip_search')
    order by 1`.execute(db)
  const hashes = new Map<string, string>()
  for (const { name } of rows) {
    const result = await sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text collate "C")), '') as hash from ${sql.id(name)} t`.execute(
      db,
    )
    hashes.set(name, result.rows[0]?.hash ?? '')
  }
  return hashes
}

const countUsers = (db: Db) =>
  sql<{ count: number }>`select count(*)::int as count from users`.execute(db).then(({ rows }) => rows[0]?.count)
/** The number of users; 0 too when there are no tables. */
const usersOf = (shop: ProcessShop) => shop.onDatabase(db => countUsers(db).catch(() => 0))

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

test('a restored shop has the same rows and files, and goes on numbering where it was', async () => {
  const target = await createShop()
  const summary = await restore(target)
  expect(summary).toMatchObject({ version: '0.1.0', tables: expect.any(Number), files: 5 })
  const [before, after] = [await source.onDatabase(fingerprint), await target.onDatabase(fingerprint)]
  expect(after).toEqual(before)
  expect(before.get('orders')).toMatch(/^2 \w{32}$/)
  const { storage_key } = await source.onDatabase(db =>
    db.selectFrom('masters').select('storage_key').executeTakeFirstOrThrow(),
  )
  const master = (shop: ProcessShop) => path.join(shop.environment['DATA_DIR'] ?? '', 'files', storage_key)
  expect(hashOf(master(target))).toBe(hashOf(master(source)))
  // The restored shop opens, with the constraints and triggers of any other.
  await target.inside(async ({ db }) => {
    const { max } = await db
      .selectFrom('users')
      .select(sql<number>`max(id)`.as('max'))
      .executeTakeFirstOrThrow()
    const user = { email: 'new@example.com', username: 'new' }
    const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
    expect(id).toBeGreaterThan(max)
    await expect(
      sql`insert into workspace_members (workspace_id, user_id, role) values (0, 0, 'owner')`.execute(db),
    ).rejects.toThrow('foreign key')
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only')
  })
})

test('a shop that holds anything is not overwritten', async () => {
  const before = await source.onDatabase(fingerprint)
  await expect(restore(source)).rejects.toThrow(
    /^The database holds a shop with 2 orders, 2 users and 2 clips\. A backup is only restored into an empty database/,
  )
  expect(await source.onDatabase(fingerprint)).toEqual(before)
})

/** A copy of the backup with a change. */
const changedBackup = (change: (folder: string) => void) => {
  const folder = mkdtempSync(path.join(home, 'changed-'))
  cpSync(backup, folder, { recursive: true })
  change(folder)
  return folder
}

const changeManifest = (folder: string, change: (manifest: Manifest) => void) => {
  const file = path.join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  change(manifest)
  writeFileSync(file, JSON.stringify(manifest))
  writeFileSync(path.join(folder, 'manifest.sha256'), `${hashOf(file)}  manifest.json\n`)
}

const usersFile = 'database/public.users.jsonl.gz'
const firstFile = (folder: string) => {
  const list = gunzipSync(readFileSync(path.join(folder, 'files.jsonl.gz'))).toString()
  const entry = list.split('\n').find(line => line.includes('"files/masters/')) ?? ''
  return path.join(folder, (JSON.parse(entry) as { path: string }).path)
}

test.each<[string, (folder: string) => void, RegExp]>([
  ['half a table', f => truncateSync(path.join(f, usersFile), 100), /damaged[^]*users\.jsonl\.gz can’t be read/],
  ['no table', f => rmSync(path.join(f, usersFile)), /damaged[^]*users\.jsonl\.gz can’t be read/],
  [
    'a changed table',
    f =>
      writeFileSync(
        path.join(f, usersFile),
        gzipSync(
          gunzipSync(readFileSync(path.join(f, usersFile)))
            .toString()
            .replace('Nora', 'Dora'),
        ),
      ),
    /users\.jsonl\.gz has another content/,
  ],
  [
    'a missing row',
    f =>
      writeFileSync(
        path.join(f, usersFile),
        gzipSync(
          gunzipSync(readFileSync(path.join(f, usersFile)))
            .toString()
            .replace(/^.*\n/, ''),
        ),
      ),
    /users\.jsonl\.gz has 1 of 2 rows/,
  ],
  ['half a file', f => truncateSync(firstFile(f), 100), /masters\/.* has 100 of 5000 bytes/],
  ['a changed file', f => writeFileSync(firstFile(f), Buffer.alloc(5_000)), /masters\/.* has another content/],
  ['a missing file', f => rmSync(firstFile(f)), /masters\/.* is missing/],
  ['no manifest', f => rmSync(path.join(f, 'manifest.json')), /not a complete backup: it has no manifest\.json/],
  ['a changed manifest', f => writeFileSync(path.join(f, 'manifest.json'), '{}'), /manifest\.json was changed/],
  [
    'a newer schema',
    f => changeManifest(f, m => (m.migrations.push({ name: '9999_future.sql', sha256: 'x' }), (m.version = '9.9.9'))),
    /newer schema than this version \(0\.1\.0\): 9999_future\.sql\. Restore it with version 9\.9\.9/,
  ],
  [
    'a schema from before the first release',
    f => changeManifest(f, m => m.migrations.push({ name: '0012_words.sql', sha256: 'x' })),
    /written by a pre-release version.*Restore it with the code that wrote it/,
  ],
  [
    'a migration that has changed since',
    f => changeManifest(f, m => (m.migrations = m.migrations.map(({ name }) => ({ name, sha256: 'x' })))),
    /have changed since the backup was written: 0001_platform\.sql, /,
  ],
  ['a newer format', f => changeManifest(f, m => (m.format = 99)), /in a format that this version does not know/],
  ['a demo', f => changeManifest(f, m => (m.is_demo = true)), /of a demo, and this is a shop/],
])('a backup with %s is refused, and nothing is restored', async (_, change, message) => {
  await expect(restore(emptyShop, changedBackup(change))).rejects.toThrow(message)
  expect(await usersOf(emptyShop)).toBe(0)
})

test('an interrupted backup is refused by its name', async () => {
  const folder = `${changedBackup(() => {})}.part`
  renameSync(folder.replace(/\.part$/, ''), folder)
  await expect(restore(emptyShop, folder)).rejects.toThrow('is the beginning of a backup that was interrupted')
})

test('another secret is refused, unless the operator says so', async () => {
  const env = { SECRET_KEY: 'x'.repeat(40) }
  await expect(restore(emptyShop, backup, { env })).rejects.toThrow('SECRET_KEY is not the one of the backup')
  expect(await usersOf(emptyShop)).toBe(0)
})

test('when a row does not fit, all of the database stays empty, and a repeated restore works', async () => {
  // A member whose user is missing, in a backup that is otherwise right.
  const folder = changedBackup(f => {
    const file = path.join(f, usersFile)
    const rows = gunzipSync(readFileSync(file)).toString().replace(/^.*\n/, '')
    writeFileSync(file, gzipSync(rows))
    changeManifest(f, ({ tables }) => {
      const users = tables.find(({ name }) => name === 'users')
      if (users) Object.assign(users, { rows: 1, sha256: createHash('sha256').update(rows).digest('hex') })
    })
  })
  await expect(restore(emptyShop, folder)).rejects.toThrow('foreign key')
  expect(await usersOf(emptyShop)).toBe(0)
  await restore(emptyShop)
  expect(await usersOf(emptyShop)).toBe(2)
})

test('a file of another shop is not overwritten', async () => {
  const target = await createShop()
  const file = path.join(target.environment['DATA_DIR'] ?? '', path.relative(backup, firstFile(backup)))
  cpSync(path.join(backup, 'manifest.json'), file)
  await expect(restore(target)).rejects.toThrow('is another file than the backup')
  expect(await usersOf(target)).toBe(0)
})

test('the next backup links unchanged files, and only the newest are kept', async () => {
  const options = { parent, keep: 2 }
  const second = await backUp(source, options, new Date(Date.now() + 60_000))
  expect(second.deleted).toEqual([])
  expect(statSync(firstFile(second.folder)).ino).toBe(statSync(firstFile(backup)).ino)
  const third = await backUp(source, options, new Date(Date.now() + 120_000))
  expect(third.deleted).toEqual([backup])
  expect((await listBackups(parent)).map(name => path.join(parent, name))).toEqual([second.folder, third.folder])
  const target = await createShop()
  await restore(target, third.folder)
  expect(await target.onDatabase(fingerprint)).toEqual(await source.onDatabase(fingerprint))
  const records = await source.onDatabase(db => db.selectFrom('backups').select('folder').orderBy('id').execute())
  expect(records.map(({ folder }) => folder)).toEqual([backup, second.folder, third.folder])
})

test('a backup into the shop’s own data folder is refused', async () => {
  const inside = path.resolve(source.environment['DATA_DIR'] ?? '', 'files', 'backups')
  await expect(backUp(source, { parent: inside })).rejects.toThrow('is in the shop’s own data folder')
})
