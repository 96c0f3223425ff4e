/** The wrapper of every form control: label above, hint and error below, linked to the control by ids. */
import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import { cx } from './cx.ts'

import styles from './field.module.css'

export type FieldBaseProps = {
  label: ReactNode
  /** Shown under the control until an error replaces it. */
  hint?: ReactNode
  /** A sentence that says what is wrong and what to do. */
  error?: string | null | false
  /** Shows "optional" next to the label. */
  optional?: boolean
  /** Shows the label to screen readers only. */
  labelHidden?: boolean
}

/** Spread these on the control. */
export type ControlIds = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = FieldBaseProps & {
  id?: string
  className?: string
  children: (control: ControlIds) => ReactNode
}

export const Field = ({ label, hint, error, optional, labelHidden, id, className, children }: FieldProps) => {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const noteId = error ? `${controlId}-error` : hint ? `${controlId}-hint` : undefined
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={controlId} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
        {optional ? <span className={styles.optional}> optional</span> : null}
      </label>
      {children({ id: controlId, 'aria-describedby': noteId, 'aria-invalid': error ? true : undefined })}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  )
}

/** The line under a control: its error, or else its hint. */
export const FieldNote = ({ id, hint, error }: { id?: string } & Pick<FieldBaseProps, 'hint' | 'error'>) => {
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
