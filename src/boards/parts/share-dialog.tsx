/** The dialog with the share link of a board: create, copy, end. Load it lazily, like every dialog. */
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { useMasqueradeNotice } from '#accounts/masquerade-guard.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import type { Board } from '../contract.ts'
import { useShare, useUnshare } from '../use-boards.ts'

import styles from './share-dialog.module.css'

type ShareDialogProps = { board: Board; open: boolean; onClose: () => void }

export const ShareDialog = ({ board, open, onClose }: ShareDialogProps) => {
  const share = useShare()
  const unshare = useUnshare()
  const link = share.data?.data
  const disabledReason = useMasqueradeNotice()
  const shouldLoadLink = open && board.is_shared && share.isIdle && disabledReason === undefined
  // There is no link yet, or it could not be loaded: offer a button.
  const canRequestLink = !board.is_shared || share.isError
  const { mutate, reset } = share

  // Loading an existing link also extends it.
  useEffect(() => {
    if (shouldLoadLink) mutate(board)
  }, [shouldLoadLink, mutate, board])

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Share this board"
      description="Anyone with the link can look at the board, without an account. Only you and those who run your workspace can change it."
      footer={
        link ? (
          <>
            <Button
              kind="quiet"
              size="lg"
              busy={unshare.isPending && 'Ending…'}
              onClick={() => unshare.mutate(board, { onSuccess: reset })}
            >
              Stop sharing
            </Button>
            <CopyButton url={link.url} />
          </>
        ) : (
          canRequestLink && (
            <Button
              kind="primary"
              size="lg"
              disabled={disabledReason !== undefined}
              busy={share.isPending && 'Creating…'}
              onClick={() => mutate(board)}
            >
              {board.is_shared ? 'Show the link' : 'Create link'}
            </Button>
          )
        )
      }
    >
      {disabledReason && <Banner>{disabledReason}</Banner>}
      {link ? (
        <TextField
          label="Link"
          readOnly
          value={link.url}
          onFocus={event => event.target.select()}
          hint={`It works until ${formatDate(link.expires_at)}, and longer each time you open this.`}
        />
      ) : !canRequestLink ? (
        <SkeletonText lines={2} />
      ) : (
        <p className={styles.note}>
          {board.is_shared
            ? 'There is a link, but it could not be fetched just now.'
            : 'There is no link yet. You can end it at any time.'}
        </p>
      )}
    </Dialog>
  )
}

const formatDate = (time: string) => new Date(time).toLocaleDateString('en-US', { dateStyle: 'long' })

const COPIED_MESSAGE_MS = 2_000

const CopyButton = ({ url }: { url: string }) => {
  const toast = useToast()
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
    } catch {
      toast('Your browser did not let us copy. Please select the link and copy it.', { kind: 'danger' })
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), COPIED_MESSAGE_MS)
  }
  return (
    <Button kind="primary" size="lg" onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span role="status">{isCopied ? 'Copied' : 'Copy link'}</span>
    </Button>
  )
}
