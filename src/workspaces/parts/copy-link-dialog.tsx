import { useEffect, useState } from 'react'

import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { copyInviteLink } from '../team-contract.ts'
import type { MemberTaskProps } from './member-tasks.ts'

/** Creates a new link, shows it and copies it. Some browsers allow copying only after a click. */
export const CopyLinkDialog = ({ member, onClose }: MemberTaskProps) => {
  const toast = useToast()
  const [link, setLink] = useState('')
  const [error, setError] = useState<string>()
  useEffect(() => {
    let isUnmounted = false
    call(copyInviteLink, { params: { id: String(member.id) } }).then(
      ({ data }) => !isUnmounted && setLink(data.link),
      (reason: unknown) =>
        !isUnmounted && setError(reason instanceof Refusal ? reason.message : 'Something went wrong.'),
    )
    return () => {
      isUnmounted = true
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
      {error ? (
        <Banner kind="danger">{error}</Banner>
      ) : (
        <TextField
          label="Invitation link"
          readOnly
          value={link}
          placeholder="Creating a link…"
          onFocus={({ target }) => target.select()}
        />
      )}
    </Dialog>
  )
}
