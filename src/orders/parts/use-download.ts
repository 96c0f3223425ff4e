import { useMutation } from '@tanstack/react-query'

import { call } from '#platform/call.ts'
import { Refusal } from '#platform/refusal.ts'
import { useToast } from '#ui/toast.tsx'

import { downloadClip } from '../clips-contract.ts'
import { isLeft, useUntilReady } from './use-until-ready.ts'

/** Asks for a short-lived address of the file, which may have to be made first, and sends the browser there. */
export const useDownload = (clip_id: number, format_id: number) => {
  const toast = useToast()
  const { until, busy } = useUntilReady()
  const { mutate, isPending } = useMutation({
    mutationFn: () => until(() => call(downloadClip, { params: { id: String(clip_id) }, body: { format_id } })),
    onSuccess: ({ data }) => location.assign(data.url),
    onError: error =>
      !isLeft(error) &&
      toast(error instanceof Refusal ? error.message : 'The download could not start. Please try again.', {
        kind: 'danger',
      }),
  })
  return { download: () => mutate(), busy: isPending && busy }
}
