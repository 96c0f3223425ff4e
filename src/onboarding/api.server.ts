import type { FastifyInstance } from 'fastify'

import { saveAvatar } from '#accounts/own/avatar.server.ts'
import { saveOccupation } from '#accounts/own/occupation.server.ts'
import { completeOnboarding, saveProfile } from '#accounts/own/profile.server.ts'
import { loadUser } from '#accounts/users.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { saveWorkspaceAvatar } from '#workspaces/avatar.server.ts'
import { createInvites } from '#workspaces/invites.server.ts'
import { renameWorkspace } from '#workspaces/settings.server.ts'
import { loadWorkspace } from '#workspaces/workspaces.server.ts'

import * as contract from './contract.ts'
import { recordInviteAnswer, isIncomplete, getOnboardingStatus } from './status.server.ts'

export const onboardingApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps

  serve(app, contract.getOnboarding, async ({ actor }) => ({ data: await getOnboardingStatus(db, actor) }))

  serve(app, contract.onboardProfile, async ({ actor: { user_id, masquerade }, body }) => {
    const { avatar_public_id, first_name, last_name, company_url, ...occupation } = body
    const now = clock.now()
    await db.transaction().execute(async trx => {
      if (avatar_public_id !== undefined) await saveAvatar(trx, deps, { user_id, avatar_public_id, now })
      await saveProfile(trx, user_id, { first_name, last_name, company_url })
      await saveOccupation(trx, user_id, occupation)
    })
    return { data: await loadUser(db, user_id, masquerade) }
  })

  serve(app, contract.onboardWorkspace, async ({ actor, body: { name, avatar_public_id } }) => {
    const now = clock.now()
    await db.transaction().execute(async trx => {
      await renameWorkspace(trx, actor, { name, now })
      if (avatar_public_id !== undefined) await saveWorkspaceAvatar(trx, deps, actor, { avatar_public_id, now })
    })
    return { data: await loadWorkspace(db, actor.workspace_id, actor.workspace_role) }
  })

  serve(app, contract.onboardInvites, async ({ actor, body: { invitees } }) => {
    const now = clock.now()
    await db.transaction().execute(async trx => {
      if (invitees.length > 0) await createInvites(trx, actor, invitees, now)
      await recordInviteAnswer(trx, actor.user_id, now)
    })
    return { data: { invited: invitees.length } }
  })

  serve(app, contract.completeOnboarding, async ({ actor }) => {
    if (isIncomplete(await getOnboardingStatus(db, actor)))
      throw refuse(409, 'There are still a few things that we would like to know.')
    await completeOnboarding(db, actor.user_id)
    return { data: await loadUser(db, actor.user_id, actor.masquerade) }
  })
}
