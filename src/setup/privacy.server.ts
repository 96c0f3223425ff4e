import { isLastAdmin, LAST_ADMIN_REFUSAL } from '#accounts/last-admin.server.ts'
import { getEmailHint } from '#accounts/own/preferences.server.ts'
import type { PrivacyPart } from '#accounts/privacy/part.ts'
import { roleLabelsOf } from '#workspaces/assignable-roles.ts'

/** Invites to the staff. The only platform admin can't delete their account. */
export const staffPart: PrivacyPart = {
  name: 'staff_invites',
  collect: async (db, user_id) => {
    const invites = await db
      .selectFrom('staff_invites')
      .where(({ or, eb }) => or([eb('accepted_by', '=', user_id), eb('invited_by', '=', user_id)]))
      .orderBy('id')
      .select(['email', 'invited_by', 'platform_roles', 'created_at', 'accepted_at', 'revoked_at'])
      .execute()
    return invites.map(({ email, invited_by, platform_roles, ...invite }) => ({
      ...invite,
      // The email of an invite is the data of its owner.
      email: invited_by === user_id ? getEmailHint(email) : email,
      roles: roleLabelsOf(platform_roles),
    }))
  },
  obstacles: async (db, user_id) => ((await isLastAdmin(db, user_id)) ? [LAST_ADMIN_REFUSAL] : []),
  forget: async (trx, { user_id, email }) => {
    await trx
      .deleteFrom('staff_invites')
      .where(({ or, eb }) =>
        or([eb('accepted_by', '=', user_id), eb('invited_by', '=', user_id), eb('email', '=', email)]),
      )
      .execute()
  },
}
