/** Requests a clip's file for the Editfest and sends the browser there. */
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { useToast } from '#ui/toast.tsx'

import { canDownloadForEditfest, downloadForEditfest, getEditfestCode } from './contract.ts'

export const useEditfestDownload = (clip_id: number) => {
  const toast = useToast()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(downloadForEditfest, { params: { id: String(clip_id) } }),
    onSuccess: ({ data }) => location.assign(data.url),
    onError: error =>
      toast(toUserMessage(error, 'The download could not start. Please try again.'), { kind: 'danger' }),
    // The number of clips left has changed, or was outdated.
    onSettled: () =>
      Promise.all(
        [canDownloadForEditfest, getEditfestCode].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  })
  return { download: () => mutate(), isStarting: isPending }
}
