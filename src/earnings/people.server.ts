/** Links between users and the filmmakers that they manage. */
import { setPlatformRole } from '#accounts/platform-roles.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { platformRoles } from '#platform/platform-roles.ts'

export type Filmmaker = { id: number; slug: string; name: string }

/**
 * Returns the user's filmmaker; undefined while staff have not linked them to one. Throws 404 for users without the
 * filmmaker role.
 */
export const findFilmmaker = (
  db: Db,
  { user_id, platform_roles }: { user_id: number; platform_roles: readonly number[] },
): Promise<Filmmaker | undefined> => {
  if (!platform_roles.includes(platformRoles.filmmaker)) throw refuse.missing()
  return db
    .selectFrom('filmmaker_members as p')
    .innerJoin('filmmakers as f', 'f.id', 'p.filmmaker_id')
    .where('p.user_id', '=', user_id)
    .select(['f.id', 'f.slug', 'f.name'])
    .executeTakeFirst()
}

/** Like `findFilmmaker`, but throws 404 if there is none. */
export const requireFilmmaker = async (db: Db, actor: { user_id: number; platform_roles: readonly number[] }) => {
  const filmmaker = await findFilmmaker(db, actor)
  if (!filmmaker) throw refuse.missing('filmmaker')
  return filmmaker
}

/** Links a user to a filmmaker, replacing any other. Throws 404 if either does not exist. */
export const linkFilmmaker = async (
  trx: Trx,
  {
    user_id,
    filmmaker_id,
    linked_by = null,
    now,
  }: { user_id: number; filmmaker_id: number; linked_by?: number | null; now: Date },
): Promise<void> => {
  const filmmaker = await trx.selectFrom('filmmakers').where('id', '=', filmmaker_id).select('id').executeTakeFirst()
  if (!filmmaker) throw refuse.missing('filmmaker')
  if (!(await setPlatformRole(trx, user_id, platformRoles.filmmaker, true))) throw refuse.missing('person')
  await trx
    .insertInto('filmmaker_members')
    .values({ user_id, filmmaker_id, linked_by, linked_at: now })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ filmmaker_id, linked_by, linked_at: now }))
    .execute()
}

/** Throws 404 if the user is not linked to it. */
export const unlinkFilmmaker = async (
  trx: Trx,
  { user_id, filmmaker_id }: { user_id: number; filmmaker_id: number },
): Promise<void> => {
  const { numDeletedRows } = await trx
    .deleteFrom('filmmaker_members')
    .where('user_id', '=', user_id)
    .where('filmmaker_id', '=', filmmaker_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw refuse.missing('filmmaker')
  await setPlatformRole(trx, user_id, platformRoles.filmmaker, false)
  // The payout settings belong to the user: nothing is paid there anymore, and the next user must not see them.
  await trx
    .deleteFrom('payout_settings')
    .where('filmmaker_id', '=', filmmaker_id)
    .where('changed_by', '=', user_id)
    .execute()
}
