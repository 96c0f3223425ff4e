import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { changeAvatar, createUploadParameters } from '#platform/images/host.server.ts'

import { writeWorkspaceAudit } from './audit.server.ts'
import { canManageTeam } from './policy.ts'
import { lockWorkspace, type WorkspaceActor } from './team.server.ts'

export const AVATAR_FORBIDDEN_TEXT = 'Only owners and admins can change the picture of this workspace.'

type WorkspaceAvatarDeps = Pick<Deps, 'config' | 'secret'>

const folderOf = (workspace_id: number) => `avatars/workspaces/${workspace_id}`

/** Returns the parameters with which the browser uploads a picture to the image host. */
export const createAvatarUpload = (host: WorkspaceAvatarDeps, { workspace_id, user_id }: WorkspaceActor, now: Date) =>
  createUploadParameters(host, { folder: folderOf(workspace_id), user_id, now })

/**
 * Sets the picture to an uploaded one, or removes it. Throws 403 for members who cannot manage the team, 422 for an upload
 * that was not made for this workspace.
 */
export const saveWorkspaceAvatar = async (
  trx: Trx,
  host: WorkspaceAvatarDeps,
  actor: WorkspaceActor,
  { avatar_public_id, now }: { avatar_public_id: string | null; now: Date },
): Promise<void> => {
  const { workspace_id } = actor
  if (!canManageTeam(await lockWorkspace(trx, actor))) throw refuse(403, AVATAR_FORBIDDEN_TEXT)
  const { before } = await trx
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('avatar_public_id as before')
    .executeTakeFirstOrThrow()
  if (before === avatar_public_id) return
  const image = await changeAvatar(trx, host, { folder: folderOf(workspace_id), before, next: avatar_public_id, now })
  await trx.updateTable('workspaces').set(image).where('id', '=', workspace_id).execute()
  await writeWorkspaceAudit(trx, { workspace_id, actor, action: 'workspace.picture-changed', at: now })
}
