/** Buttons to withdraw a clip from review and to delete a draft. */
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useToast } from '#ui/toast.tsx'

import { deleteDraft, takeDraftBack } from '../drafts-contract.ts'

type DraftActionProps = {
  clip: { id: number; name: string }
  /** For lists, where there is little room. */
  isSmall?: boolean
  /** Called when the clip has changed, or the action came too late. */
  onChanged: () => Promise<void>
}

const FALLBACK = 'Something went wrong.'

export const WithdrawButton = ({ clip: { id, name }, isSmall = false, onChanged }: DraftActionProps) => {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const withdraw = async () => {
    setBusy(true)
    try {
      await call(takeDraftBack, { params: { id: String(id) } })
      toast(`“${name}” is yours again: our editors no longer see it.`, { kind: 'success' })
    } catch (error) {
      toast(toUserMessage(error, FALLBACK), { kind: 'danger' })
    }
    await onChanged()
    setBusy(false)
  }
  return (
    <Button size="sm" busy={busy && 'Taking back…'} onClick={() => void withdraw()}>
      {isSmall ? (
        <span>
          Take back<span className="visually-hidden"> {name}</span>
        </span>
      ) : (
        'Take it back'
      )}
    </Button>
  )
}

export const DeleteDraftButton = ({
  clip: { id, name },
  isSmall = false,
  onChanged,
  onDeleted,
}: DraftActionProps & { onDeleted?: () => Promise<void> }) => {
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const openDialog = () => {
    setProblem(undefined)
    setOpen(true)
  }
  const remove = async () => {
    setBusy(true)
    try {
      await call(deleteDraft, { params: { id: String(id) } })
      setOpen(false)
      toast(`“${name}” is deleted.`, { kind: 'success' })
      await (onDeleted ?? onChanged)()
    } catch (error) {
      setProblem(toUserMessage(error, FALLBACK))
      await onChanged()
    }
    setBusy(false)
  }
  return (
    <>
      {isSmall ? (
        <IconButton icon={Trash2} label={`Delete ${name}`} onClick={openDialog} />
      ) : (
        <Button kind="quiet" onClick={openDialog}>
          Delete this draft
        </Button>
      )}
      {isOpen && (
        <Dialog
          open
          size="sm"
          onClose={() => setOpen(false)}
          title={`Delete “${name}”?`}
          description="Its master, its pictures and its description are deleted for good. You can upload the file again."
          footer={
            <>
              <Button kind="quiet" size="lg" onClick={() => setOpen(false)}>
                Keep it
              </Button>
              <Button kind="danger" size="lg" busy={busy && 'Deleting…'} onClick={() => void remove()}>
                Delete it
              </Button>
            </>
          }
        >
          {problem !== undefined && <Banner kind="danger">{problem}</Banner>}
        </Dialog>
      )}
    </>
  )
}
