import type { Deps } from '#platform/deps.ts'

import { inviteLink } from './invite-link.ts'
import { createInviteToken } from './invites.server.ts'
import { roleLabels, roleDescriptions, type AssignableWorkspaceRole } from './roles.ts'

/** Mails an invite with a new link, once each time it is sent. Does nothing when the invite has ended. */
export const mailInvite = async ({ db, clock, config, mail }: Deps, invite_id: number): Promise<void> => {
  const invite = await db
    .updateTable('workspace_invites')
    .set({ mailed_at: clock.now() })
    .where('id', '=', invite_id)
    .where('mailed_at', 'is', null)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(['workspace_id', 'email', 'role', 'invited_by', 'expires_at'])
    .executeTakeFirst()
  if (!invite) return
  try {
    const { name: workspace } = await db
      .selectFrom('workspaces')
      .where('id', '=', invite.workspace_id)
      .select('name')
      .executeTakeFirstOrThrow()
    const role = invite.role as AssignableWorkspaceRole
    const { inviteMail } = await import('./parts/team-mails.tsx')
    const invited_by = invite.invited_by === null ? null : await loadPerson(db, invite.invited_by)
    const content = inviteMail({
      workspace,
      invited_by: invited_by && (invited_by.name || invited_by.email),
      role: roleLabels[role],
      meaning: roleDescriptions[role],
      email: invite.email,
      expires_at: invite.expires_at,
      link: inviteLink(config.public_url, await createInviteToken(db, invite_id, { is_mailed: true })),
    })
    await mail.send({ to: invite.email, content })
  } catch (error) {
    await db.updateTable('workspace_invites').set({ mailed_at: null }).where('id', '=', invite_id).execute()
    throw error
  }
}

const loadPerson = async (db: Deps['db'], id: number) => {
  const { first_name, last_name, email } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['first_name', 'last_name', 'email'])
    .executeTakeFirstOrThrow()
  return { email, name: `${first_name} ${last_name}`.trim() }
}

type OwnershipTransfer = { workspace_id: number; from_user_id: number; to_user_id: number }

/** Mails the former (`from`) or the new (`to`) owner about a transfer of ownership. */
export const mailOwnershipTransfer = async (
  { db, config, mail }: Deps,
  { workspace_id, from_user_id, to_user_id }: OwnershipTransfer,
  recipient: 'from' | 'to',
): Promise<void> => {
  const { name: workspace } = await db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('name')
    .executeTakeFirstOrThrow()
  const [from, to] = [await loadPerson(db, from_user_id), await loadPerson(db, to_user_id)]
  const { handOverMail } = await import('./parts/team-mails.tsx')
  const url = `${config.public_url}/workspace/overview`
  const content = handOverMail({
    workspace,
    recipient,
    from: from.name || from.email,
    to: to.name || to.email,
    url,
  })
  await mail.send({ to: recipient === 'from' ? from.email : to.email, content })
}
