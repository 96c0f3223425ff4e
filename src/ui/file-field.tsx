/** Choosing a file, or dropping it: what was chosen stands there by its name, and a picture is seen. */
import { Upload } from 'lucide-react'
import { useState } from 'react'

import { cx } from './cx.ts'
import { Field, type FieldFrame } from './field.tsx'

import styles from './file-field.module.css'

type FileFieldProps = FieldFrame & {
  /** "picture", "table": what is chosen here. */
  what: string
  accept: string
  /** What is there, and more of it: its size, or that it is on its way. */
  chosen?: { name: string; about: string } | undefined
  /** The address of a picture of it. */
  picture?: string | undefined
  /** Nothing else can be chosen until it has gone. */
  busy?: boolean
  className?: string
  onChoose: (file: File) => void
}

export const FileField = ({ what, accept, chosen, picture, busy = false, onChoose, ...frame }: FileFieldProps) => {
  const [isOver, setOver] = useState(false)
  return (
    <Field {...frame}>
      {control => (
        <div className={cx(styles.drop, isOver && styles.over)} aria-busy={busy || undefined}>
          {picture ? <img src={picture} alt="" className={styles.picture} /> : <Upload aria-hidden strokeWidth={1.5} />}
          <p className={styles.words} aria-live="polite">
            {chosen && (
              <>
                <span className={styles.name}>{chosen.name}</span> <span className={styles.about}>{chosen.about}</span>
              </>
            )}
            <span className={styles.call}>
              <strong>{chosen || picture ? `Choose another ${what}` : `Choose a ${what}`}</strong> or drop it here
            </span>
          </p>
          <input
            {...control}
            type="file"
            accept={accept}
            className={styles.input}
            onClick={event => busy && event.preventDefault()}
            onDragEnter={() => setOver(true)}
            onDragLeave={() => setOver(false)}
            onDrop={() => setOver(false)}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              // The same file may be chosen again.
              currentTarget.value = ''
              if (file && !busy) onChoose(file)
            }}
          />
        </div>
      )}
    </Field>
  )
}
