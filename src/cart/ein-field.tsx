import { useForm } from 'react-hook-form'

import { checkedBy, showRefusal } from '#platform/form.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { EinBody } from './details-contract.ts'

import css from './ein-field.module.css'

type EinFieldProps = {
  ein: string | null
  /** '' removes it. It is shown as `ein` once this has ended. */
  save: (ein: string) => Promise<unknown>
}

/** The number that non-profit licenses are bought with: added once, shown, and removable. */
export const EinField = ({ ein, save }: EinFieldProps) => {
  const form = useForm({ resolver: checkedBy(EinBody), defaultValues: { ein: '' } })
  const { register, handleSubmit, formState } = form
  const keep = async (body: { ein: string }) => {
    try {
      await save(body.ein)
      form.reset({ ein: '' })
    } catch (error) {
      showRefusal(error, form, ['ein'])
    }
  }
  const error = formState.errors.ein?.message ?? formState.errors.root?.message
  if (ein)
    return (
      <div className={css.kept}>
        <span>
          EIN number <span className="mono">{ein}</span>
        </span>
        <Button kind="quiet" size="sm" onClick={() => keep({ ein: '' })}>
          Remove
        </Button>
      </div>
    )
  return (
    <form className={css.form} noValidate onSubmit={handleSubmit(keep)}>
      <TextField
        dense
        label="EIN number"
        hint="Non-profit licenses need it."
        inputMode="numeric"
        placeholder="12-3456789"
        autoComplete="off"
        {...register('ein')}
        error={error}
      />
      <Button type="submit" busy={formState.isSubmitting && 'Adding…'}>
        Add
      </Button>
    </form>
  )
}
