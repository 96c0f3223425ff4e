import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'

import { useMasqueradeNotice } from '#accounts/masquerade-guard.tsx'
import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { removeMember } from '../team-contract.ts'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(part => ({ default: part.ConfirmDialog })))

/** Leaves the workspace. The user's personal workspace becomes the current one. */
export const LeaveWorkspace = ({ name }: { name: string }) => {
  const user = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [isConfirming, setIsConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const masqueradeNotice = useMasqueradeNotice()
  if (!user) return null
  const leave = async () => {
    setBusy(true)
    try {
      await call(removeMember, { params: { id: String(user.id) } })
      void client.invalidateQueries()
      await revalidate()
      toast(`You left ${name}.`)
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
    }
    setBusy(false)
    setIsConfirming(false)
  }
  return (
    <>
      <Button
        size="lg"
        disabled={masqueradeNotice !== undefined}
        title={masqueradeNotice}
        onClick={() => setIsConfirming(true)}
      >
        Leave workspace
      </Button>
      {isConfirming && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            title={`Leave ${name}?`}
            confirm="Leave workspace"
            danger
            busy={busy && 'Leaving…'}
            onConfirm={() => void leave()}
            onCancel={() => setIsConfirming(false)}
          >
            You continue in your personal workspace. To come back, you need another invitation.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
