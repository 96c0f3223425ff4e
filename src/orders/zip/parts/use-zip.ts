import { useMutation } from '@tanstack/react-query'

import { call } from '#platform/call.ts'
import { Refusal } from '#platform/refusal.ts'
import { useToast } from '#ui/toast.tsx'

import { isLeft, useUntilReady } from '../../parts/use-until-ready.ts'
import { zipFiles, zipOrder, type ZipFile, type ZipLink } from '../contract.ts'

/** Files one by one, or all of an order by its number. */
export type Wanted = { files: readonly ZipFile[] } | { order: string }

const ask = (wanted: Wanted): Promise<{ data: ZipLink }> =>
  'order' in wanted
    ? call(zipOrder, { params: { id: wanted.order } })
    : call(zipFiles, {
        body: { files: wanted.files.map(({ clip_id, format_id }) => ({ clip_id, format_id })) },
      })

/** Asks for a short-lived address of a zip and sends the browser there, which saves it while it comes. */
export const useZip = () => {
  const toast = useToast()
  const { until, busy } = useUntilReady()
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: Wanted) => until(() => ask(wanted)),
    onSuccess: ({ data: { url, left_out } }) => {
      location.assign(url)
      if (left_out.length > 0) toast(leftOut(left_out))
    },
    onError: error =>
      !isLeft(error) &&
      toast(error instanceof Refusal ? error.message : 'The download could not start. Please try again.', {
        kind: 'danger',
      }),
  })
  return { zip: mutate, busy: isPending && busy }
}

const leftOut = (files: readonly { clip_id: number; why: string }[]) => {
  const [first] = files
  return files.length === 1
    ? `Clip ${first?.clip_id} is not in the zip: ${first?.why}`
    : `${files.length} files are not in the zip. The first, of clip ${first?.clip_id}: ${first?.why}`
}
