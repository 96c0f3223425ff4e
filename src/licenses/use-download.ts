import { useMutation } from '@tanstack/react-query'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { useToast } from '#ui/toast.tsx'

import { downloadClip } from './contract.ts'
import { isAbortError, useUntilReady } from './use-until-ready.ts'

/** Requests a short-lived URL of the file, which may have to be transcoded first, and sends the browser there. */
export const useDownload = (clip_id: number, format_id: number) => {
  const toast = useToast()
  const { waitUntilReady, busy } = useUntilReady()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      waitUntilReady(() => call(downloadClip, { params: { id: String(clip_id) }, body: { format_id } })),
    onSuccess: ({ data }) => location.assign(data.url),
    onError: error =>
      !isAbortError(error) &&
      toast(error instanceof Refusal ? error.message : 'The download could not start. Please try again.', {
        kind: 'danger',
      }),
  })
  return { download: () => mutate(), busy: isPending && busy }
}
