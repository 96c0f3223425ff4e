/** The picture of the workspace that one works in. */
import { useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/call.ts'
import { uploadImage } from '#platform/images/upload.ts'
import { callKey, setCall } from '#platform/query.ts'

import { getCurrentWorkspace, listWorkspaces } from './contract.ts'
import { getWorkspaceAvatarUpload, saveWorkspaceAvatar } from './team-contract.ts'

const failed = 'Failed to upload workspace avatar'

/** Sends a picture to the image host; answers what it is called there. Throws an Error with the host's words, where it has some. */
export const sendWorkspaceAvatar = async (picture: Blob): Promise<string> => {
  const parameters = await call(getWorkspaceAvatarUpload, {}).catch((cause: unknown) => {
    throw new Error(failed, { cause })
  })
  return uploadImage(picture, parameters.data)
}

/** Keeps a picture that was sent, or none. Throws an Error that says it was not kept. */
export const useSaveWorkspaceAvatar = () => {
  const client = useQueryClient()
  return async (avatar_public_id: string | null): Promise<void> => {
    try {
      setCall(client, getCurrentWorkspace, {}, await call(saveWorkspaceAvatar, { body: { avatar_public_id } }))
    } catch (cause) {
      throw new Error(failed, { cause })
    }
    void client.invalidateQueries({ queryKey: callKey(listWorkspaces, {}) })
  }
}
