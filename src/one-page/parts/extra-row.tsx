/** Something that may be added to an order, or taken off again: a number or a code in a row of its own. */
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { ConfirmEmailFirst } from '#accounts/confirm-email-first.tsx'
import { firstText } from '#platform/first-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import css from './extra-row.module.css'

type ExtraRowProps = {
  /** "Promo code" */
  label: string
  /** What the order has; null while it has none. */
  value: string | null
  placeholder?: string
  hint?: string
  /** Why it does nothing right now. */
  note?: string | null | undefined
  /** It is missing: said beside the field until something is typed. */
  missing?: string | undefined
  /** '' takes it off. Throws what the server refuses. */
  save: (text: string) => Promise<unknown>
  /** What is said when the server says nothing. */
  fallback?: string
}

/** One of them is being saved, until the cart with it is on the screen. */
export const extra_key = ['one-page', 'extra'] as const

export const ExtraRow = ({ label, value, placeholder, hint, note, missing, save, fallback }: ExtraRowProps) => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const saving = useMutation({
    mutationKey: extra_key,
    mutationFn: save,
    onSuccess: () => {
      setTyped('')
      setOpen(false)
    },
  })
  const isShown = (isOpen || missing !== undefined) && value === null
  const error = saving.isError ? firstText(saving.error, fallback ?? 'Something went wrong. Please try again.') : note
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending && typed.trim() !== '') saving.mutate(typed.trim())
  }
  const toggle = () => {
    saving.reset()
    setTyped('')
    if (value === null) setOpen(!isShown)
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
          aria-label={`${value === null && !isShown ? 'Add' : 'Remove'} ${label}`}
          aria-expanded={value === null ? isShown : undefined}
          busy={saving.isPending && value !== null && 'Removing…'}
          onClick={toggle}
        >
          {value === null && !isShown ? 'Add' : 'Remove'}
        </Button>
      </div>
      {isShown && (
        <form className={css.form} noValidate onSubmit={submit}>
          <TextField
            dense
            label={label}
            labelHidden
            placeholder={placeholder ?? label}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            onChange={event => {
              setTyped(event.target.value)
              if (saving.isError) saving.reset()
            }}
            hint={hint}
            error={error ?? (typed === '' ? missing : undefined) ?? null}
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
      <ConfirmEmailFirst after={error ?? null} />
    </div>
  )
}
