import type { Db } from '#platform/db/database.server.ts'

/** Lists those of the user's uploads with a failed check, without those of filmmakers whom they no longer manage. */
export const listFailedUploads = async (db: Db, user_id: number, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('uploads as u')
        .where('u.id', 'in', ids)
        .where('u.user_id', '=', user_id)
        .where('u.state', '=', 'failed')
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb('u.by_staff', '=', true),
            exists(
              selectFrom('filmmaker_members as p')
                .whereRef('p.filmmaker_id', '=', 'u.filmmaker_id')
                .whereRef('p.user_id', '=', 'u.user_id')
                .select('p.user_id'),
            ),
          ]),
        )
        .select(['u.id', 'u.file_name', 'u.by_staff'])
        .orderBy('u.id')
        .execute()
