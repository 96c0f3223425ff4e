import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#platform/call.ts'
import { callKey } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { getSession } from '../contract.ts'
import { keepAccount } from './contract.ts'

/** Takes a deletion back, and whatever told of it with it. */
export const KeepAccountButton = ({ onKept = async () => {} }: { onKept?: () => Promise<void> }) => {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const keep = async () => {
    setIsBusy(true)
    try {
      await call(keepAccount, {})
      toast('Your account stays.', { kind: 'success' })
      await Promise.all([client.invalidateQueries({ queryKey: callKey(getSession, {}) }), onKept()])
    } catch {
      toast('Something went wrong.', { kind: 'danger' })
      setIsBusy(false)
    }
  }
  return (
    <Button size="sm" busy={isBusy && 'One moment…'} onClick={() => void keep()}>
      Keep my account
    </Button>
  )
}
