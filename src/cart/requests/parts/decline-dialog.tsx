/** Declining a request, with the reason that whoever asked reads. Load it lazily. */
import { call } from '#platform/call.ts'
import { WordsDialog } from '#ui/words-dialog.tsx'

import { DeclineBody, declineRequest, type PurchaseRequest } from '../contract.ts'

type DeclineDialogProps = { request: PurchaseRequest; onClose: () => void; onDone: () => void }

export const DeclineDialog = ({ request, onClose, onDone }: DeclineDialogProps) => (
  <WordsDialog
    title="Decline this request?"
    description={`${request.requested_by.name} is told by mail, and can put the clips back in their cart.`}
    shape={DeclineBody}
    field="answer"
    label="Why"
    rows={3}
    maxLength={1000}
    confirm="Decline"
    busy="Sending…"
    danger
    onClose={onClose}
    onConfirm={async answer => {
      await call(declineRequest, { params: { id: String(request.id) }, body: { answer } })
      onDone()
    }}
  />
)
