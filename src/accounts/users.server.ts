import { purchasingRoles, type Masquerade } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { hasAnyRole } from '#platform/platform-roles.ts'

import { toAffiliationFlags } from './affiliations.ts'
import { selectActiveOccupation } from './own/occupation.server.ts'
import { verifyPassword } from './passwords.server.ts'
import { registrationPreferences, type RegistrationPreference } from './preferences.ts'

/** Loads the user for the session response. `masquerade` is that of the requesting actor. */
export const loadUser = async (db: Db, id: number, masquerade: Masquerade | null = null) => {
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
    .select(eb => selectActiveOccupation(eb).as('active_occupation'))
    // For a masquerade: the role in the workspace that the staff member looks at.
    .select(eb =>
      eb
        .selectFrom('workspace_members as m')
        .whereRef('m.user_id', '=', 'users.id')
        .where('m.workspace_id', '=', query =>
          masquerade
            ? query.selectFrom('masquerades').where('id', '=', masquerade.id).select('workspace_id')
            : query.selectFrom('current_workspaces').whereRef('user_id', '=', 'users.id').select('workspace_id'),
        )
        .select('m.role')
        .as('role'),
    )
    .select(eb =>
      eb
        .selectFrom('account_deletions as d')
        .whereRef('d.user_id', '=', 'users.id')
        .where('d.completed_at', 'is', null)
        .select('d.due_at')
        .as('deletes_at'),
    )
    .executeTakeFirstOrThrow()
  const { affiliations, deletes_at, role, ...fields } = user
  return {
    ...fields,
    ...toAffiliationFlags(affiliations),
    can_purchase: !hasAnyRole(user.roles, 'suspended') && purchasingRoles.some(candidate => candidate === role),
    deletes_at: deletes_at?.toISOString() ?? null,
    masquerade: masquerade && { client_username: user.username },
  }
}

export const loadEmail = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('users').where('id', '=', id).select('email').executeTakeFirstOrThrow()).email

/** Finds a user by email and password. Takes the same time when there is none. */
export const findUserByPassword = async (
  db: Db,
  email: string,
  password: string,
): Promise<{ user_id: number; verified_hash: string | null } | undefined> => {
  const user = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'password_hash'])
    .executeTakeFirst()
  const isValid = await verifyPassword(user?.password_hash, password)
  return isValid && user ? { user_id: user.id, verified_hash: user.password_hash } : undefined
}

export const setTheme = async (db: Db, user_id: number, theme: 'light' | 'dark'): Promise<void> => {
  await db.updateTable('users').set({ theme }).where('id', '=', user_id).execute()
}

/** Adds email preferences of a user. */
export const addPreferences = async (
  db: Db,
  user_id: number,
  selected: readonly RegistrationPreference[],
): Promise<void> => {
  if (selected.length === 0) return
  await db
    .insertInto('email_preferences')
    .values(selected.map(name => ({ user_id, slug: registrationPreferences[name] })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
