/** The field for a profile photo or a workspace logo: picks a file, crops it to a square and uploads it. */
import { lazy, Suspense, useId, useRef, useState } from 'react'

import { messageOf } from '#platform/http/error-message.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'

import { findAvatarProblem, avatarProblems, type AvatarProblem } from './avatar-file.ts'
import { useMasqueradeNotice } from './masquerade-guard.tsx'

import css from './avatar-field.module.css'

const CropDialog = lazy(() => import('#ui/crop/crop-dialog.tsx').then(part => ({ default: part.CropDialog })))

type AvatarFieldProps = {
  kind: 'person' | 'workspace'
  name: string
  /** The current image. */
  url: string | null
  /** Uploads and saves the cropped image. The field shows the message of any error that it throws. */
  onCropped: (picture: Blob) => Promise<void>
  /** Without it, the image cannot be removed. */
  onRemove?: (() => Promise<void>) | undefined
}

export const AvatarField = ({ kind, name, url, onCropped, onRemove }: AvatarFieldProps) => {
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [busy, setBusy] = useState<'send' | 'remove'>()
  const [problem, setProblem] = useState<AvatarProblem>()
  const masqueradeNotice = useMasqueradeNotice()
  const noun = kind === 'person' ? 'photo' : 'logo'

  const pick = (picked: File | undefined) => {
    if (!picked) return
    const fileProblem = findAvatarProblem(picked)
    setProblem(fileProblem)
    if (!fileProblem) setFile(picked)
  }
  const run = async (kind: 'send' | 'remove', work: () => Promise<void>) => {
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
            aria-describedby={noteId}
            disabled={masqueradeNotice !== undefined}
            busy={busy === 'send' && 'Uploading…'}
            onClick={() => input.current?.click()}
          >
            {url ? `Change ${noun}` : `Upload ${noun}`}
          </Button>
          {url && onRemove && (
            <Button
              kind="quiet"
              disabled={masqueradeNotice !== undefined}
              busy={busy === 'remove' && 'Removing…'}
              onClick={() => void run('remove', onRemove)}
            >
              Remove
            </Button>
          )}
        </div>
        <div id={noteId} className={css.note}>
          {problem ? (
            <div role="alert" className={css.problem}>
              <p>{problem.title}</p>
              {problem.detail && <p>{problem.detail}</p>}
            </div>
          ) : (
            <p>{masqueradeNotice ?? 'JPEG, PNG or GIF, up to 25 MB.'}</p>
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
          const [picked] = target.files ?? []
          // Clear the input so that the same file can be picked again.
          target.value = ''
          pick(picked)
        }}
      />
      {file && (
        <Suspense fallback={null}>
          <CropDialog
            picture={file}
            shape={kind === 'person' ? 'circle' : 'square'}
            onBack={() => setFile(undefined)}
            onCrop={picture => {
              setFile(undefined)
              void run('send', () => onCropped(picture))
            }}
            onUnusable={reason => {
              setFile(undefined)
              setProblem(avatarProblems[reason])
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
