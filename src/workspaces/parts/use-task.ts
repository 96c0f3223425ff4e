import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { Refusal } from '#platform/refusal.ts'
import { useToast } from '#ui/toast.tsx'

import type { TaskProps } from './task-dialog.tsx'

/** Does one thing about the team: busy while it lasts, then tells of it and shows the team anew. */
export const useTask = ({ onClose, onChanged }: Pick<TaskProps, 'onClose' | 'onChanged'>) => {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<unknown>, done: string) => {
    setIsBusy(true)
    try {
      await work()
      void client.invalidateQueries()
      await onChanged()
      toast(done, { kind: 'success' })
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
      // What was seen may be out of date: that is often why it was refused.
      await onChanged()
    }
    onClose()
  }
  return { isBusy, run }
}
