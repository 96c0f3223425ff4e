/** Asks before news is handed on to everybody again, and whether its mails go out once more. */
import { useState } from 'react'

import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'

type Props = { name: string; onClose: () => void; onConfirm: (mails_again: boolean) => void }

export const ReplayDialog = ({ name, onClose, onConfirm }: Props) => {
  const [withMails, setWithMails] = useState(false)
  return (
    <Dialog
      open
      size="sm"
      title={`Hand ${name} on again?`}
      description="Everything that answers it runs once more. Orders and books stay right, and mails that went out are not sent twice."
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" size="lg" onClick={() => onConfirm(withMails)}>
            Hand on again
          </Button>
        </>
      }
    >
      <Checkbox
        checked={withMails}
        onChange={event => setWithMails(event.target.checked)}
        hint="Those about orders, invites and tickets are sent once in any case."
      >
        Send its mails once more
      </Checkbox>
    </Dialog>
  )
}
