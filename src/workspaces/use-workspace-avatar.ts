/** Uploads and saves the picture of the current workspace. */
import { useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/http/call.ts'
import { callKey, setCallData } from '#platform/http/query.ts'
import { uploadImage } from '#platform/images/upload.ts'

import { getCurrentWorkspace, listWorkspaces } from './contract.ts'
import { getWorkspaceAvatarUpload, saveWorkspaceAvatar } from './team-contract.ts'

const UPLOAD_FAILED_TEXT = 'Failed to upload workspace avatar'

/** Uploads a picture to the image host and returns its public id there. Throws an Error with the host's message, if any. */
export const uploadWorkspaceAvatar = async (picture: Blob): Promise<string> => {
  const parameters = await call(getWorkspaceAvatarUpload, {}).catch((cause: unknown) => {
    throw new Error(UPLOAD_FAILED_TEXT, { cause })
  })
  return uploadImage(picture, parameters.data)
}

/** Saves an uploaded picture, or removes it with null. Throws an Error when that fails. */
export const useSaveWorkspaceAvatar = () => {
  const client = useQueryClient()
  return async (avatar_public_id: string | null): Promise<void> => {
    try {
      setCallData(client, getCurrentWorkspace, {}, await call(saveWorkspaceAvatar, { body: { avatar_public_id } }))
    } catch (cause) {
      throw new Error(UPLOAD_FAILED_TEXT, { cause })
    }
    void client.invalidateQueries({ queryKey: callKey(listWorkspaces, {}) })
  }
}
