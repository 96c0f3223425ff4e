import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { changeImage, uploadParameters } from '#platform/images/host.server.ts'

type Host = Pick<Deps, 'config' | 'secret'>

const folderOf = (user_id: number) => `avatars/users/${user_id}`

/** With these somebody sends a picture of themselves to the image host. */
export const avatarUpload = (host: Host, user_id: number, now: Date) =>
  uploadParameters(host, { folder: folderOf(user_id), user_id, now })

/** Shows a picture that was sent, or none. Throws 422 for one that is not theirs. */
export const saveAvatar = async (
  trx: Trx,
  host: Host,
  { user_id, avatar_public_id, now }: { user_id: number; avatar_public_id: string | null; now: Date },
): Promise<void> => {
  const { before } = await trx
    .selectFrom('users')
    .where('id', '=', user_id)
    .select('avatar_public_id as before')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const kept = await changeImage(trx, host, { folder: folderOf(user_id), before, next: avatar_public_id, now })
  await trx.updateTable('users').set(kept).where('id', '=', user_id).execute()
}
