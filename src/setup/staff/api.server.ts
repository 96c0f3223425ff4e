import type { FastifyInstance } from 'fastify'

import { acceptMailedInvite, loadInvitee } from '#accounts/mailed-invite.server.ts'
import { formatPersonName } from '#accounts/person-name.ts'
import type { SignInHook } from '#accounts/sign-in-hook.ts'
import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { roleLabelsOf } from '#workspaces/assignable-roles.ts'

import * as contract from './contract.ts'
import {
  createStaffInvite,
  findInvite,
  grantInvitedRoles,
  loadStaff,
  resendInvite,
  revokeInvite,
} from './invites.server.ts'

/** `hooks` are functions of other features that run when a user signs up. */
export const staffApi = (app: FastifyInstance, deps: Deps, hooks: readonly SignInHook[]) => {
  const { db, clock } = deps
  const respondWithStaff = async () => ({ data: await loadStaff(db, clock.now()) })
  const inviterOf = ({ user_id: staff_user_id }: Member) => ({ staff_user_id, now: clock.now() })

  serve(app, contract.listStaff, respondWithStaff)

  serve(app, contract.inviteStaff, async ({ actor, body }) => {
    await db.transaction().execute(trx => createStaffInvite(trx, body, inviterOf(actor)))
    return respondWithStaff()
  })

  serve(app, contract.resendStaffInvite, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => resendInvite(trx, id, inviterOf(actor)))
    return respondWithStaff()
  })

  serve(app, contract.revokeStaffInvite, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => revokeInvite(trx, id, inviterOf(actor)))
    return respondWithStaff()
  })

  serve(app, contract.getStaffInvite, async ({ actor, params: { token } }) => {
    const invite = await findInvite(db, token, clock.now())
    const { email, platform_roles, expires_at, inviter_email, first_name, last_name } = invite
    return {
      data: {
        email,
        roles: roleLabelsOf(platform_roles),
        invited_by: formatPersonName({ first_name, last_name, email: inviter_email }),
        expires_at: expires_at.toISOString(),
        ...(await loadInvitee(db, actor, email)),
      },
    }
  })

  serve(app, contract.acceptStaffInvite, async ({ params: { token }, body, ...context }) => {
    const user = await acceptMailedInvite(deps, hooks, context, {
      body,
      findEmail: async () => (await findInvite(db, token, clock.now())).email,
      grant: (trx, user_id) => grantInvitedRoles(trx, token, { user_id, now: clock.now() }),
    })
    return { data: user }
  })
}
