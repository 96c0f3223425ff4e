/** A searchable list for many options, such as countries. Load it lazily; it adds 48 kB gzipped. */
import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { use, type Ref } from 'react'

import { cx } from './cx.ts'
import { Field, type FieldBaseProps } from './field.tsx'
import { InDialog } from './in-dialog.ts'

import styles from './combobox.module.css'
import control from './field.module.css'
import popup from './popup.module.css'

export type ComboboxItem = { value: string; label: string }

type ComboboxFieldProps = FieldBaseProps & {
  items: readonly ComboboxItem[]
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  /** Submits the value with a native form. */
  name?: string
  placeholder?: string
  /** Shown when nothing matches. */
  emptyText?: string
  autoComplete?: string
  disabled?: boolean
  id?: string
  className?: string
  ref?: Ref<HTMLInputElement>
}

export const ComboboxField = ({
  label,
  hint,
  error,
  optional,
  labelHidden,
  items,
  value,
  onChange,
  onBlur,
  name,
  placeholder,
  emptyText = 'Nothing matches.',
  autoComplete,
  disabled,
  id,
  className,
  ref,
}: ComboboxFieldProps) => {
  const inDialog = use(InDialog)
  return (
    <Base.Root
      items={items}
      value={items.find(item => item.value === value) ?? null}
      onValueChange={item => onChange(item?.value ?? null)}
      name={name}
      autoComplete={autoComplete}
      disabled={disabled}
      autoHighlight
    >
      <Field {...{ label, hint, error, optional, labelHidden, id, className }}>
        {ids => (
          <div className={control['with-button']}>
            <Base.Input {...ids} ref={ref} placeholder={placeholder} onBlur={onBlur} className={control.control} />
            <Base.Trigger className={styles.trigger} aria-label="Show all" tabIndex={-1}>
              <ChevronsUpDown aria-hidden="true" />
            </Base.Trigger>
          </div>
        )}
      </Field>
      <Base.Portal>
        <Base.Positioner className={popup.positioner} sideOffset={4} collisionPadding={8}>
          <Base.Popup className={cx(popup.popup, inDialog && popup['in-dialog'], styles.list)}>
            <Base.Empty className={styles.empty}>{emptyText}</Base.Empty>
            <Base.List>
              {(item: ComboboxItem) => (
                <Base.Item key={item.value} value={item} className={cx(popup.item, styles.item)}>
                  <span>{item.label}</span>
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
