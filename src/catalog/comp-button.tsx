/** Downloads a clip’s comp. Guests log in first and then return. */
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { downloadComp } from './comp-contract.ts'
import { clipPath } from './paths.ts'

export const CompButton = ({ clip }: { clip: { id: number; slug: string } }) => {
  const toast = useToast()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(downloadComp, { params: { id: String(clip.id) } }),
    onSuccess: ({ data }) => location.assign(data.url),
    onError: error => {
      if (error instanceof Refusal && error.status === 401)
        return navigate(`/login?${new URLSearchParams({ next: clipPath(clip) })}`)
      return toast(error instanceof Refusal ? error.message : 'The download could not start. Please try again.', {
        kind: 'danger',
      })
    },
  })
  return (
    <Button size="lg" aria-label="Download comp" busy={isPending && 'Preparing…'} onClick={() => mutate()}>
      <Download aria-hidden />
      Comp
    </Button>
  )
}
