/** Text, multi-line and password fields in the wrapper of `field.tsx`. Native props and `register(…)` pass through. */
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'

import { cx } from './cx.ts'
import { Field, type FieldBaseProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'

import styles from './field.module.css'

type DenseProps = {
  /** 36 instead of 46 pixels high. */
  dense?: boolean
}

export type TextFieldProps = ComponentProps<'input'> & FieldBaseProps & DenseProps

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
}: ComponentProps<'textarea'> & FieldBaseProps) => (
  <Field {...{ label, hint, error, optional, labelHidden, id, className }}>
    {control => <textarea rows={3} {...props} {...control} className={styles.control} />}
  </Field>
)

/** Set `autoComplete` to `current-password` or `new-password`. */
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
  const [isShown, setIsShown] = useState(false)
  return (
    <Field {...{ label, hint, error, optional, labelHidden, id, className }}>
      {control => (
        <div className={styles['with-button']}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...props}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={cx(styles.control, dense && styles.dense)}
          />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={isShown ? 'Hide password' : 'Show password'}
            aria-controls={control.id}
            onClick={() => setIsShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}
