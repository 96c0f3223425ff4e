/** Accepts a picture by file picker, drop or paste, and opens the clips that look like it. */
import { ImageUp } from 'lucide-react'
import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
import { useNavigate } from 'react-router'

import { frameSearchPath } from '#catalog/visual/visual-search-path.ts'
import { messageOf } from '#platform/http/error-message.ts'

import { formatNarrowing, type VisualNarrowing } from './narrowing.ts'
import { uploadFile } from './upload-frame.ts'

import styles from './frame-drop.module.css'

type FrameDropState = { status: 'idle' } | { status: 'sending' } | { status: 'failed'; message: string }

const findPicture = (files: FileList | undefined) => [...(files ?? [])].find(file => file.type.startsWith('image/'))

/** `narrowing`: what the clips match, too. */
export const FrameDrop = ({ narrowing }: { narrowing: VisualNarrowing }) => {
  const navigate = useNavigate()
  const fieldId = useId()
  const [state, setState] = useState<FrameDropState>({ status: 'idle' })
  const [isDragOver, setDragOver] = useState(false)

  const searchByPicture = async (file: Blob | undefined) => {
    if (!file)
      return setState({ status: 'failed', message: 'That is not a picture. Please choose a JPEG, PNG, WebP or AVIF.' })
    setState({ status: 'sending' })
    try {
      const { code, subject } = await uploadFile(file)
      await navigate(frameSearchPath(code, subject, formatNarrowing(narrowing)), { preventScrollReset: true })
      setState({ status: 'idle' })
    } catch (error) {
      setState({ status: 'failed', message: messageOf(error) })
    }
  }
  usePastedPicture(file => void searchByPicture(file))

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    void searchByPicture(findPicture(event.dataTransfer.files))
  }

  return (
    <div
      className={styles.drop}
      data-over={isDragOver}
      onDragOver={event => {
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={onDrop}
    >
      <label htmlFor={fieldId} className={styles.label}>
        <ImageUp aria-hidden="true" />
        <span>
          <strong>{state.status === 'sending' ? 'Analyzing…' : 'Choose a picture'}</strong>
          <span>or drop or paste one here</span>
        </span>
      </label>
      <input
        id={fieldId}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/heic"
        className={styles.field}
        disabled={state.status === 'sending'}
        onChange={event => {
          const [file] = event.target.files ?? []
          // Clearing the value lets the user select the same file again after an error.
          event.target.value = ''
          if (file) void searchByPicture(file)
        }}
      />
      <p className={styles.promise}>The picture is only used for this search. It is not stored.</p>
      {state.status === 'failed' && (
        <p role="alert" className={styles.error}>
          {state.message}
        </p>
      )}
    </div>
  )
}

/** Handles pictures pasted anywhere on the page. */
const usePastedPicture = (onPicture: (file: Blob) => void) => {
  const latest = useRef(onPicture)
  useEffect(() => {
    latest.current = onPicture
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = findPicture(event.clipboardData?.files)
      if (!file) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
