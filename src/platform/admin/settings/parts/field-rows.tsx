/** A list of rows of fields that can be added and removed, such as links or tax numbers. */
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '#ui/button.tsx'
import { FieldNote } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './field-rows.module.css'

type FieldRowsProps = {
  title: string
  /** What one row is, such as "link". */
  noun: string
  hint?: string
  /** The keys of the rows, in order. */
  keys: readonly string[]
  error?: string | undefined
  onAdd: () => void
  onRemove: (index: number) => void
  children: (index: number) => ReactNode
}

export const FieldRows = ({ title, noun, hint, keys, error, onAdd, onRemove, children }: FieldRowsProps) => (
  <fieldset className={css.rows}>
    <legend>{title}</legend>
    {keys.map((key, index) => (
      <div key={key} className={css.row}>
        <div className={adminPage.fields}>{children(index)}</div>
        <IconButton icon={X} label={`Remove ${noun} ${index + 1}`} onClick={() => onRemove(index)} />
      </div>
    ))}
    <FieldNote hint={hint} error={error} />
    <p>
      <Button kind="quiet" onClick={onAdd}>
        <Plus aria-hidden />
        Add a {noun}
      </Button>
    </p>
  </fieldset>
)
