/** Whether a database holds a demo or a real shop. Neither is ever opened as the other. */
import { sql } from 'kysely'

import type { Config } from '#platform/config.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { compareMigrations, listApplied } from '#platform/db/migrate.server.ts'

type DatabaseContents = { is_demo: boolean; is_empty: boolean }

/** Returns what the database holds. It is empty when it has no users, clips or coupons. */
export const readContents = async (db: Db): Promise<DatabaseContents> => {
  // One statement, so that it never sees a half-seeded demo with users but without the demo flag.
  const { rows } = await sql<DatabaseContents>`
    select
      exists (select from installation where is_demo) as is_demo,
      not exists (select from users) and not exists (select from clips) and not exists (select from coupons) as is_empty
  `.execute(db)
  return rows[0] ?? { is_demo: false, is_empty: true }
}

type InstallationConfig = Pick<Config, 'demo' | 'database_url' | 'data_dir'>

const locate = ({ database_url, data_dir }: InstallationConfig) =>
  database_url
    ? { location: 'The database of DATABASE_URL', setting: 'DATABASE_URL to another database' }
    : { location: `The database in ${data_dir}`, setting: 'DATA_DIR to another folder' }

/** Throws an Error with a sentence when the migrations cannot upgrade the database. It may still be empty. */
export const assertUpgradable = async (db: Db, config: InstallationConfig): Promise<void> => {
  const { isPreRelease, changed } = compareMigrations((await listApplied(db)) ?? [])
  const { location, setting } = locate(config)
  const isDemoFolder = config.demo && !config.database_url
  const advice = isDemoFolder ? `Delete the folder ${config.data_dir} and start again.` : `Set ${setting}.`
  if (isPreRelease) throw new Error(`${location} was created by a pre-release version and can’t be upgraded. ${advice}`)
  if (changed.length > 0)
    throw new Error(
      `${location} can’t be upgraded, because migrations that created it have changed since: ${changed.join(', ')}. Restore these files from the release that you run. To start without this data: ${advice}`,
    )
}

/** Throws an Error with a sentence when the database was never opened by a shop. */
export const assertMigrated = async (db: Db, config: InstallationConfig): Promise<void> => {
  if (!(await listApplied(db))) throw new Error(`${locate(config).location} is empty: start the shop first.`)
}

/** Throws an Error with a sentence when a demo would open a shop's database, or a shop a demo's. */
export const assertSameKind = async (db: Db, config: InstallationConfig): Promise<void> => {
  const { is_demo, is_empty } = await readContents(db)
  const { location, setting } = locate(config)
  if (is_demo && !config.demo)
    throw new Error(
      `${location} holds a demo with invented customers, and this start is a shop. Set ${setting}, or DEMO=1 to open the demo.`,
    )
  if (config.demo && !is_demo && !is_empty)
    throw new Error(
      `${location} holds a shop, and this start is a demo, which would add invented customers to it. Set DEMO=0 to open the shop, or ${setting} for a demo.`,
    )
}

/** Marks the database as a demo. Throws an Error with a sentence when it holds a shop. */
export const markDemo = async (db: Db, config: InstallationConfig, now: Date): Promise<void> => {
  await assertSameKind(db, config)
  await db
    .insertInto('installation')
    .values({ is_demo: true, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
