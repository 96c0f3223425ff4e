/** Declining a quote, with a word for the sales team. Load it lazily. */
import { call } from '#platform/call.ts'
import { WordsDialog } from '#ui/words-dialog.tsx'

import { DeclineBody, declineQuote } from '../contract.ts'

type DeclineDialogProps = { number: string; onClose: () => void; onDone: () => void }

export const DeclineDialog = ({ number, onClose, onDone }: DeclineDialogProps) => (
  <WordsDialog
    title="Decline this quote?"
    description="Nobody can pay it then. We read why, and can make you a new one."
    shape={DeclineBody}
    field="reason"
    label="Reason"
    rows={3}
    maxLength={1000}
    confirm="Decline"
    busy="Sending…"
    danger
    onClose={onClose}
    onConfirm={async reason => {
      await call(declineQuote, { params: { number }, body: { reason } })
      onDone()
    }}
  />
)
