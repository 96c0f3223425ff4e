import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { canManageTeam } from '#workspaces/policy.ts'

import type { OnboardingStatus } from './contract.ts'

type Person = Pick<Member, 'user_id' | 'workspace_id' | 'workspace_role'>

/** What somebody has still to be asked, in the workspace that they work in now. */
export const statusOf = async (db: Db, person: Person): Promise<OnboardingStatus> => {
  const { user_id, workspace_id, workspace_role } = person
  const known = await db
    .selectFrom('users as u')
    .leftJoin('user_occupations as o', 'o.user_id', 'u.id')
    .leftJoin('onboarding as a', 'a.user_id', 'u.id')
    .where('u.id', '=', user_id)
    .select(['u.first_name', 'u.last_name', 'u.email_preferences_chosen_at', 'a.invite_answered_at'])
    .select('o.user_id as occupied')
    .executeTakeFirstOrThrow()
  const { is_named } = await db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('is_named')
    .executeTakeFirstOrThrow()
  const isManager = canManageTeam(workspace_role)
  return {
    requires_profile_information: known.first_name === '' || known.last_name === '' || known.occupied === null,
    requires_email_preference_choice: known.email_preferences_chosen_at === null,
    // Who does not run a workspace does not name it.
    requires_workspace_name: isManager && !is_named,
    offers_invite: isManager && known.invite_answered_at === null,
  }
}

export const isMissing = (status: OnboardingStatus): boolean =>
  status.requires_profile_information || status.requires_email_preference_choice || status.requires_workspace_name

/** They invited somebody, or nobody: either way they are not asked again. */
export const answerInvite = async (db: Db, user_id: number, now: Date): Promise<void> => {
  await db
    .insertInto('onboarding')
    .values({ user_id, invite_answered_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
