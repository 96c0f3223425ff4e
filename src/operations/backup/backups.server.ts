/** The record of complete backups. */
import type { Selectable } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import type { Tables } from '#platform/db/tables.ts'

export type BackupRecord = Selectable<Tables['backups']>

export const lastBackup = (db: Db): Promise<BackupRecord | undefined> =>
  db.selectFrom('backups').selectAll().orderBy('finished_at', 'desc').limit(1).executeTakeFirst()
