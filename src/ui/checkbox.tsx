/** A checkbox with a label. */
import { useId, type ComponentProps, type ReactNode } from 'react'

import { cx } from './cx.ts'
import { FieldNote } from './field.tsx'

import styles from './checkbox.module.css'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** The label; it may contain links. */
  children: ReactNode
  hint?: ReactNode
  error?: string | null | false
}

export const Checkbox = ({ children, hint, error, className, ...props }: CheckboxProps) => {
  const note = `${useId()}-note`
  return (
    <div className={cx(styles.row, className)}>
      <label className={styles.label}>
        <input
          {...props}
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? note : undefined}
        />
        <span>{children}</span>
      </label>
      {error || hint ? (
        <div className={styles.note}>
          <FieldNote id={note} hint={hint} error={error} />
        </div>
      ) : null}
    </div>
  )
}
