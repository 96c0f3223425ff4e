/** Choosing a picture of a person or a workspace: from the disk, cut to a square, sent to the image host. */
import { lazy, Suspense, useId, useRef, useState } from 'react'

import { messageOf } from '#platform/message.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'

import { problemOf, unusable, type AvatarProblem } from './avatar-file.ts'
import { useNotMine } from './own-hand.tsx'

import css from './avatar-field.module.css'

const CropDialog = lazy(() => import('#ui/crop/crop-dialog.tsx').then(part => ({ default: part.CropDialog })))

type AvatarFieldProps = {
  kind: 'person' | 'workspace'
  name: string
  /** What is shown now. */
  url: string | null
  /** Sends the square to the host and does with it what is to be done; what it throws is shown. */
  onCropped: (picture: Blob) => Promise<void>
  /** Without it nothing can be taken away. */
  onRemove?: (() => Promise<void>) | undefined
}

export const AvatarField = ({ kind, name, url, onCropped, onRemove }: AvatarFieldProps) => {
  const note = useId()
  const input = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<File>()
  const [busy, setBusy] = useState<'send' | 'remove'>()
  const [problem, setProblem] = useState<AvatarProblem>()
  const not_mine = useNotMine()
  const what = kind === 'person' ? 'photo' : 'logo'

  const pick = (file: File | undefined) => {
    if (!file) return
    const found = problemOf(file)
    setProblem(found)
    if (!found) setPicked(file)
  }
  const act = async (kind: 'send' | 'remove', work: () => Promise<void>) => {
    setProblem(undefined)
    setBusy(kind)
    try {
      await work()
    } catch (error) {
      setProblem({ title: messageOf(error) })
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <div className={css.field}>
      <Avatar name={name} url={url} kind={kind} size="lg" />
      <div className={css.side}>
        <div className={css.actions}>
          <Button
            aria-describedby={note}
            disabled={not_mine !== undefined}
            busy={busy === 'send' && 'Uploading…'}
            onClick={() => input.current?.click()}
          >
            {url ? `Change ${what}` : `Upload ${what}`}
          </Button>
          {url && onRemove && (
            <Button
              kind="quiet"
              disabled={not_mine !== undefined}
              busy={busy === 'remove' && 'Removing…'}
              onClick={() => void act('remove', onRemove)}
            >
              Remove
            </Button>
          )}
        </div>
        <div id={note} className={css.note}>
          {problem ? (
            <div role="alert" className={css.problem}>
              <p>{problem.title}</p>
              {problem.detail && <p>{problem.detail}</p>}
            </div>
          ) : (
            <p>{not_mine ?? 'JPEG, PNG or GIF, up to 25 MB.'}</p>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={kind === 'person' ? 'Photo' : 'Logo'}
        accept="image/jpeg,image/png,image/gif"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again.
          target.value = ''
          pick(file)
        }}
      />
      {picked && (
        <Suspense fallback={null}>
          <CropDialog
            picture={picked}
            shape={kind === 'person' ? 'circle' : 'square'}
            onBack={() => setPicked(undefined)}
            onCrop={picture => {
              setPicked(undefined)
              void act('send', () => onCropped(picture))
            }}
            onUnusable={why => {
              setPicked(undefined)
              setProblem(unusable[why])
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
