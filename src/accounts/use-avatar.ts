/** One's own picture, kept as soon as it is cut. */
import { useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/call.ts'
import { uploadImage } from '#platform/images/upload.ts'
import { setCall } from '#platform/query.ts'

import { getSession } from './contract.ts'
import { getAvatarUpload, saveAvatar } from './own/profile-contract.ts'

const failed = 'Failed to upload profile avatar'

/** Sends a picture to the image host; answers what it is called there. Throws an Error with the host's words, where it has some. */
export const sendAvatar = async (picture: Blob): Promise<string> => {
  const parameters = await call(getAvatarUpload, {}).catch((cause: unknown) => {
    throw new Error(failed, { cause })
  })
  return uploadImage(picture, parameters.data)
}

/** Keeps a picture that was sent, or none. Throws an Error that says it was not kept. */
export const useSaveAvatar = () => {
  const client = useQueryClient()
  return async (avatar_public_id: string | null): Promise<void> => {
    try {
      const { data } = await call(saveAvatar, { body: { avatar_public_id } })
      setCall(client, getSession, {}, { data, meta: {} })
    } catch (cause) {
      throw new Error(failed, { cause })
    }
  }
}
