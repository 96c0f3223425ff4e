import { purchasingRoles, type Masquerade } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'

import { affiliationFlags } from './affiliations.ts'
import { activeOccupation } from './own/occupation.server.ts'
import { verifyPassword } from './passwords.server.ts'
import { registrationPreferences, type RegistrationPreference } from './preferences.ts'
import { suspended_role } from './suspension.server.ts'

/** The signed-in person, as every page needs them; `masquerade` of whoever asks. */
export const userOf = async (db: Db, id: number, masquerade: Masquerade | null = null) => {
  const user = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select([
      'id',
      'email',
      'username',
      'first_name',
      'last_name',
      'avatar_url',
      'avatar_public_id as avatar_cloudinary_public_id',
      'company_url',
      'theme',
      'platform_roles as roles',
      'has_completed_onboarding',
      'verticals',
      'affiliations',
    ])
    .select(eb => [
      eb('email_verified_at', 'is not', null).$castTo<boolean>().as('email_verified'),
      eb
        .exists(eb.selectFrom('google_accounts').whereRef('google_accounts.user_id', '=', 'users.id').select('user_id'))
        .$castTo<boolean>()
        .as('has_google_account_linked'),
    ])
    .select(eb => activeOccupation(eb).as('active_occupation'))
    // Of our people who act as somebody, in the workspace that they look at.
    .select(eb =>
      eb
        .selectFrom('workspace_members as m')
        .whereRef('m.user_id', '=', 'users.id')
        .where('m.workspace_id', '=', one =>
          masquerade
            ? one.selectFrom('masquerades').where('id', '=', masquerade.id).select('workspace_id')
            : one.selectFrom('current_workspaces').whereRef('user_id', '=', 'users.id').select('workspace_id'),
        )
        .select('m.role')
        .as('role'),
    )
    .select(eb =>
      eb
        .selectFrom('account_deletions as d')
        .whereRef('d.user_id', '=', 'users.id')
        .where('d.done_at', 'is', null)
        .select('d.due_at')
        .as('deletes_at'),
    )
    .executeTakeFirstOrThrow()
  const { affiliations, deletes_at, role, ...known } = user
  return {
    ...known,
    ...affiliationFlags(affiliations),
    can_purchase: !user.roles.includes(suspended_role) && purchasingRoles.some(one => one === role),
    deletes_at: deletes_at?.toISOString() ?? null,
    masquerade: masquerade && { client_username: user.username },
  }
}

export const emailOf = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('users').where('id', '=', id).select('email').executeTakeFirstOrThrow()).email

/** Whose e-mail and password these are; undefined after the same time when they are nobody's. */
export const userWithPassword = async (
  db: Db,
  email: string,
  password: string,
): Promise<{ user_id: number; seen: string | null } | undefined> => {
  const found = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'password_hash'])
    .executeTakeFirst()
  const isRight = await verifyPassword(found?.password_hash, password)
  return isRight && found ? { user_id: found.id, seen: found.password_hash } : undefined
}

export const setTheme = async (db: Db, user_id: number, theme: 'light' | 'dark'): Promise<void> => {
  await db.updateTable('users').set({ theme }).where('id', '=', user_id).execute()
}

/** Adds to the mails that somebody gets. */
export const addPreferences = async (
  db: Db,
  user_id: number,
  chosen: readonly RegistrationPreference[],
): Promise<void> => {
  if (chosen.length === 0) return
  await db
    .insertInto('email_preferences')
    .values(chosen.map(name => ({ user_id, slug: registrationPreferences[name] })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
