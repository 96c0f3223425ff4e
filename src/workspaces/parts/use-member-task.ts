import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { Refusal } from '#platform/http/refusal.ts'
import { useToast } from '#ui/toast.tsx'

import type { MemberTaskProps } from './member-tasks.ts'

/** Runs a task of the team page: busy until it ends, then shows a toast and reloads the team. */
export const useMemberTask = ({ onClose, onChanged }: Pick<MemberTaskProps, 'onClose' | 'onChanged'>) => {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (operation: () => Promise<unknown>, successText: string) => {
    setIsBusy(true)
    try {
      await operation()
      void client.invalidateQueries()
      await onChanged()
      toast(successText, { kind: 'success' })
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
      // The team may be out of date, which is often the reason for the refusal.
      await onChanged()
    }
    onClose()
  }
  return { isBusy, run }
}
