/** What can become of clips: with a reason where their filmmaker is told one. */
import { lazy, Suspense, useState } from 'react'

import { clipMoves, type ClipMove } from '#catalog/review.ts'
import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { ClipUses } from '../../parts/clip-uses.tsx'
import { moveStaffClips } from '../contract.ts'
import { moveWords } from './move-words.ts'

const ReasonDialog = lazy(() => import('../../parts/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

type Props = {
  ids: readonly number[]
  moves: readonly ClipMove[]
  /** Its name, or how many. */
  title: string
  /** The room asks anew; answers when it has. */
  onChanged: (moved: readonly number[]) => Promise<void>
}

export const MoveButtons = ({ ids, moves, title, onChanged }: Props) => {
  const toast = useToast()
  const [asked, setAsked] = useState<ClipMove>()
  const [busy, setBusy] = useState<ClipMove>()

  const carryOut = async (move: ClipMove, reason: string) => {
    const { data } = await call(moveStaffClips, { body: { clip_ids: [...ids], move, reason } })
    const { moved, left } = data
    await onChanged(moved)
    const [first] = left
    if (moved.length > 0)
      toast(`${moved.length === 1 ? '1 clip is' : `${moved.length} clips are`} ${moveWords[move].done}.`, {
        kind: 'success',
      })
    if (moved.length + left.length < ids.length) toast('What is gone was deleted by its filmmaker.', { kind: 'danger' })
    if (first)
      toast(
        `${left.length === 1 ? `“${first.name}” stays as it was` : `${left.length} clips stay as they were`}: ${first.text}`,
        {
          kind: 'danger',
        },
      )
  }
  const press = async (move: ClipMove) => {
    if (clipMoves[move].needs_reason) return setAsked(move)
    setBusy(move)
    try {
      await carryOut(move, '')
    } catch (error) {
      toast(firstText(error, 'Something went wrong.'), { kind: 'danger' })
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <>
      {moves.map((move, i) => (
        <Button
          key={move}
          kind={'danger' in moveWords[move] ? 'danger' : i === 0 ? 'primary' : 'secondary'}
          busy={busy === move && moveWords[move].busy}
          onClick={() => void press(move)}
        >
          {moveWords[move].label}
        </Button>
      ))}
      <Suspense>
        {asked && (
          <ReasonDialog
            title={`${moveWords[asked].label} ${title}`}
            what={moveWords[asked].what}
            confirm={moveWords[asked].label}
            busy={moveWords[asked].busy}
            danger
            hint="For its filmmaker, and our own log."
            onClose={() => setAsked(undefined)}
            onConfirm={reason => carryOut(asked, reason)}
          >
            {asked === 'withdraw' && <ClipUses query={{ ids: ids.join(',') }} />}
          </ReasonDialog>
        )}
      </Suspense>
    </>
  )
}
