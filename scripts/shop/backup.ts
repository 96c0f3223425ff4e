/** `npm run shop -- backup` and `restore`. */
import path from 'node:path'

import { openDatabase } from '../../src/app/main.ts'
import { restoreBackup } from '../../src/operations/backup/restore.server.ts'
import { verifyBackup } from '../../src/operations/backup/verify.server.ts'
import { formatBytes } from '../../src/platform/bytes.ts'
import { readConfig } from '../../src/platform/config.server.ts'
import { callShop, UsageError, type ShopCommand } from './command.ts'

const formatCount = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** Returns the only argument, as an absolute path. */
const readFolder = (positionals: readonly string[]): string => {
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new UsageError('Name one folder.')
  return path.resolve(folder)
}

export const backup: ShopCommand = {
  name: 'backup',
  summary: 'backs up the database and the files together, while the shop sells',
  usage: '<folder> [--keep n]',
  help: `Writes a backup into a new folder below <folder>, named by the time. It has all tables as of one moment, all files
that they refer to, and the generated keys; counts and hashes of everything are in its manifest. Files that did not
change since the last backup in <folder> are hard links, so they take no space. The data is not encrypted.
Needs no PostgreSQL programs, and applies no migrations: run it before an update.

  --keep n   deletes all but the newest n complete backups in <folder>`,
  options: { keep: { type: 'string' } },
  run: async ({ environment, values, positionals }) => {
    const parent = readFolder(positionals)
    const keep = values['keep'] === undefined ? undefined : Number(values['keep'])
    if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
      throw new UsageError('--keep is a whole number above 0.')
    const summary = await callShop(environment, 'backup', { parent, ...(keep && { keep }) }, { migrates: false })
    const { folder, rows, files, size_bytes, deleted } = summary
    const lines = [
      `${folder}: ${formatCount(rows, 'row')}, ${formatCount(files, 'file')}, ${formatBytes(size_bytes)}`,
      ...deleted.map(old => `deleted ${old}`),
    ]
    return { ok: true, data: summary, text: lines.join('\n') }
  },
}

export const restore: ShopCommand = {
  name: 'restore',
  summary: 'restores a backup into an empty database and data folder',
  usage: '<backup> [--check] [--without-secret]',
  help: `Reads the whole backup first, and refuses one that is incomplete, damaged, or of a newer version. Then it restores the
files to DATA_DIR and the database in one transaction, and compares both with the backup. The database must be empty:
a new one, or one in which a shop was only started. The embedded database and PostgreSQL read each other's backups.
If it is interrupted, the database stays empty; the same command continues. Afterwards start the shop: it migrates an
older backup.

  --check            only reads the backup
  --without-secret   restores with another SECRET_KEY: authenticator apps and certificates become unreadable`,
  options: { check: { type: 'boolean', default: false }, 'without-secret': { type: 'boolean', default: false } },
  run: async ({ environment, values, positionals }) => {
    const folder = readFolder(positionals)
    if (values['check']) {
      const { version, started_at, tables, files } = await verifyBackup(folder)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const text = `${folder} is complete: ${formatCount(rows, 'row')} and ${formatCount(files.count, 'file')} of ${started_at}, version ${version}`
      return { ok: true, data: { version, made_at: started_at, rows, files: files.count }, text }
    }
    const config = readConfig(environment)
    const summary = await restoreBackup({
      backup: folder,
      config,
      openDatabase: () => openDatabase(config),
      without_secret: values['without-secret'] === true,
      now: new Date(),
    })
    const { rows, files, made_at } = summary
    const text = `Restored ${formatCount(rows, 'row')} and ${formatCount(files, 'file')} of ${made_at}. Start the shop now.`
    return { ok: true, data: summary, text }
  },
}
