/** A choice from a list. It is the browser's own <select>, with our look for its list where the browser allows that. */
import type { ComponentProps } from 'react'

import { cx } from './cx.ts'
import { Field, type FieldFrame } from './field.tsx'

import control from './field.module.css'
import styles from './select.module.css'

export type SelectFieldProps = ComponentProps<'select'> & FieldFrame & { dense?: boolean }

export const SelectField = ({
  label,
  hint,
  error,
  optional,
  labelHidden,
  dense,
  id,
  className,
  ...props
}: SelectFieldProps) => (
  <Field {...{ label, hint, error, optional, labelHidden, id, className }}>
    {ids => <select {...props} {...ids} className={cx(control.control, styles.select, dense && control.dense)} />}
  </Field>
)
