/** An optional number or code of an order, which can be added or removed in its own row. */
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { ConfirmEmailNotice } from '#accounts/confirm-email-notice.tsx'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import css from './extra-row.module.css'

type ExtraRowProps = {
  /** "Promo code" */
  label: string
  /** The current value; null when there is none. */
  value: string | null
  placeholder?: string
  hint?: string
  /** Why the value has no effect right now. */
  note?: string | null | undefined
  /** The error shown next to the field until something is entered. */
  missing?: string | undefined
  /** '' removes the value. Throws what the server refuses. */
  save: (text: string) => Promise<unknown>
  /** Shown when the server returns no message. */
  fallback?: string
}

/** Marks a pending save, until the updated cart is on the screen. */
export const EXTRA_MUTATION_KEY = ['one-page', 'extra'] as const

export const ExtraRow = ({ label, value, placeholder, hint, note, missing, save, fallback }: ExtraRowProps) => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [input, setInput] = useState('')
  const saving = useMutation({
    mutationKey: EXTRA_MUTATION_KEY,
    mutationFn: save,
    onSuccess: () => {
      setInput('')
      setOpen(false)
    },
  })
  const isFormVisible = (isOpen || missing !== undefined) && value === null
  const error = saving.isError
    ? toUserMessage(saving.error, fallback ?? 'Something went wrong. Please try again.')
    : note
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending && input.trim() !== '') saving.mutate(input.trim())
  }
  const toggle = () => {
    saving.reset()
    setInput('')
    if (value === null) setOpen(!isFormVisible)
    else saving.mutate('')
  }
  return (
    <div className={css.row}>
      <div className={css.head}>
        <span className={css.label} id={id}>
          {label}
          {value !== null && <span className={css.value}>{value}</span>}
        </span>
        <Button
          kind="quiet"
          aria-label={`${value === null && !isFormVisible ? 'Add' : 'Remove'} ${label}`}
          aria-expanded={value === null ? isFormVisible : undefined}
          busy={saving.isPending && value !== null && 'Removing…'}
          onClick={toggle}
        >
          {value === null && !isFormVisible ? 'Add' : 'Remove'}
        </Button>
      </div>
      {isFormVisible && (
        <form className={css.form} noValidate onSubmit={submit}>
          <TextField
            dense
            label={label}
            labelHidden
            placeholder={placeholder ?? label}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={input}
            onChange={event => {
              setInput(event.target.value)
              if (saving.isError) saving.reset()
            }}
            hint={hint}
            error={error ?? (input === '' ? missing : undefined) ?? null}
          />
          <Button type="submit" busy={saving.isPending && 'Adding…'} aria-label={`Save ${label}`}>
            Add
          </Button>
        </form>
      )}
      {value !== null && error && (
        <p className={css.note} role="alert">
          {error}
        </p>
      )}
      <ConfirmEmailNotice after={error ?? null} />
    </div>
  )
}
