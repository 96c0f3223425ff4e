import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { changeImage, uploadParameters } from '#platform/images/host.server.ts'
import { refuse } from '#platform/refusal.ts'

import { audit } from './audit.server.ts'
import { canManageTeam } from './policy.ts'
import { lockWorkspace, type Changer } from './team.server.ts'

export const not_yours_text = 'Only owners and admins can change the picture of this workspace.'

type Host = Pick<Deps, 'config' | 'secret'>

const folderOf = (workspace_id: number) => `avatars/workspaces/${workspace_id}`

/** With these somebody sends a picture of the workspace to the image host. */
export const workspaceAvatarUpload = (host: Host, { workspace_id, user_id }: Changer, now: Date) =>
  uploadParameters(host, { folder: folderOf(workspace_id), user_id, now })

/** Shows a picture that was sent, or none. Throws 403 unless one manages the team, 422 for one that was not sent for this workspace. */
export const saveWorkspaceAvatar = async (
  trx: Trx,
  host: Host,
  by: Changer,
  { avatar_public_id, now }: { avatar_public_id: string | null; now: Date },
): Promise<void> => {
  const { workspace_id } = by
  if (!canManageTeam(await lockWorkspace(trx, by))) throw refuse(403, not_yours_text)
  const { before } = await trx
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('avatar_public_id as before')
    .executeTakeFirstOrThrow()
  if (before === avatar_public_id) return
  const kept = await changeImage(trx, host, { folder: folderOf(workspace_id), before, next: avatar_public_id, now })
  await trx.updateTable('workspaces').set(kept).where('id', '=', workspace_id).execute()
  await audit(trx, { workspace_id, by, action: 'workspace.picture-changed', at: now })
}
