/** A list of rows of fields that can be added and removed, such as links or tax numbers. */
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
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
  /** Given where the order matters. */
  onMove?: (from: number, to: number) => void
  /** The most rows that fit. */
  max?: number
  children: (index: number) => ReactNode
}

export const FieldRows = ({
  title,
  noun,
  hint,
  keys,
  error,
  onAdd,
  onRemove,
  onMove,
  max = Infinity,
  children,
}: FieldRowsProps) => (
  <fieldset className={css.rows}>
    <legend>{title}</legend>
    {keys.map((key, index) => (
      <div key={key} className={css.row}>
        <div className={adminPage.fields}>{children(index)}</div>
        <div className={css.actions}>
          {onMove && (
            <>
              <IconButton
                icon={ArrowUp}
                label={`Move ${noun} ${index + 1} up`}
                disabled={index === 0}
                onClick={() => onMove(index, index - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${noun} ${index + 1} down`}
                disabled={index === keys.length - 1}
                onClick={() => onMove(index, index + 1)}
              />
            </>
          )}
          <IconButton icon={X} label={`Remove ${noun} ${index + 1}`} onClick={() => onRemove(index)} />
        </div>
      </div>
    ))}
    <FieldNote hint={hint} error={error} />
    <p>
      <Button kind="quiet" onClick={onAdd} disabled={keys.length >= max}>
        <Plus aria-hidden />
        Add a {noun}
      </Button>
    </p>
  </fieldset>
)
