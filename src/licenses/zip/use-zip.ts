import { useMutation } from '@tanstack/react-query'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { useToast } from '#ui/toast.tsx'

import { isAbortError, useUntilReady } from '../use-until-ready.ts'
import { zipFiles, zipOrder, type ZipFile, type ZipLink } from './contract.ts'

/** Single files, or all files of an order by its number. */
export type ZipRequest = { files: readonly ZipFile[] } | { order: string }

const requestZip = (request: ZipRequest): Promise<{ data: ZipLink }> =>
  'order' in request
    ? call(zipOrder, { params: { id: request.order } })
    : call(zipFiles, {
        body: { files: request.files.map(({ clip_id, format_id }) => ({ clip_id, format_id })) },
      })

/** Requests a short-lived URL of a zip and sends the browser there, which saves the zip while it arrives. */
export const useZip = () => {
  const toast = useToast()
  const { waitUntilReady, busy } = useUntilReady()
  const { mutate, isPending } = useMutation({
    mutationFn: (request: ZipRequest) => waitUntilReady(() => requestZip(request)),
    onSuccess: ({ data: { url, skipped } }) => {
      location.assign(url)
      if (skipped.length > 0) toast(formatLeftOut(skipped))
    },
    onError: error =>
      !isAbortError(error) &&
      toast(error instanceof Refusal ? error.message : 'The download could not start. Please try again.', {
        kind: 'danger',
      }),
  })
  return { zip: mutate, busy: isPending && busy }
}

const formatLeftOut = (files: readonly { clip_id: number; why: string }[]) => {
  const [first] = files
  return files.length === 1
    ? `Clip ${first?.clip_id} is not in the zip: ${first?.why}`
    : `${files.length} files are not in the zip. The first, of clip ${first?.clip_id}: ${first?.why}`
}
