import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { changeAvatar, createUploadParameters } from '#platform/images/host.server.ts'

type AvatarHostDeps = Pick<Deps, 'config' | 'secret'>

const getFolder = (user_id: number) => `avatars/users/${user_id}`

/** Returns the parameters with which the browser uploads an avatar to the image host. */
export const getAvatarUploadParameters = (host: AvatarHostDeps, user_id: number, now: Date) =>
  createUploadParameters(host, { folder: getFolder(user_id), user_id, now })

/** Saves an uploaded picture as the avatar, or removes it. Throws 422 for a picture of another user. */
export const saveAvatar = async (
  trx: Trx,
  host: AvatarHostDeps,
  { user_id, avatar_public_id, now }: { user_id: number; avatar_public_id: string | null; now: Date },
): Promise<void> => {
  const { before } = await trx
    .selectFrom('users')
    .where('id', '=', user_id)
    .select('avatar_public_id as before')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const image = await changeAvatar(trx, host, { folder: getFolder(user_id), before, next: avatar_public_id, now })
  await trx.updateTable('users').set(image).where('id', '=', user_id).execute()
}
