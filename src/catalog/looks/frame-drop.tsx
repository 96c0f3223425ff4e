/** Takes a picture by choosing, dropping or pasting, and leads to the clips that look like it. */
import { ImageUp } from 'lucide-react'
import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
import { useNavigate } from 'react-router'

import { messageOf } from '#platform/message.ts'

import { framePath } from './look-path.ts'
import { sendFile } from './send-frame.ts'

import styles from './frame-drop.module.css'

type State = { is: 'idle' } | { is: 'sending' } | { is: 'failed'; why: string }

const pictureIn = (files: FileList | undefined) => [...(files ?? [])].find(file => file.type.startsWith('image/'))

export const FrameDrop = () => {
  const navigate = useNavigate()
  const field = useId()
  const [state, setState] = useState<State>({ is: 'idle' })
  const [over, setOver] = useState(false)

  const look = async (file: Blob | undefined) => {
    if (!file) return setState({ is: 'failed', why: 'That is no picture. Please choose a JPEG, PNG, WebP or AVIF.' })
    setState({ is: 'sending' })
    try {
      const code = await sendFile(file)
      await navigate(framePath(code), { preventScrollReset: true })
      setState({ is: 'idle' })
    } catch (error) {
      setState({ is: 'failed', why: messageOf(error) })
    }
  }
  usePaste(file => void look(file))

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void look(pictureIn(event.dataTransfer.files))
  }

  return (
    <div
      className={styles.drop}
      data-over={over}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <label htmlFor={field} className={styles.label}>
        <ImageUp aria-hidden="true" />
        <span>
          <strong>{state.is === 'sending' ? 'Looking at it…' : 'Choose a picture'}</strong>
          <span>or drop or paste one here</span>
        </span>
      </label>
      <input
        id={field}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/heic"
        className={styles.field}
        disabled={state.is === 'sending'}
        onChange={event => {
          const [file] = event.target.files ?? []
          // The same file may be chosen again after an error.
          event.target.value = ''
          if (file) void look(file)
        }}
      />
      <p className={styles.promise}>Only its colors and shapes are read. The picture itself is not kept.</p>
      {state.is === 'failed' && (
        <p role="alert" className={styles.error}>
          {state.why}
        </p>
      )}
    </div>
  )
}

/** A picture from the clipboard, wherever on the page the focus is. */
const usePaste = (take: (file: Blob) => void) => {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = pictureIn(event.clipboardData?.files)
      if (!file) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
