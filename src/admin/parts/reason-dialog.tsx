/** Something that cannot be undone, or that has to be explained: asks for its reason, which stays in the log. Load it lazily. */
import { WordsDialog } from '#ui/words-dialog.tsx'

import { ReasonBody } from '../contract.ts'

type ReasonDialogProps = {
  title: string
  /** What happens, in a sentence. */
  what: string
  /** The verb on the button, and while it happens. */
  confirm: string
  busy: string
  danger?: boolean
  /** Who else reads it. */
  hint?: string
  onClose: () => void
  /** Throws the refusal. */
  onConfirm: (reason: string) => Promise<void>
}

export const ReasonDialog = ({ what, hint = 'For our own log.', onClose, onConfirm, ...words }: ReasonDialogProps) => (
  <WordsDialog
    {...words}
    description={what}
    shape={ReasonBody}
    field="reason"
    label="Reason"
    hint={hint}
    size="sm"
    onClose={onClose}
    onConfirm={async reason => {
      await onConfirm(reason)
      onClose()
    }}
  />
)
