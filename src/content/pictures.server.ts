/** Pictures in content pages, on the image host. They stay as long as versions that may show them: forever. */
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { createUploadParameters, getPictureUrl, replaceImage } from '#platform/images/host.server.ts'
import { CONTENT_FOLDER } from '#platform/images/sizes.ts'

const PICTURE_WIDTH_PX = 1_440

const getUploadFolder = (user_id: number) => `${CONTENT_FOLDER}/users/${user_id}`

export const createPictureUpload = (host: Pick<Deps, 'config' | 'secret'>, user_id: number, now: Date) =>
  createUploadParameters(host, { folder: getUploadFolder(user_id), user_id, now })

/** Returns the address of a picture that this staff member uploaded. Throws 422 for any other. */
export const addPicture = async (
  trx: Trx,
  host: Pick<Deps, 'config'>,
  public_id: string,
  { staff_user_id, now }: { staff_user_id: number; now: Date },
): Promise<string> => {
  const folder = getUploadFolder(staff_user_id)
  await replaceImage(trx, host, { folder, before: null, next: public_id, now, field: 'public_id' })
  return getPictureUrl(host, public_id, PICTURE_WIDTH_PX)
}
