import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState, type FormEvent } from 'react'

import { ConfirmEmailNotice } from '#accounts/confirm-email-notice.tsx'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { cartMutationKey } from './use-cart-changes.ts'

import css from './code-field.module.css'

type CodeFieldProps = {
  /** Also the placeholder. */
  label: string
  /** The code that is applied to the cart, as the server formats it. */
  applied: string | null
  /** Why the code has no effect now. */
  note?: string | null | undefined
  /** Saves the code; '' removes it. Resolves once `applied` is up to date. */
  save: (code: string) => Promise<unknown>
}

/** A code field of the cart: applied by its button or Enter, then read-only until it is cleared. */
export const CodeField = ({ label, applied, note, save }: CodeFieldProps) => {
  const [typed, setTyped] = useState('')
  const saving = useMutation({
    mutationKey: cartMutationKey,
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
  const error = saving.isError ? toUserMessage(saving.error, 'Something went wrong. Please try again.') : note
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
      <ConfirmEmailNotice after={error ?? null} />
    </>
  )
}

const Applied = () => (
  <output className={css.applied}>
    <Check aria-hidden />
    Applied!
  </output>
)
