import { useEffect, useState } from 'react'

import { call } from '#platform/call.ts'
import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { copyInviteLink } from '../team-contract.ts'
import type { TaskProps } from './task-dialog.tsx'

/** Shows the link, which is made anew each time, and copies it: some browsers copy only by a press of their own. */
export const CopyLink = ({ member, onClose }: TaskProps) => {
  const toast = useToast()
  const [link, setLink] = useState('')
  const [refused, setRefused] = useState<string>()
  useEffect(() => {
    let isGone = false
    call(copyInviteLink, { params: { id: String(member.id) } }).then(
      ({ data }) => !isGone && setLink(data.link),
      (error: unknown) => !isGone && setRefused(error instanceof Refusal ? error.message : 'Something went wrong.'),
    )
    return () => {
      isGone = true
    }
  }, [member.id])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast('Link copied.', { kind: 'success' })
      onClose()
    } catch {
      toast('Your browser did not let us copy. Please copy the link from the field.', { kind: 'danger' })
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Copy link"
      description={`It works once, and only for ${member.email}.`}
      size="sm"
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" size="lg" disabled={!link} onClick={() => void copy()}>
            Copy link
          </Button>
        </>
      }
    >
      {refused ? (
        <Banner kind="danger">{refused}</Banner>
      ) : (
        <TextField
          label="Invitation link"
          readOnly
          value={link}
          placeholder="Making a link…"
          onFocus={({ target }) => target.select()}
        />
      )}
    </Dialog>
  )
}
