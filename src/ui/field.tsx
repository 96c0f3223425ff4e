/** The frame of every form control: label above, hint and error below, wired to the control by ids. */
import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import { cx } from './cx.ts'

import styles from './field.module.css'

export type FieldFrame = {
  label: ReactNode
  /** Shown under the control until an error takes its place. */
  hint?: ReactNode
  /** What is wrong and what to do, in a sentence. */
  error?: string | null | false
  /** Says "optional" beside the label. */
  optional?: boolean
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean
}

/** Spread these on the control. */
export type ControlIds = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = FieldFrame & {
  id?: string
  className?: string
  children: (control: ControlIds) => ReactNode
}

export const Field = ({ label, hint, error, optional, labelHidden, id, className, children }: FieldProps) => {
  const made = useId()
  const control = id ?? made
  const note = error ? `${control}-error` : hint ? `${control}-hint` : undefined
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={control} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
        {optional ? <span className={styles.optional}> optional</span> : null}
      </label>
      {children({ id: control, 'aria-describedby': note, 'aria-invalid': error ? true : undefined })}
      <FieldNote id={note} hint={hint} error={error} />
    </div>
  )
}

/** The line under a control: its error, else its hint, else nothing. */
export const FieldNote = ({ id, hint, error }: { id?: string } & Pick<FieldFrame, 'hint' | 'error'>) => {
  if (error)
    return (
      <p id={id} className={styles.error} role="alert">
        <CircleAlert aria-hidden="true" />
        <span>{error}</span>
      </p>
    )
  return hint ? (
    <p id={id} className={styles.hint}>
      {hint}
    </p>
  ) : null
}
