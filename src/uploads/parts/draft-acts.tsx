/** What a filmmaker can take away again: a clip from the editors, or a draft for good. */
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useToast } from '#ui/toast.tsx'

import { deleteDraft, takeDraftBack } from '../drafts-contract.ts'

type Props = {
  clip: { id: number; name: string }
  /** In a list, where its row has little room. */
  isSmall?: boolean
  /** It is no more as it was: done, or the editors were first. */
  onChanged: () => Promise<void>
}

const fallback = 'Something went wrong.'

export const TakeBack = ({ clip: { id, name }, isSmall = false, onChanged }: Props) => {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const takeBack = async () => {
    setBusy(true)
    try {
      await call(takeDraftBack, { params: { id: String(id) } })
      toast(`“${name}” is yours again: our editors do not see it.`, { kind: 'success' })
    } catch (error) {
      toast(firstText(error, fallback), { kind: 'danger' })
    }
    await onChanged()
    setBusy(false)
  }
  return (
    <Button size="sm" busy={busy && 'Taking back…'} onClick={() => void takeBack()}>
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

export const DeleteDraft = ({
  clip: { id, name },
  isSmall = false,
  onChanged,
  onDeleted,
}: Props & { onDeleted?: () => Promise<void> }) => {
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const ask = () => {
    setProblem(undefined)
    setAsked(true)
  }
  const remove = async () => {
    setBusy(true)
    try {
      await call(deleteDraft, { params: { id: String(id) } })
      setAsked(false)
      toast(`“${name}” is deleted.`, { kind: 'success' })
      await (onDeleted ?? onChanged)()
    } catch (error) {
      setProblem(firstText(error, fallback))
      await onChanged()
    }
    setBusy(false)
  }
  return (
    <>
      {isSmall ? (
        <IconButton icon={Trash2} label={`Delete ${name}`} onClick={ask} />
      ) : (
        <Button kind="quiet" onClick={ask}>
          Delete this draft
        </Button>
      )}
      {isAsked && (
        <Dialog
          open
          size="sm"
          onClose={() => setAsked(false)}
          title={`Delete “${name}”?`}
          description="Its master, its pictures and all that you said of it are deleted for good. You can upload the file again."
          footer={
            <>
              <Button kind="quiet" size="lg" onClick={() => setAsked(false)}>
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
