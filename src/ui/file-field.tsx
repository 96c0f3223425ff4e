/** A file input with drag and drop. It shows the name of the selected file and a preview of a picture. */
import { Upload } from 'lucide-react'
import { useState } from 'react'

import { cx } from './cx.ts'
import { Field, type FieldBaseProps } from './field.tsx'

import styles from './file-field.module.css'

type FileFieldProps = FieldBaseProps & {
  /** The noun for the file, such as "picture" or "table". */
  noun: string
  accept: string
  /** The selected file, with details such as its size or upload progress. */
  chosen?: { name: string; about: string } | undefined
  /** The URL of a picture preview. */
  picture?: string | undefined
  /** Whether a file is being processed. Until it is done, no other file can be selected. */
  busy?: boolean
  className?: string
  onChoose: (file: File) => void
}

export const FileField = ({ noun, accept, chosen, picture, busy = false, onChoose, ...fieldProps }: FileFieldProps) => {
  const [isOver, setOver] = useState(false)
  return (
    <Field {...fieldProps}>
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
              <strong>{chosen || picture ? `Choose another ${noun}` : `Choose a ${noun}`}</strong> or drop it here
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
              // Reset the input, so that the same file can be selected again.
              currentTarget.value = ''
              if (file && !busy) onChoose(file)
            }}
          />
        </div>
      )}
    </Field>
  )
}
