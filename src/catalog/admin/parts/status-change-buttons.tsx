/** Buttons that change the status of clips, with a reason dialog where the filmmaker is notified. */
import { lazy, Suspense, useState } from 'react'

import { call } from '#platform/http/call.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { type ClipStatusChange, clipStatusChanges } from '../../review.ts'
import { ClipUses } from '../clip-uses.tsx'
import { changeClipStatuses } from '../contract.ts'

/** Texts of the buttons and dialogs for each status change. */
type StatusChangeLabels = {
  label: string
  busy: string
  /** The effect in one sentence. */
  effect: string
  /** Completes a sentence such as "3 clips are published." */
  done: string
  danger?: true
}

const statusChangeLabels: Record<ClipStatusChange, StatusChangeLabels> = {
  publish: { label: 'Publish', busy: 'Publishing…', effect: 'Buyers find and license it at once.', done: 'published' },
  send_back: {
    label: 'Send back',
    busy: 'Sending back…',
    effect: 'It is a draft again; its filmmaker reads your reason.',
    done: 'sent back',
  },
  review: {
    label: 'Put in review',
    busy: 'Putting in review…',
    effect: 'It returns to our review queue.',
    done: 'in review',
  },
  withdraw: {
    label: 'Withdraw',
    busy: 'Withdrawing…',
    effect: 'It leaves the search and every cart, with a notice. Existing licenses stay valid.',
    done: 'withdrawn',
    danger: true,
  },
  bring_back: {
    label: 'Bring back',
    busy: 'Bringing back…',
    effect: 'It returns to the search and is for sale again.',
    done: 'published again',
  },
}

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

type StatusChangeButtonsProps = {
  ids: readonly number[]
  changes: readonly ClipStatusChange[]
  /** The clip's name, or the number of clips. */
  title: string
  /** Reloads the list. Resolves when it has. */
  onChanged: (moved: readonly number[]) => Promise<void>
}

export const StatusChangeButtons = ({ ids, changes, title, onChanged }: StatusChangeButtonsProps) => {
  const toast = useToast()
  const [pendingChange, setPendingChange] = useState<ClipStatusChange>()
  const [busyChange, setBusyChange] = useState<ClipStatusChange>()

  const applyChange = async (change: ClipStatusChange, reason: string) => {
    const { data } = await call(changeClipStatuses, { body: { clip_ids: [...ids], move: change, reason } })
    const { moved, left } = data
    await onChanged(moved)
    const [firstLeft] = left
    if (moved.length > 0)
      toast(`${moved.length === 1 ? '1 clip is' : `${moved.length} clips are`} ${statusChangeLabels[change].done}.`, {
        kind: 'success',
      })
    if (moved.length + left.length < ids.length)
      toast('Missing clips were deleted by their filmmaker.', { kind: 'danger' })
    if (firstLeft)
      toast(
        `${left.length === 1 ? `“${firstLeft.name}” stays as it was` : `${left.length} clips stay as they were`}: ${firstLeft.text}`,
        {
          kind: 'danger',
        },
      )
  }
  const onPress = async (change: ClipStatusChange) => {
    if (clipStatusChanges[change].needs_reason) return setPendingChange(change)
    setBusyChange(change)
    try {
      await applyChange(change, '')
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    } finally {
      setBusyChange(undefined)
    }
  }
  return (
    <>
      {changes.map((change, i) => (
        <Button
          key={change}
          kind={'danger' in statusChangeLabels[change] ? 'danger' : i === 0 ? 'primary' : 'secondary'}
          busy={busyChange === change && statusChangeLabels[change].busy}
          onClick={() => void onPress(change)}
        >
          {statusChangeLabels[change].label}
        </Button>
      ))}
      <Suspense>
        {pendingChange && (
          <ReasonDialog
            title={`${statusChangeLabels[pendingChange].label} ${title}`}
            what={statusChangeLabels[pendingChange].effect}
            confirm={statusChangeLabels[pendingChange].label}
            busy={statusChangeLabels[pendingChange].busy}
            danger
            hint="The filmmaker reads it, and it is stored in the audit log."
            onClose={() => setPendingChange(undefined)}
            onConfirm={reason => applyChange(pendingChange, reason)}
          >
            {pendingChange === 'withdraw' && <ClipUses query={{ ids: ids.join(',') }} />}
          </ReasonDialog>
        )}
      </Suspense>
    </>
  )
}
