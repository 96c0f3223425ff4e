import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState, type FormEvent } from 'react'

import { ConfirmEmailFirst } from '#accounts/confirm-email-first.tsx'
import { firstText } from '#platform/first-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { cart_changes } from './use-cart-changes.ts'

import css from './code-field.module.css'

type CodeFieldProps = {
  /** Also what stands in the empty field. */
  label: string
  /** The code that the cart has, in the server's writing. */
  applied: string | null
  /** Why it does nothing right now. */
  note?: string | null | undefined
  /** '' takes it off. It is shown as `applied` once this has ended. */
  save: (code: string) => Promise<unknown>
}

/** One code of a cart: applied by its button or Enter, then shown until it is cleared. */
export const CodeField = ({ label, applied, note, save }: CodeFieldProps) => {
  const [typed, setTyped] = useState('')
  const saving = useMutation({
    mutationKey: cart_changes,
    mutationFn: save,
    onSuccess: () => setTyped(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    const code = applied === null ? typed.trim() : ''
    if (applied !== null || code !== '') saving.mutate(code)
  }
  const isApplied = applied !== null
  const error = saving.isError ? firstText(saving.error, 'Something went wrong. Please try again.') : note
  return (
    <>
      <form className={css.form} noValidate onSubmit={submit}>
        <TextField
          dense
          label={label}
          labelHidden
          placeholder={label}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={applied ?? typed}
          readOnly={isApplied}
          onChange={event => {
            setTyped(event.target.value)
            if (saving.isError) saving.reset()
          }}
          error={error}
          hint={isApplied && <Applied />}
        />
        <Button
          type="submit"
          aria-label={`${isApplied ? 'Clear' : 'Apply'} ${label.toLowerCase()}`}
          busy={saving.isPending && (isApplied ? 'Clearing…' : 'Applying…')}
        >
          {isApplied ? 'Clear' : 'Apply'}
        </Button>
      </form>
      <ConfirmEmailFirst after={error ?? null} />
    </>
  )
}

const Applied = () => (
  <output className={css.applied}>
    <Check aria-hidden />
    Applied!
  </output>
)
