/** Downloads a clip’s comp. Guests log in first; back on the page, the download starts. */
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { downloadComp } from './comp-contract.ts'
import type { ClipDetail } from './contract.ts'
import { getShownMarks } from './shown-marks.ts'

/** The path of the clip whose comp a guest wanted: saved in this tab until they are back from the login. */
const PENDING_COMP_KEY = 'pending_comp'

export const CompButton = ({ clip }: { clip: Pick<ClipDetail, 'id' | 'tech'> }) => {
  const toast = useToast()
  const navigate = useNavigate()
  const isSignedIn = useSession() !== null
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(downloadComp, { params: { id: String(clip.id) }, body: getShownMarks(clip) ?? null }),
    onSuccess: ({ data }) => location.assign(data.url),
    onError: error => {
      if (error instanceof Refusal && error.status === 401) {
        const { pathname, search } = location
        sessionStorage.setItem(PENDING_COMP_KEY, pathname)
        return navigate(`/login?${new URLSearchParams({ next: pathname + search })}`)
      }
      return toast(error instanceof Refusal ? error.message : 'The download could not start. Please try again.', {
        kind: 'danger',
      })
    },
  })
  useEffect(() => {
    if (!isSignedIn || sessionStorage.getItem(PENDING_COMP_KEY) !== location.pathname) return
    sessionStorage.removeItem(PENDING_COMP_KEY)
    mutate()
  }, [isSignedIn, mutate])
  return (
    <Button size="lg" aria-label="Download comp" busy={isPending && 'Preparing…'} onClick={() => mutate()}>
      <Download aria-hidden />
      Comp
    </Button>
  )
}
