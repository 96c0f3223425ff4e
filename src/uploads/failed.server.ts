import type { Db } from '#platform/database.server.ts'

/** Of these files of somebody's those whose check failed and was not tried again. */
export const failedUploads = async (db: Db, user_id: number, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('uploads')
        .where('id', 'in', ids)
        .where('user_id', '=', user_id)
        .where('state', '=', 'failed')
        .select(['id', 'file_name', 'by_staff'])
        .orderBy('id')
        .execute()
