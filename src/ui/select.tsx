/** A select field: the browser's own <select>, with styled options where the browser supports that. */
import type { ComponentProps } from 'react'

import { cx } from './cx.ts'
import { Field, type FieldBaseProps } from './field.tsx'

import control from './field.module.css'
import styles from './select.module.css'

export type SelectFieldProps = ComponentProps<'select'> & FieldBaseProps & { dense?: boolean }

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
