import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#platform/http/call.ts'
import { callKey } from '#platform/http/query.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { getSession } from '../contract.ts'
import { keepAccount } from './contract.ts'

/** Cancels a scheduled deletion and refreshes whatever shows it. */
export const KeepAccountButton = ({ onCanceled = async () => {} }: { onCanceled?: () => Promise<void> }) => {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const cancelDeletion = async () => {
    setIsBusy(true)
    try {
      await call(keepAccount, {})
      toast('Your account stays.', { kind: 'success' })
      await Promise.all([client.invalidateQueries({ queryKey: callKey(getSession, {}) }), onCanceled()])
    } catch {
      toast('Something went wrong.', { kind: 'danger' })
      setIsBusy(false)
    }
  }
  return (
    <Button size="sm" busy={isBusy && 'One moment…'} onClick={() => void cancelDeletion()}>
      Keep my account
    </Button>
  )
}
