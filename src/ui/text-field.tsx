/** One-line text, long text and password, each in the frame of `field.tsx`; native props and `register(…)` pass through. */
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'

import { cx } from './cx.ts'
import { Field, type FieldFrame } from './field.tsx'
import { IconButton } from './icon-button.tsx'

import styles from './field.module.css'

type Dense = {
  /** 36 instead of 46 pixels high. */
  dense?: boolean
}

export type TextFieldProps = ComponentProps<'input'> & FieldFrame & Dense

export const TextField = ({
  label,
  hint,
  error,
  optional,
  labelHidden,
  dense,
  id,
  className,
  ...props
}: TextFieldProps) => (
  <Field {...{ label, hint, error, optional, labelHidden, id, className }}>
    {control => <input {...props} {...control} className={cx(styles.control, dense && styles.dense)} />}
  </Field>
)

export const TextArea = ({
  label,
  hint,
  error,
  optional,
  labelHidden,
  id,
  className,
  ...props
}: ComponentProps<'textarea'> & FieldFrame) => (
  <Field {...{ label, hint, error, optional, labelHidden, id, className }}>
    {control => <textarea rows={3} {...props} {...control} className={styles.control} />}
  </Field>
)

/** `autoComplete` should be `current-password` or `new-password`. */
export const PasswordField = ({
  label,
  hint,
  error,
  optional,
  labelHidden,
  dense,
  id,
  className,
  ...props
}: Omit<TextFieldProps, 'type'>) => {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, hint, error, optional, labelHidden, id, className }}>
      {control => (
        <div className={styles['with-button']}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...props}
            {...control}
            type={shown ? 'text' : 'password'}
            className={cx(styles.control, dense && styles.dense)}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? 'Hide password' : 'Show password'}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}
