import type { SignInHook } from '#accounts/sign-in-hook.ts'
import { loadUser } from '#accounts/users.server.ts'
import { Refusal } from '#platform/http/refusal.ts'

import { acceptInvite } from './accept.server.ts'
import { setCurrentWorkspace, createWorkspace, listUserWorkspaces } from './workspaces.server.ts'

/** Creates a personal workspace for a new user. Switches a user who was removed from their current workspace to another. */
export const openPersonalWorkspace: SignInHook = async (trx, { user_id, is_new, now }) => {
  if (is_new) {
    const { first_name, last_name } = await loadUser(trx, user_id)
    const name = `${first_name} ${last_name}`.trim().slice(0, 255) || 'Personal workspace'
    return setCurrentWorkspace(
      trx,
      user_id,
      await createWorkspace(trx, { name, owner_user_id: user_id, personal: true, now }),
    )
  }
  const current = await trx
    .selectFrom('current_workspaces')
    .where('user_id', '=', user_id)
    .select('user_id')
    .executeTakeFirst()
  const [workspace] = current ? [] : await listUserWorkspaces(trx, user_id)
  if (workspace) await setCurrentWorkspace(trx, user_id, workspace.id)
}

/** Accepts the user's invite. An invalid invite does not block the sign-in: the page reports it. */
export const joinByInvite: SignInHook = async (trx, { user_id, invite_token, now }) => {
  if (!invite_token) return
  await acceptInvite(trx, { token: invite_token, user_id, now }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}
