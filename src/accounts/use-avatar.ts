/** Uploads and saves the user's own avatar. */
import { useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/http/call.ts'
import { setCallData } from '#platform/http/query.ts'
import { uploadImage } from '#platform/images/upload.ts'

import { getSession } from './contract.ts'
import { getAvatarUpload, saveAvatar } from './own/profile-contract.ts'

const UPLOAD_FAILED_TEXT = 'Failed to upload profile avatar'

/**
 * Uploads a picture to the image host and returns its id there. Throws an Error with the host's message, if there is
 * one.
 */
export const uploadAvatar = async (picture: Blob): Promise<string> => {
  const parameters = await call(getAvatarUpload, {}).catch((cause: unknown) => {
    throw new Error(UPLOAD_FAILED_TEXT, { cause })
  })
  return uploadImage(picture, parameters.data)
}

/** Saves an uploaded picture, or removes the current one. Throws an Error with a text for the user. */
export const useSaveAvatar = () => {
  const client = useQueryClient()
  return async (avatar_public_id: string | null): Promise<void> => {
    try {
      const { data } = await call(saveAvatar, { body: { avatar_public_id } })
      setCallData(client, getSession, {}, { data, meta: {} })
    } catch (cause) {
      throw new Error(UPLOAD_FAILED_TEXT, { cause })
    }
  }
}
