/** The record of complete backups. */
import type { Insertable, Selectable } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import type { Tables } from '#platform/db/tables.ts'

export type BackupRecord = Selectable<Tables['backups']>

export const lastBackup = (db: Db): Promise<BackupRecord | undefined> =>
  db.selectFrom('backups').selectAll().orderBy('finished_at', 'desc').limit(1).executeTakeFirst()

export const recordBackup = async (db: Db, backup: Insertable<Tables['backups']>): Promise<void> => {
  await db.insertInto('backups').values(backup).execute()
}
