import type { Deps } from '#platform/deps.ts'

import { inviteLink } from './invite-link.ts'
import { newToken } from './invites.server.ts'
import { roleLabels, roleMeanings, type GivenRole } from './roles.ts'

/** Mails an invite with a link of its own, once for each time it was sent; nothing when it ended meanwhile. */
export const mailInvite = async ({ db, clock, config, mail }: Deps, invite_id: number): Promise<void> => {
  const claimed = await db
    .updateTable('workspace_invites')
    .set({ mailed_at: clock.now() })
    .where('id', '=', invite_id)
    .where('mailed_at', 'is', null)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(['workspace_id', 'email', 'role', 'invited_by', 'expires_at'])
    .executeTakeFirst()
  if (!claimed) return
  try {
    const { name: workspace } = await db
      .selectFrom('workspaces')
      .where('id', '=', claimed.workspace_id)
      .select('name')
      .executeTakeFirstOrThrow()
    const role = claimed.role as GivenRole
    const { inviteMail } = await import('./parts/team-mails.tsx')
    const invited_by = claimed.invited_by === null ? null : await personOf(db, claimed.invited_by)
    const said = await inviteMail({
      workspace,
      invited_by: invited_by && (invited_by.name || invited_by.email),
      role: roleLabels[role],
      meaning: roleMeanings[role],
      email: claimed.email,
      expires_at: claimed.expires_at,
      link: inviteLink(config.public_url, await newToken(db, invite_id, { is_mailed: true })),
    })
    await mail.send({ to: claimed.email, ...said })
  } catch (error) {
    await db.updateTable('workspace_invites').set({ mailed_at: null }).where('id', '=', invite_id).execute()
    throw error
  }
}

const personOf = async (db: Deps['db'], id: number) => {
  const { first_name, last_name, email } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['first_name', 'last_name', 'email'])
    .executeTakeFirstOrThrow()
  return { email, name: `${first_name} ${last_name}`.trim() }
}

type HandOver = { workspace_id: number; from_user_id: number; to_user_id: number }

/** Tells one of the two that a workspace has another owner. */
export const mailHandOver = async (
  { db, config, mail }: Deps,
  { workspace_id, from_user_id, to_user_id }: HandOver,
  reader: 'from' | 'to',
): Promise<void> => {
  const { name: workspace } = await db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('name')
    .executeTakeFirstOrThrow()
  const [from, to] = [await personOf(db, from_user_id), await personOf(db, to_user_id)]
  const { handOverMail } = await import('./parts/team-mails.tsx')
  const address = `${config.public_url}/workspace/overview`
  const said = await handOverMail({
    workspace,
    reader,
    from: from.name || from.email,
    to: to.name || to.email,
    address,
  })
  await mail.send({ to: reader === 'from' ? from.email : to.email, ...said })
}
