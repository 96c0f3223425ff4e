/** Asks for a clip's file for the Editfest and sends the browser there. */
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { useToast } from '#ui/toast.tsx'

import { canDownloadForEditfest, downloadForEditfest, getEditfestCode } from './contract.ts'

export const useFestivalDownload = (clip_id: number) => {
  const toast = useToast()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(downloadForEditfest, { params: { id: String(clip_id) } }),
    onSuccess: ({ data }) => location.assign(data.url),
    onError: error => toast(firstText(error, 'The download could not start. Please try again.'), { kind: 'danger' }),
    // What is left changed with it, or was another than was shown.
    onSettled: () =>
      Promise.all(
        [canDownloadForEditfest, getEditfestCode].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  })
  return { download: () => mutate(), isStarting: isPending }
}
