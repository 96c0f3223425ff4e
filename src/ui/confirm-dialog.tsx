/** Confirms an action that cannot be undone. Load it lazily with the dialog. */
import { useRef, type ReactNode } from 'react'

import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  /** A sentence that says what will happen. */
  children?: ReactNode
  /** The verb on the button, such as "Remove license". */
  confirm: string
  cancel?: string
  /** Uses the danger style instead of the primary one. */
  danger?: boolean
  /** The label while the action runs, such as "Removing…". */
  busy?: string | false
  onConfirm: () => void
  onCancel: () => void
}

export const ConfirmDialog = ({
  open,
  title,
  children,
  confirm,
  cancel = 'Cancel',
  danger,
  busy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => {
  // The cancel button has the initial focus, so that an accidental Enter does no harm.
  const cancelButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      description={children}
      size="sm"
      persistent
      initialFocus={cancelButton}
      footer={
        <>
          <Button ref={cancelButton} kind="quiet" size="lg" onClick={onCancel}>
            {cancel}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} size="lg" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  )
}
