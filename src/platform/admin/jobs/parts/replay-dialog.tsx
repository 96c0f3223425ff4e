/** Asks before all reactions to an event run again, and whether to send its mails again. */
import { useState } from 'react'

import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'

type ReplayDialogProps = { name: string; onClose: () => void; onConfirm: (resend_mails: boolean) => void }

export const ReplayDialog = ({ name, onClose, onConfirm }: ReplayDialogProps) => {
  const [withMails, setWithMails] = useState(false)
  return (
    <Dialog
      open
      size="sm"
      title={`Replay ${name}?`}
      description="All reactions to this event run again. Orders and balances stay correct, and mails that were sent are not sent twice."
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" size="lg" onClick={() => onConfirm(withMails)}>
            Replay
          </Button>
        </>
      }
    >
      <Checkbox
        checked={withMails}
        onChange={event => setWithMails(event.target.checked)}
        hint="Mails about orders, invites and tickets are never sent twice."
      >
        Send its mails again
      </Checkbox>
    </Dialog>
  )
}
