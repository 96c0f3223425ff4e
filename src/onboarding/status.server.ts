import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { canManageTeam } from '#workspaces/policy.ts'

import type { OnboardingStatus } from './contract.ts'

type OnboardingMember = Pick<Member, 'user_id' | 'workspace_id' | 'workspace_role'>

/** Returns the steps that a user still has to complete in their current workspace. */
export const getOnboardingStatus = async (db: Db, member: OnboardingMember): Promise<OnboardingStatus> => {
  const { user_id, workspace_id, workspace_role } = member
  const user = await db
    .selectFrom('users as u')
    .leftJoin('user_occupations as o', 'o.user_id', 'u.id')
    .leftJoin('onboarding as a', 'a.user_id', 'u.id')
    .where('u.id', '=', user_id)
    .select(['u.first_name', 'u.last_name', 'u.email_preferences_chosen_at', 'a.invite_answered_at'])
    .select('o.user_id as occupied')
    .executeTakeFirstOrThrow()
  const { has_custom_name } = await db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('has_custom_name')
    .executeTakeFirstOrThrow()
  const isManager = canManageTeam(workspace_role)
  return {
    requires_profile_information: user.first_name === '' || user.last_name === '' || user.occupied === null,
    requires_email_preference_choice: user.email_preferences_chosen_at === null,
    // Only those who run a workspace name it.
    requires_workspace_name: isManager && !has_custom_name,
    offers_invite: isManager && user.invite_answered_at === null,
  }
}

export const isIncomplete = (status: OnboardingStatus): boolean =>
  status.requires_profile_information || status.requires_email_preference_choice || status.requires_workspace_name

/** Records that the invite step was answered, with or without invitees: it is not shown again. */
export const recordInviteAnswer = async (db: Db, user_id: number, now: Date): Promise<void> => {
  await db
    .insertInto('onboarding')
    .values({ user_id, invite_answered_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
