import { useState } from 'react'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToast } from '#ui/toast.tsx'

import { methodName } from '../method-name.ts'
import { deleteMethod, type PaymentMethod } from '../methods-contract.ts'

type DeleteMethodProps = { method: PaymentMethod; onClose: () => void; onChanged: () => Promise<void> }

export const DeleteMethod = ({ method, onClose, onChanged }: DeleteMethodProps) => {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const name = methodName(method)
  const remove = async () => {
    setBusy(true)
    try {
      await call(deleteMethod, { params: { id: String(method.id) } })
      toast(`${name} was deleted.`, { kind: 'success' })
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
    }
    await onChanged()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      confirm="Delete"
      danger
      busy={isBusy && 'Deleting…'}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      It is deleted here and at our payment provider. Orders that were paid with it stay as they are.
    </ConfirmDialog>
  )
}
