/** Asks before something that cannot be undone. Load it lazily with the dialog. */
import { useRef, type ReactNode } from 'react'

import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  /** What will happen, in a sentence. */
  children?: ReactNode
  /** The verb on the button: "Remove license". */
  confirm: string
  cancel?: string
  /** Red instead of amber. */
  danger?: boolean
  /** While it happens: "Removing…". */
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
  // The safe answer has the focus, so that Enter by accident does no harm.
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      description={children}
      size="sm"
      keep
      initialFocus={safe}
      footer={
        <>
          <Button ref={safe} kind="quiet" size="lg" onClick={onCancel}>
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
