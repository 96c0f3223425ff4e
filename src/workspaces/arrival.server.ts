import type { ArrivalStep } from '#accounts/arrival.ts'
import { userOf } from '#accounts/users.server.ts'
import { Refusal } from '#platform/refusal.ts'

import { accept } from './accept.server.ts'
import { chooseWorkspace, openWorkspace, workspacesOf } from './workspaces.server.ts'

/** Gives a new person a workspace of their own to work in; and whoever was taken out of the one they worked in, a place again. */
export const openPersonalWorkspace: ArrivalStep = async (trx, { user_id, is_new, now }) => {
  if (is_new) {
    const { first_name, last_name } = await userOf(trx, user_id)
    const name = `${first_name} ${last_name}`.trim().slice(0, 255) || 'Personal workspace'
    return chooseWorkspace(
      trx,
      user_id,
      await openWorkspace(trx, { name, owner_user_id: user_id, personal: true, now }),
    )
  }
  const current = await trx
    .selectFrom('current_workspaces')
    .where('user_id', '=', user_id)
    .select('user_id')
    .executeTakeFirst()
  const [own] = current ? [] : await workspacesOf(trx, user_id)
  if (own) await chooseWorkspace(trx, user_id, own.id)
}

/** Whoever comes in with an invite joins at once. One that does not hold is no reason to stay outside: the page that it came by tells. */
export const joinByInvite: ArrivalStep = async (trx, { user_id, invite_token, now }) => {
  if (!invite_token) return
  await accept(trx, { token: invite_token, user_id, now }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}
